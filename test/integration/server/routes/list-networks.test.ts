import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { clientHeaders, startTestServer, type TestServer } from '../../../support/test-server.ts'

const path = '/api/v1/transfers/managed/networks'
let server: TestServer
let tag: string
before(async () => {
  server = await startTestServer()
  tag = (await server.get(path)).headers.get('etag') ?? ''
})
after(() => server.stop())

const requestNetworks = (ifNoneMatch: string, more: object = {}) =>
  server.get(path, { ...clientHeaders, 'If-None-Match': ifNoneMatch, ...more } as never)

test('the networks carry a strong tag, the same as long as nothing changes', async () => {
  assert.match(tag, /^"[\w-]{20,}"$/)
  assert.equal((await server.get(path)).headers.get('etag'), tag)
  assert.equal((await server.get(path)).headers.get('cache-control'), 'private, no-cache')
})

for (const [what, header] of [
  ['the tag', () => tag],
  ['the tag among others', () => `"other", ${tag}`],
  ['the tag made weak by a proxy', () => `W/${tag}`],
  ['a star', () => '*'],
] as const) {
  test(`${what} returns 304 without a body`, async () => {
    const { status, text, headers } = await requestNetworks(header())
    assert.deepEqual([status, text, headers.get('etag')], [304, '', tag])
  })
}

test('another tag returns the networks, and a request without credentials nothing', async () => {
  assert.equal((await requestNetworks('"other"')).status, 200)
  assert.equal((await requestNetworks(tag, { 'X-Client-Secret': 'sk_sandbox_wrong' })).status, 401)
})
