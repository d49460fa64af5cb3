import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { acceptedEncoding, compressor } from '../../../../server/http/compress.ts'

const body = readFileSync(new URL('../../../../server/routes/hosted-page.ts', import.meta.url), 'utf8')

test('brotli is taken before gzip, and neither where it is refused', () => {
  assert.equal(acceptedEncoding('gzip, deflate, br;q=0.1'), 'br')
  assert.equal(acceptedEncoding('gzip, br;q=0'), 'gzip')
  assert.equal(acceptedEncoding('identity'), null)
  assert.equal(acceptedEncoding(undefined), null)
})

test('what is asked for again comes smaller, and says the same', async () => {
  const { compress } = compressor()
  const quick = await compress(body, 'br')
  let best = quick
  const deadline = Date.now() + 10_000
  while (best.length >= quick.length && Date.now() < deadline) best = await compress(body, 'br')
  assert.ok(best.length < quick.length)
  for (const each of [quick, best]) assert.equal(brotliDecompressSync(each).toString(), body)
  assert.equal(gunzipSync(await compress(body, 'gzip')).toString(), body)
})

test('what each answer has as its own is filled in without compressing anew', async () => {
  const { compress } = compressor()
  const mark = 'kQ7x2mVw9LrT4bYz8HnC3d00'
  const template = `${body.slice(0, 3_000)}<script nonce="${mark}">${body.slice(3_000)}<style nonce="${mark}">`
  const answer = async (text: string, encoding: 'br' | 'gzip') => compress(template, encoding, { mark, text })
  const first = 'aB3dE5gH7jK9mN1pQ3sT5v00'
  const quick = await answer(first, 'br')
  let best = quick
  const deadline = Date.now() + 10_000
  while (best.length >= quick.length && Date.now() < deadline) best = await answer(first, 'br')
  assert.ok(best.length < quick.length)
  const nonces = Array.from({ length: 200 }, () => `${randomBytes(16).toString('hex').slice(0, 22)}00`)
  for (const text of [first, 'zY9xW8vU7tS6rQ5pO4nM3l00', ...nonces])
    for (const read of [
      async () => brotliDecompressSync(await answer(text, 'br')),
      async () => gunzipSync(await answer(text, 'gzip')),
    ])
      assert.equal((await read()).toString(), template.replaceAll(mark, text))
  assert.equal(brotliDecompressSync(quick).toString(), template.replaceAll(mark, first))
})

test('a mark of which the body has a part elsewhere keeps nothing from being compressed well', async () => {
  const { compress } = compressor()
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
