// PostgreSQL rejects NUL with an error, where the embedded storage accepts it as text. No text of a request
// may bring one to it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seedDemoClient } from '../../../../server/clients/seed-demo-client.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { newSession, signIn } from '../../../support/native-flow.ts'
import { findPostgres } from '../../../support/postgres.ts'
import { type Requests, shopOrigin, startTestServer, type TestServer } from '../../../support/test-server.ts'

const { postgres, missing } = await findPostgres()
let server: TestServer
let database: Database
let requests: Requests
let token: string
let session: string
before(async () => {
  if (postgres === null) return
  server = await startTestServer()
  database = await openPostgres(await postgres.newDatabase())
  await seedDemoClient({ ...server.deps, database }, `${shopOrigin}/`)
  const none = async () => null
  const hosted = {
    page: async () => '<html>',
    manifest: async () => '{}',
    renderer: async () => ({ styles: [], renderFirstScreen: async () => '' }),
    asset: none,
    script: none,
    scripts: async () => [],
  }
  requests = server.over({ database, hosted })
  const over = { ...server, ...requests }
  token = await signIn(over, 'user_good')
  session = await newSession(over)
})
after(async () => {
  await database?.close()
  await server?.stop()
  await postgres?.drop()
})

const nul = '\u0000'
const queries = [
  `/api/v1/transfers?cursor=${Buffer.from(`1 a${nul}`).toString('base64url')}`,
  ...['cursor', 'userId', 'linkId', 'transactionId', 'status', 'from', 'limit'].map(
    (name) => `/api/v1/transfers?${name}=%00`,
  ),
  '/api/v1/transfers/%00',
  '/api/v1/cataloglink?userId=a%00b',
  '/api/v1/cataloglink?userId=u&callbackUrl=%00',
  '/x/broker-connect?link=%00',
  '/x/broker-connect?auth_code=%00',
  '/b2b-iframe/%00/broker-connect?auth_code=a',
]
for (const path of queries) {
  test(`GET ${path} meets no database that fails`, { skip: missing }, async () => {
    assert.ok((await requests.get(path)).status < 500)
  })
}

const inBodies: [string, string, object][] = [
  ['POST', '/api/v1/linktoken', { userId: nul }],
  ['POST', '/api/v1/cataloglink?userId=u', { TransactionId: nul }],
  ['POST', '/api/v1/token/refresh', { refreshToken: nul }],
  ['POST', '/api/v1/link/session', { authCode: nul }],
  ['POST', '/api/v1/link/connect', { type: nul, fields: {} }],
  ['POST', '/api/v1/link/connect', { type: 'sandbox', fields: { username: nul, password: nul } }],
  ['POST', '/api/v1/link/connect/%00/code', { code: nul }],
  ['POST', '/api/v1/link/connect/%00/resend', { kind: nul }],
  ['GET', '/api/v1/link/holdings?accountId=%00', {}],
  ['GET', '/api/v1/link/transfer/%00', {}],
  ['POST', '/api/v1/link/preview', { accountId: nul, networkId: nul, symbol: nul, amount: nul }],
  ['POST', '/api/v1/link/execute', { accountId: nul, previewId: nul, code: nul }],
]
for (const [method, path, body] of inBodies) {
  test(`a NUL in ${method} ${path} ${JSON.stringify(body)} meets no database that fails`, {
    skip: missing,
  }, async () => {
    const ofSession = path.startsWith('/api/v1/link/') && path !== '/api/v1/link/session'
    const sent = method === 'GET' ? undefined : body
    const response = ofSession ? await requests.inSession(session, method, path, sent) : await requests.post(path, sent)
    assert.ok(response.status >= 400 && response.status < 500, response.text)
  })
}

test('a NUL in execute meets no database that fails', { skip: missing }, async () => {
  for (const body of [{ previewId: nul }, { previewId: session, mfaCode: nul }, { extra: { [nul]: nul } }]) {
    const given = { fromAuthToken: token, fromType: 'sandbox', previewId: crypto.randomUUID(), ...body }
    assert.ok((await requests.post('/api/v1/transfers/managed/execute', given)).status < 500)
  }
})
