import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { acceptedEncoding, compress } from '../../../../server/http/compress.ts'

const body = readFileSync(new URL('../../../../server/routes/hosted-page.ts', import.meta.url), 'utf8')

test('brotli is chosen before gzip, and neither if the client refuses it', () => {
  assert.equal(acceptedEncoding('gzip, deflate, br;q=0.1'), 'br')
  assert.equal(acceptedEncoding('gzip, br;q=0'), 'gzip')
  assert.equal(acceptedEncoding('identity'), null)
  assert.equal(acceptedEncoding(undefined), null)
})

test('a compressed body decompresses to itself, and the best effort is the smaller one', async () => {
  for (const [encoding, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const [fast, best] = [await compress(body, encoding, 'fast'), await compress(Buffer.from(body), encoding, 'best')]
    for (const each of [fast, best]) assert.equal(decompress(each).toString(), body)
    assert.ok(
      best.length <= fast.length && fast.length < body.length / 2,
      `${encoding}: ${best.length}, ${fast.length}`,
    )
  }
})
