// A user who leaves ends the link session: its token does nothing any more, and what was sent continues.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSession } from '../../../../support/link-session.ts'
import { newLink, toBase, untilEnded } from '../../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

async function open(authCode: string, opening?: string) {
  return server.post('/api/v1/link/session', { authCode, opening }, {})
}

function inSession(token: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
  return server.inSession(token, method, `/api/v1/link/${path}`, body)
}

test('the token of a session that was left neither resumes, nor connects, nor executes', async () => {
  const { authCode } = await newLink(server)
  const { sessionToken } = (await open(authCode)).body.content
  const fields = { username: 'user_good', password: 'pass_good' }
  const connect = () => inSession(sessionToken, 'POST', 'connect', { type: 'sandbox', fields })
  const { accounts, connectionId } = (await connect()).body.content
  const terms = { accountId: accounts[0].accountId, networkId: toBase.NetworkId, symbol: 'USDC', amount: '25' }
  const { previewId } = (await inSession(sessionToken, 'POST', 'preview', terms)).body.content.preview
  assert.deepEqual((await inSession(sessionToken, 'DELETE', 'session')).body, {
    content: null,
    status: 'ok',
    message: '',
  })
  for (const response of [
    await inSession(sessionToken, 'POST', 'execute', { previewId }),
    await inSession(sessionToken, 'GET', 'session'),
    await inSession(sessionToken, 'GET', `connect/${connectionId}`),
    await inSession(sessionToken, 'GET', `holdings?accountId=${terms.accountId}`),
    await connect(),
    await inSession(sessionToken, 'DELETE', 'session'),
  ]) {
    assert.deepEqual([response.status, response.body.errorType], [401, 'sessionEnded'])
  }
  assert.equal((await open(authCode)).body.errorType, 'linkExpired')
})

test('a transfer that was sent continues to its end', async () => {
  const { authCode } = await newLink(server)
  const { sessionToken } = (await open(authCode)).body.content
  const fields = { username: 'user_good', password: 'pass_good' }
  const { accounts } = (await inSession(sessionToken, 'POST', 'connect', { type: 'sandbox', fields })).body.content
  const terms = { accountId: accounts[0].accountId, networkId: toBase.NetworkId, symbol: 'USDC', amount: '26' }
  const { previewId } = (await inSession(sessionToken, 'POST', 'preview', terms)).body.content.preview
  const { transfer } = (await inSession(sessionToken, 'POST', 'execute', { previewId })).body.content
  await inSession(sessionToken, 'DELETE', 'session')
  assert.equal((await untilEnded(server, transfer.transferId)).status, 'Succeeded')
})

test('nothing connects in a session that was left: a sign-in that waits for its code, or for the exchange', async () => {
  const session = await openSession(server)
  const { connectionId } = (await session.connect('user_mfa')).body.content
  const rows = server.deps.database.query.selectFrom('connection').select('id').where('id', '=', connectionId)
  assert.equal((await rows.execute()).length, 1)
  await server.inSession(session.token, 'DELETE', '/api/v1/link/session')
  assert.deepEqual(await rows.execute(), [])
})

test('a sign-in that the exchange completes after its user has left connects nothing', async () => {
  const { authCode } = await newLink(server)
  const { sessionToken } = (await open(authCode)).body.content
  const slow = server.over({
    exchanges: {
      ...server.deps.exchanges,
      byType: (type) => {
        const exchange = server.deps.exchanges.byType(type)
        if (exchange === undefined) return undefined
        const startSignIn: typeof exchange.startSignIn = async (...given) => {
          const result = await exchange.startSignIn(...given)
          await inSession(sessionToken, 'DELETE', 'session')
          return result
        }
        return { ...exchange, startSignIn }
      },
    },
  })
  const count = async () => (await server.deps.database.query.selectFrom('sign_in').select('id').execute()).length
  const before = await count()
  const fields = { username: 'user_good', password: 'pass_good' }
  const response = await slow.inSession(sessionToken, 'POST', '/api/v1/link/connect', { type: 'sandbox', fields })
  assert.deepEqual([response.status, response.body.errorType], [401, 'sessionEnded'])
  assert.equal(await count(), before)
})

test('a code opens its session again once, by the secret of its page, and the first token is void', async () => {
  const { authCode } = await newLink(server)
  const [first, again, third] = [
    await open(authCode, 'a-secret-of-one-page'),
    await open(authCode, 'a-secret-of-one-page'),
    await open(authCode, 'a-secret-of-one-page'),
  ]
  assert.equal(again.body.content.linkId, first.body.content.linkId)
  assert.equal((await inSession(first.body.content.sessionToken, 'GET', 'session')).body.errorType, 'sessionEnded')
  assert.equal((await inSession(again.body.content.sessionToken, 'GET', 'session')).status, 200)
  assert.deepEqual([third.status, third.body.errorType], [410, 'linkExpired'])
})

test('of many that open a session again at once one gets in', async () => {
  const { authCode } = await newLink(server)
  const responses = await Promise.all(Array.from({ length: 20 }, () => open(authCode, 'a-secret-of-one-page')))
  assert.equal(responses.filter(({ status }) => status === 200).length, 2)
  const tokens = responses.flatMap(({ body }) => body.content?.sessionToken ?? [])
  const states = await Promise.all(tokens.map(async (token) => (await inSession(token, 'GET', 'session')).status))
  assert.deepEqual(states.sort(), [200, 401])
})

test('no secret opens a session again that was left', async () => {
  const { authCode } = await newLink(server)
  const { sessionToken } = (await open(authCode, 'a-secret-of-one-page')).body.content
  await inSession(sessionToken, 'DELETE', 'session')
  assert.equal((await open(authCode, 'a-secret-of-one-page')).status, 410)
})
