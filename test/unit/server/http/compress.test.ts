import assert from 'node:assert/strict'
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
