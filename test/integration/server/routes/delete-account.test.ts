import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { execute, preview, recipient, signIn, toBase, untilEnded } from '../../../support/native-flow.ts'
import { type ApiResponse, clientHeaders, startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

const remove = (body: object, headers = clientHeaders) => server.request('DELETE', '/api/v1/account', headers, body)
const configure = (token: string) =>
  server.post('/api/v1/transfers/managed/configure', {
    FromAuthToken: token,
    FromType: 'sandbox',
    ToAddresses: [toBase],
  })
const errorOf = ({ status, body }: ApiResponse) => [status, body.errorType ?? body.ErrorType]
const credentials = async () => {
  const select = server.deps.database.query.selectFrom('sign_in').select('sealed_credentials')
  return (await select.orderBy('created_at', 'desc').executeTakeFirstOrThrow()).sealed_credentials
}

interface Connected {
  session: string
  connectionId: string
  tokens: { auth_token: string; refresh_token: string }[]
}

/** A sign-in with three accounts. */
async function connectThree(): Promise<Connected> {
  const { body } = await server.post('/api/v1/cataloglink?userId=user-1&enableTransfers=true', {
    ToAddresses: [toBase],
  })
  const authCode = new URL(body.content.url).searchParams.get('auth_code')
  const session = (await server.post('/api/v1/link/session', { authCode }, {})).body.content.sessionToken
  const fields = { username: 'user_accounts', password: 'pass_good' }
  const connected = await server.inSession(session, 'POST', '/api/v1/link/connect', { type: 'sandbox', fields })
  const tokens = connected.body.content.authData.accessToken.accountTokens.map(
    (entry: { accessToken: string; refreshToken: string }) => ({
      auth_token: entry.accessToken,
      refresh_token: entry.refreshToken,
    }),
  )
  return { session, connectionId: connected.body.content.connectionId, tokens }
}

test('all accounts and tokens of the sign-in are deleted at once, and its credentials with them', async () => {
  const { tokens } = await connectThree()
  assert.equal(tokens.length, 3)
  const [first] = tokens
  assert.equal((await configure(tokens[1]?.auth_token ?? '')).status, 200)
  const response = await remove({ AuthToken: first?.auth_token, TYPE: 'SANDBOX' })
  assert.deepEqual([response.status, response.body], [200, { content: null, status: 'ok', message: '' }])
  for (const { auth_token, refresh_token } of tokens) {
    assert.deepEqual(errorOf(await configure(auth_token)), [401, 'authTokenInvalid'])
    const refreshed = await server.post('/api/v1/token/refresh', { refreshToken: refresh_token })
    assert.deepEqual(errorOf(refreshed), [401, 'refreshTokenInvalid'])
  }
  assert.equal(await credentials(), '')
  assert.deepEqual(errorOf(await remove({ authToken: first?.auth_token, type: 'sandbox' })), [401, 'authTokenInvalid'])
})

test('the session in which it was connected goes on without it', async () => {
  const { session, tokens } = await connectThree()
  await remove({ authToken: tokens[0]?.auth_token, type: 'sandbox' })
  const resumed = await server.inSession(session, 'GET', '/api/v1/link/session')
  assert.deepEqual(
    [resumed.status, resumed.body.content.account, resumed.body.content.start],
    [200, null, 'chooseAccount'],
  )
})

test('the connection by which it was connected no longer returns its tokens', async () => {
  for (const end of ['delete', 'reuse'] as const) {
    const { session, connectionId, tokens } = await connectThree()
    const [{ auth_token, refresh_token }] = tokens as [Connected['tokens'][0]]
    const path = `/api/v1/link/connect/${connectionId}`
    assert.match((await server.inSession(session, 'GET', path)).text, /at-sandbox-/)
    if (end === 'delete') await remove({ authToken: auth_token, type: 'sandbox' })
    else for (let n = 0; n < 2; n++) await server.post('/api/v1/token/refresh', { refreshToken: refresh_token })
    const read = await server.inSession(session, 'GET', path)
    assert.deepEqual(errorOf(read), [404, 'connectionNotFound'])
    assert.equal((await server.inSession(session, 'GET', '/api/v1/link/session')).body.content.connected, null)
  }
})

test('a refresh token that is used twice ends the tokens of all accounts of its sign-in', async () => {
  const { tokens } = await connectThree()
  for (let n = 0; n < 2; n++) await server.post('/api/v1/token/refresh', { refreshToken: tokens[0]?.refresh_token })
  for (const { auth_token } of tokens) assert.deepEqual(errorOf(await configure(auth_token)), [401, 'authTokenInvalid'])
})

test('other sign-ins are untouched, and another client’s token is as unknown as none', async () => {
  const [remaining, deleted] = [await signIn(server, 'user_good'), await signIn(server, 'user_good')]
  const other = await server.newClient(['https://other.example/back'])
  assert.deepEqual(errorOf(await remove({ authToken: deleted, type: 'sandbox' }, other as never)), [
    401,
    'authTokenInvalid',
  ])
  assert.deepEqual(errorOf(await remove({ authToken: deleted, type: 'sandboxBroker' })), [400, 'fromTokenTypeMismatch'])
  assert.deepEqual(errorOf(await remove({ type: 'sandbox' })), [400, 'missingField'])
  await remove({ authToken: deleted, type: 'sandbox' })
  assert.equal((await configure(remaining)).status, 200)
})

test('a pending transfer is polled to its end, then the credentials are erased; it stays readable', async () => {
  const token = await signIn(server, 'user_good')
  const { PreviewId } = (await preview(server, token, '5', { ToAddress: recipient })).body.PreviewResult
  const unused = (await preview(server, token, '6')).body.PreviewResult.PreviewId
  const { TransferId } = (await execute(server, token, PreviewId)).body.TransferResult
  await remove({ authToken: token, type: 'sandbox' })
  assert.notEqual(await credentials(), '')
  assert.deepEqual(errorOf(await execute(server, token, unused)), [401, 'authTokenInvalid'])
  assert.equal((await untilEnded(server, TransferId)).status, 'Succeeded')
  const deadline = Date.now() + 10_000
  while ((await credentials()) !== '' && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal(await credentials(), '')
  assert.equal((await server.get(`/api/v1/transfers/${TransferId}`)).body.content.status, 'Succeeded')
})
