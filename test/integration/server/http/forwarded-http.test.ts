// Production behind a proxy: requests that reached the proxy over http are refused.
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createApp } from '../../../../server/app.ts'
import { readConfig } from '../../../../server/config.ts'
import { createDeps } from '../../../../server/create-deps.ts'
import type { AppDeps } from '../../../../server/routes/route-deps.ts'

const proxy = '10.0.0.7'
let deps: AppDeps
before(async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'forwarded-'))
  deps = await createDeps(readConfig({ DATA_DIR, LOG_LEVEL: 'silent', TRUSTED_PROXIES: '10.0.0.0/8' }))
})
after(() => deps.database.close())

async function send(
  protocol: string | null,
  { path = '/version', from = proxy, environment = 'production' as AppDeps['environment'], forwarded = '' } = {},
) {
  const headers = {
    ...(protocol !== null && { 'X-Forwarded-Proto': protocol }),
    ...(forwarded !== '' && { Forwarded: forwarded }),
  }
  const app = createApp({ ...deps, environment })
  const response = await app.request(path, { headers }, { incoming: { socket: { remoteAddress: from } } })
  const { errorType } = (await response.json()) as { errorType?: string }
  return [response.status, errorType]
}

test('a request that a trusted proxy received over http is refused with the fix', async () => {
  for (const protocol of ['http', 'HTTP', 'https, http', 'http,https']) {
    assert.deepEqual(await send(protocol), [400, 'httpsRequired'], protocol)
  }
  assert.deepEqual(await send('http', { path: '/api/v1/nothing' }), [400, 'httpsRequired'])
  for (const protocol of ['https', 'https, https', null]) assert.equal((await send(protocol))[0], 200)
})

test('a protocol that cannot be read counts as http', async () => {
  for (const protocol of ['', 'https,', 'https http', 'ftp', 'https;', '"https"']) {
    assert.deepEqual(await send(protocol), [400, 'httpsRequired'], protocol)
  }
})

test('the standard header Forwarded is read too, of every proxy on the way', async () => {
  const refused = [
    'proto=http',
    'for=192.0.2.60;proto=http;by=203.0.113.43',
    'for=192.0.2.60; Proto="HTTP"',
    'proto=http, proto=https',
    'proto=https, for=192.0.2.60;proto=http',
    'proto=https;proto=http',
    'for="a;proto=https";proto=http',
    String.raw`for="\";proto=https;x=\"";proto=http`,
    'proto=ftp',
    'proto="https',
    'proto',
    'proto=',
    'proto= https',
    'proto=https http',
    'for="x"proto=https',
  ]
  for (const forwarded of refused) {
    for (const protocol of [null, 'https']) {
      assert.deepEqual(await send(protocol, { forwarded }), [400, 'httpsRequired'], forwarded)
    }
  }
  const accepted = [
    'proto=https',
    'for="[2001:db8::1]:4711";proto="https"',
    'for=192.0.2.60:4711;proto=HTTPS;host=example.com, for=10.0.0.9;proto=https',
    'for="a;proto=http";proto=https',
    'for=192.0.2.60;, ,proto=https;',
    'for=192.0.2.60',
  ]
  for (const forwarded of accepted) assert.equal((await send(null, { forwarded }))[0], 200, forwarded)
  assert.deepEqual(await send('http', { forwarded: 'proto=https' }), [400, 'httpsRequired'])
  assert.equal((await send(null, { forwarded: 'proto=http', from: '192.0.2.1' }))[0], 200)
  assert.equal((await send(null, { forwarded: 'proto=http', path: '/readyz' }))[0], 200)
})

test('health probes, and requests that no trusted proxy forwarded, are accepted', async () => {
  for (const path of ['/livez', '/readyz']) assert.equal((await send('http', { path }))[0], 200)
  assert.equal((await send('http', { from: '192.0.2.1' }))[0], 200)
  assert.equal((await send('http', { environment: 'sandbox' }))[0], 200)
})
