import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { maximumChallenges } from '../../../../server/console/challenges.ts'
import { consoleEndpoints } from '../../../../server/console/console-endpoints.ts'
import { productionLimits, rateLimits } from '../../../../server/limits/limits.ts'
import { memoryBuckets } from '../../../../server/limits/memory-buckets.ts'
import { consoleOver } from '../../../support/console.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

const settings = {
  port: 4003,
  hosts: ['127.0.0.1'],
  url: 'http://console.localhost:4003',
  oidc: null,
  twoPersonResolve: false,
}
const headers = { host: 'console.localhost:4003', origin: settings.url }

const address = { quota: 5, windowSeconds: 60 }

describe('limits of sign-ins', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.stop())

  /** Each request of a new console comes from the same address. */
  const limitedConsole = () => {
    const limits = rateLimits({ ...productionLimits, address }, { buckets: memoryBuckets(), now: server.deps.now })
    return consoleOver(server.deps, { settings, limits })
  }

  // Reading how to sign in, and signing out, try nothing.
  const counted = consoleEndpoints.filter(
    ({ kind, path }) => kind === 'signIn' && path !== '/api/sign-in' && path !== '/api/sign-out',
  )
  for (const { method, path } of counted) {
    test(`${method} ${path} is refused after too many requests in a minute`, async () => {
      const tested = limitedConsole()
      const call = () => tested.request(method, path, { headers, ...(method === 'GET' ? {} : { body: {} }) })
      for (let n = 0; n < address.quota; n++) assert.notEqual((await call()).status, 429)
      const { status, headers: answered, body } = await call()
      const isRefused =
        status === 429 ? body.errorType === 'rateLimited' : /rateLimited/.test(answered.get('location') ?? '')
      assert.ok(isRefused, `${status}`)
      server.wait(60_000)
      assert.notEqual((await call()).status, 429)
    })
  }

  test('a flood of begun sign-ins replaces the oldest ones', async () => {
    const { query } = server.deps.database
    await query.deleteFrom('operator_challenge').execute()
    const row = (n: number) => ({ hash: `flood-${n}`, kind: 'passkey' as const, details: '{}', expires_at: n })
    for (let n = 1; n <= maximumChallenges; n += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, at) => row(n + at))
      await query.insertInto('operator_challenge').values(rows).execute()
    }
    const tested = consoleOver(server.deps, { settings })
    for (let n = 0; n < 3; n++) {
      const { status } = await tested.request('POST', '/api/sign-in/passkey/options', { headers, body: {} })
      assert.equal(status, 200)
    }
    const rows = await query.selectFrom('operator_challenge').select('hash').execute()
    assert.equal(rows.length, maximumChallenges)
    const hashes = new Set(rows.map(({ hash }) => hash))
    assert.deepEqual([hashes.has('flood-3'), hashes.has('flood-4')], [false, true])
  })
})
