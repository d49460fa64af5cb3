import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { acceptedEncoding, compressor, type Encoding, type Filling } from '../../../../server/http/compress.ts'

const body = readFileSync(new URL('../../../../server/routes/hosted-page.ts', import.meta.url), 'utf8')

/** For bodies that there is room for. */
function compressing() {
  const small = compressor()
  return async (text: string, encoding: Encoding, filling?: Filling): Promise<Buffer> => {
    const compressed = await small.compress(text, encoding, filling)
    assert.ok(compressed)
    return compressed
  }
}

test('brotli is taken before gzip, and neither where it is refused', () => {
  assert.equal(acceptedEncoding('gzip, deflate, br;q=0.1'), 'br')
  assert.equal(acceptedEncoding('gzip, br;q=0'), 'gzip')
  assert.equal(acceptedEncoding('identity'), null)
  assert.equal(acceptedEncoding(undefined), null)
})

test('what is asked for again comes smaller, and says the same', async () => {
  const compress = compressing()
  const quick = await compress(body, 'br')
  let best = quick
  const deadline = Date.now() + 10_000
  while (best.length >= quick.length && Date.now() < deadline) best = await compress(body, 'br')
  assert.ok(best.length < quick.length)
  for (const each of [quick, best]) assert.equal(brotliDecompressSync(each).toString(), body)
  assert.equal(gunzipSync(await compress(body, 'gzip')).toString(), body)
})

test('what each answer has as its own is filled in without compressing anew', async () => {
  const compress = compressing()
  const mark = 'kQ7x2mVw9LrT4bYz8HnC3d00'
  const template = `${body.slice(0, 3_000)}<script nonce="${mark}">${body.slice(3_000)}<style nonce="${mark}">`
  const answer = async (text: string, encoding: 'br' | 'gzip') => compress(template, encoding, { mark, text })
  const first = 'aB3dE5gH7jK9mN1pQ3sT5v00'
  const quick = await answer(first, 'br')
  let best = quick
  const deadline = Date.now() + 10_000
  while (best.length >= quick.length && Date.now() < deadline) best = await answer(first, 'br')
  assert.ok(best.length < quick.length)
  const nonces = Array.from({ length: 90 }, () => `${randomBytes(16).toString('hex').slice(0, 22)}00`)
  for (const text of [first, 'zY9xW8vU7tS6rQ5pO4nM3l00', ...nonces])
    for (const read of [
      async () => brotliDecompressSync(await answer(text, 'br')),
      async () => gunzipSync(await answer(text, 'gzip')),
    ])
      assert.equal((await read()).toString(), template.replaceAll(mark, text))
  assert.equal(brotliDecompressSync(quick).toString(), template.replaceAll(mark, first))
})

test('a mark of which the body has a part elsewhere keeps nothing from being compressed well', async () => {
  const compress = compressing()
  const mark = 'kQ7x2mVw9LrT4bYz8HnC3d00'
  const part = mark.slice(3, 15)
  const template = `${body.slice(0, 3_000)}<script nonce="${mark}">${body.slice(3_000)}${part}<style nonce="${mark}">`
  const text = 'aB3dE5gH7jK9mN1pQ3sT5v00'
  const quick = await compress(template, 'br', { mark, text })
  let best = quick
  const deadline = Date.now() + 10_000
  while (best.length >= quick.length && Date.now() < deadline) best = await compress(template, 'br', { mark, text })
  assert.ok(best.length < quick.length)
  assert.equal(brotliDecompressSync(best).toString(), template.replaceAll(mark, text))
})

test('bodies that nobody else gets are soon not compressed, and those that many get still are', async () => {
  const { compress } = compressor()
  const usual = `${body}usual`
  for (const _ of [1, 2]) assert.ok(await compress(usual, 'br'))
  const unique = await Promise.all(
    Array.from({ length: 300 }, (_, index) => compress(`${index}${body.slice(0, 500)}`, 'br')),
  )
  const compressed = unique.filter((each) => each !== null)
  assert.ok(compressed.length >= 50 && compressed.length <= 70, `${compressed.length} of 300`)
  assert.equal(unique.at(-1), null)
  assert.equal(brotliDecompressSync((await compress(usual, 'br')) as Buffer).toString(), usual)
  const packed = await Promise.all(Array.from({ length: 300 }, () => compress(usual, 'gzip')))
  assert.ok(packed.filter((each) => each !== null).length <= 130)
})
