// TokenDelivery `server`: no token of the link reaches a page, and the client's server fetches them once.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newLink, preview, toBase } from '../../../../support/native-flow.ts'
import { type ApiResponse, clientHeaders, startTestServer, type TestServer } from '../../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

const forServer = { ToAddresses: [toBase], TokenDelivery: 'server' }
const token = /[ar]t-sandbox-/

async function openLink(body: object = forServer) {
  const { linkId, authCode } = await newLink(server, body)
  const { sessionToken } = (await server.post('/api/v1/link/session', { authCode }, {})).body.content
  const connect = (username = 'user_good', type = 'sandbox') =>
    server.inSession(sessionToken, 'POST', '/api/v1/link/connect', {
      type,
      fields: { username, password: 'pass_good' },
    })
  return { linkId, sessionToken, connect }
}
const fetchTokens = (linkId: string, headers: Record<string, string> = clientHeaders) =>
  server.post(`/api/v1/links/${linkId}/tokens`, undefined, headers)
const refusal = ({ status, body }: ApiResponse) => [status, body.errorType]

test('the page gets the account without tokens, also on a second request', async () => {
  const { sessionToken, connect } = await openLink()
  const connected = await connect()
  const { content } = connected.body
  const { accessToken, ...flat } = content.authData
  assert.deepEqual(flat, {})
  assert.deepEqual(Object.keys(accessToken).sort(), ['accountTokens', 'brokerBrandInfo', 'brokerName', 'brokerType'])
  assert.deepEqual(accessToken.accountTokens, [
    { account: { accountId: content.accounts[0].accountId, accountName: 'Main' } },
  ])
  const again = await server.inSession(sessionToken, 'GET', `/api/v1/link/connect/${content.connectionId}`)
  assert.equal(again.body.content.state, 'connected')
  for (const { text } of [connected, again]) assert.doesNotMatch(text, token)
  const holdings = `/api/v1/link/holdings?accountId=${content.accounts[0].accountId}`
  assert.equal((await server.inSession(sessionToken, 'GET', holdings)).status, 200)
})

test('the client’s server fetches the tokens once, also when the user has left', async () => {
  const { linkId, sessionToken, connect } = await openLink()
  assert.deepEqual(refusal(await fetchTokens(linkId)), [409, 'tokensNotReady'])
  const { accounts } = (await connect()).body.content
  assert.equal((await server.inSession(sessionToken, 'DELETE', '/api/v1/link/session')).status, 200)
  const fetched = await fetchTokens(linkId)
  assert.equal(fetched.status, 200)
  const { authData } = fetched.body.content
  assert.deepEqual(authData.accessToken.accountTokens, [
    {
      account: { accountId: accounts[0].accountId, accountName: 'Main' },
      accessToken: authData.auth_token,
      refreshToken: authData.refresh_token,
    },
  ])
  assert.equal((await preview(server, authData.auth_token, '25')).body.Status, 'Succeeded')
  const renewed = await server.post('/api/v1/token/refresh', { refreshToken: authData.refresh_token })
  assert.equal(renewed.status, 200)
  assert.deepEqual(refusal(await fetchTokens(linkId)), [409, 'tokensAlreadyFetched'])
})

test('of many fetches at once one gets the tokens', async () => {
  const { linkId, connect } = await openLink()
  await connect()
  const responses = await Promise.all(Array.from({ length: 10 }, () => fetchTokens(linkId)))
  assert.equal(responses.filter(({ status }) => status === 200).length, 1)
  assert.equal(responses.filter(({ body }) => body.errorType === 'tokensAlreadyFetched').length, 9)
})

test('with an Idempotency-Key a lost response is repeated, for ten minutes', async () => {
  const { linkId, connect } = await openLink()
  await connect()
  const headers = { ...clientHeaders, 'Idempotency-Key': randomUUID() }
  const [first, again] = [await fetchTokens(linkId, headers), await fetchTokens(linkId, headers)]
  assert.deepEqual(again.body.content, first.body.content)
  server.wait(600_001)
  assert.deepEqual(refusal(await fetchTokens(linkId, headers)), [409, 'tokensAlreadyFetched'])
})

test('the flat tokens are those of the account that the user chose', async () => {
  const { linkId, sessionToken, connect } = await openLink()
  const { accounts } = (await connect('user_accounts')).body.content
  const chosen = accounts[2].accountId
  const holdings = (id: string, more = '') =>
    server.inSession(sessionToken, 'GET', `/api/v1/link/holdings?accountId=${id}${more}`)
  await holdings(chosen)
  const read = await holdings(accounts[1].accountId, '&select=false')
  assert.equal(read.body.content.status, 'succeeded', 'only read, not chosen')
  const { authData } = (await fetchTokens(linkId)).body.content
  const [first, ...others] = authData.accessToken.accountTokens
  assert.deepEqual([first.account.accountId, first.accessToken], [chosen, authData.auth_token])
  assert.equal(others.length, 2)
})

test('the newest sign-in comes first, and the one before it with the next request', async () => {
  const { linkId, connect } = await openLink()
  await connect('user_good')
  server.wait(1)
  await connect('user_good', 'sandboxBroker')
  const types = [await fetchTokens(linkId), await fetchTokens(linkId)].map(
    ({ body }) => body.content.authData.accessToken.brokerType,
  )
  assert.deepEqual(types, ['sandboxBroker', 'sandbox'])
  assert.deepEqual(refusal(await fetchTokens(linkId)), [409, 'tokensAlreadyFetched'])
})

test('the tokens wait a day', async () => {
  const { linkId, connect } = await openLink()
  await connect()
  server.wait(86_400_000)
  assert.deepEqual(refusal(await fetchTokens(linkId)), [409, 'tokensNotReady'])
})

test('a link whose tokens go to its page, an unknown link and another client’s are refused', async () => {
  const page = await openLink({ ToAddresses: [toBase], TokenDelivery: 'page' })
  assert.match((await page.connect()).text, token)
  assert.deepEqual(refusal(await fetchTokens(page.linkId)), [409, 'tokenDeliveryIsPage'])
  const { linkId, connect } = await openLink()
  await connect()
  const other = await server.newClient(['https://other.example/back'])
  assert.deepEqual(refusal(await fetchTokens(linkId, other)), [404, 'linkNotFound'])
  for (const id of [randomUUID(), 'nonsense']) assert.deepEqual(refusal(await fetchTokens(id)), [404, 'linkNotFound'])
  assert.deepEqual(refusal(await fetchTokens(linkId, {})), [401, 'missingCredentials'])
})

test('linktoken takes it too, in its options or beside them, and another word is refused', async () => {
  const to = { networkId: toBase.NetworkId, symbol: toBase.Symbol, address: toBase.Address }
  for (const body of [
    { transferOptions: { toAddresses: [to], tokenDelivery: 'server' } },
    { tokenDelivery: 'server' },
  ]) {
    const { content } = (await server.post('/api/v1/linktoken', { userId: 'user-1', ...body })).body
    assert.deepEqual(refusal(await fetchTokens(content.linkId)), [409, 'tokensNotReady'])
  }
  const path = '/api/v1/cataloglink?userId=user-1&enableTransfers=true'
  const refused = await server.post(path, { ToAddresses: [toBase], TokenDelivery: 'mail' })
  assert.deepEqual([refused.body.errorType, refused.body.errorData.field], ['invalidField', 'TokenDelivery'])
})
