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

async function ask(
  protocol: string | null,
  { path = '/version', from = proxy, environment = 'production' as AppDeps['environment'] } = {},
) {
  const headers = protocol === null ? {} : { 'X-Forwarded-Proto': protocol }
  const app = createApp({ ...deps, environment })
  const answer = await app.request(path, { headers }, { incoming: { socket: { remoteAddress: from } } })
  const { errorType } = (await answer.json()) as { errorType?: string }
  return [answer.status, errorType]
}

test('what a trusted proxy received over http is refused with the fix', async () => {
  for (const protocol of ['http', 'HTTP', 'https, http', 'http,https']) {
    assert.deepEqual(await ask(protocol), [400, 'httpsRequired'], protocol)
  }
  assert.deepEqual(await ask('http', { path: '/api/v1/nothing' }), [400, 'httpsRequired'])
  for (const protocol of ['https', 'https, https', null]) assert.equal((await ask(protocol))[0], 200)
})

test('health probes, and requests that no trusted proxy forwarded, are answered', async () => {
  for (const path of ['/livez', '/readyz']) assert.equal((await ask('http', { path }))[0], 200)
  assert.equal((await ask('http', { from: '192.0.2.1' }))[0], 200)
  assert.equal((await ask('http', { environment: 'sandbox' }))[0], 200)
})
