// The unmodified npm package @front-finance/api, an API client that others published for this API family, against a really
// listening server. Nothing is changed but the base URL. Its types know an envelope around preview and execute which the
// specification does not have: those two responses are read as they are.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { FrontApi } from '@front-finance/api'
import { baseId, newSession, recipient, untilEnded } from '../../../support/native-flow.ts'
import { clientHeaders, startTestServer, type TestServer } from '../../../support/test-server.ts'

// The client's list of integrations is older than ours.
const type = 'sandbox' as never
const toAddresses = [{ networkId: baseId, symbol: 'USDC', address: recipient }]

let server: TestServer
let client: FrontApi<unknown>
before(async () => {
  server = await startTestServer()
  const { port } = await server.listen()
  client = new FrontApi({ baseURL: `http://127.0.0.1:${port}`, headers: clientHeaders })
})
after(() => server.stop())

/** Tokens of a new sign-in: the published client has no call for the link session. */
async function connect(): Promise<{ authToken: string; refreshToken: string }> {
  const session = await newSession(server)
  const body = { type: 'sandbox', fields: { username: 'user_good', password: 'pass_good' } }
  const { authData } = (await server.inSession(session, 'POST', '/api/v1/link/connect', body)).body.content
  return { authToken: authData.auth_token, refreshToken: authData.refresh_token }
}

test('networks, integrations and status', async () => {
  const networks = await client.managedTransfers.v1TransfersManagedNetworksList()
  assert.equal(networks.data.status, 'ok')
  assert.ok(networks.data.content?.networks?.some(({ id }) => id === baseId))
  const integrations = await client.managedTransfers.v1TransfersManagedIntegrationsList()
  assert.ok((integrations.data.content?.integrations?.length ?? 0) > 0)
  assert.equal((await client.managedAccountAuthentication.v1StatusList()).data.status, 'ok')
  assert.equal((await client.managedAccountAuthentication.v1IntegrationsList()).data.status, 'ok')
})

test('a value is fixed without a symbol, for one token and for several', async () => {
  const eth = { networkId: baseId, symbol: 'ETH', address: recipient }
  for (const given of [toAddresses, [...toAddresses, eth]]) {
    const query = { UserId: 'user-1', EnableTransfers: true }
    const body = { toAddresses: given, amountInFiat: 10 }
    const created = await client.managedAccountAuthentication.v1CataloglinkCreate(query, body)
    assert.match(created.data.content?.iFrameUrl ?? '', /auth_code=/)
  }
})

test('cataloglink by GET with EnableTransfers connects an account', async () => {
  const query = { UserId: 'user-1', EnableTransfers: true }
  const created = await client.managedAccountAuthentication.v1CataloglinkList(query)
  assert.match(created.data.content?.url ?? '', /auth_code=/)
})

test('cataloglink by POST with destinations and by GET without, and linktoken', async () => {
  const created = await client.managedAccountAuthentication.v1CataloglinkCreate(
    { UserId: 'user-1', EnableTransfers: true },
    { toAddresses },
  )
  assert.match(created.data.content?.iFrameUrl ?? '', /\/b2b-iframe\/[^/]+\/broker-connect\?auth_code=/)
  assert.equal(created.data.message, '')
  const listed = await client.managedAccountAuthentication.v1CataloglinkList({ UserId: 'user-1' })
  assert.match(listed.data.content?.url ?? '', /auth_code=/)
  const token = await client.managedAccountAuthentication.v1LinktokenCreate({
    userId: 'user-1',
    transferOptions: { toAddresses },
  })
  assert.match(atob(token.data.content?.linkToken ?? ''), /^http:\/\/localhost:4000\/b2b-iframe\//)
})

test('configure, preview and execute, up to the chain', async () => {
  const { authToken: fromAuthToken } = await connect()
  const configured = await client.managedTransfers.v1TransfersManagedConfigureCreate({
    fromAuthToken,
    fromType: type,
    toAddresses,
  })
  assert.equal(configured.data.content?.status, 'succeeded')
  const usdc = configured.data.content?.holdings?.find(({ symbol }) => symbol === 'USDC')
  assert.ok(usdc?.eligibleForTransfer)
  const previewed = await client.managedTransfers.v1TransfersManagedPreviewCreate({
    fromAuthToken,
    fromType: type,
    networkId: baseId,
    symbol: 'USDC',
    toAddress: recipient,
    amount: 12.5,
  })
  const { Status, PreviewResult } = previewed.data as unknown as {
    Status: string
    PreviewResult: { PreviewId: string; Amount: number }
  }
  assert.deepEqual([Status, PreviewResult.Amount], ['Succeeded', 12.5])
  const executed = await client.managedTransfers.v1TransfersManagedExecuteCreate({
    fromAuthToken,
    fromType: type,
    previewId: PreviewResult.PreviewId,
  })
  const { TransferResult } = executed.data as unknown as { TransferResult: { TransferId: string; Status: string } }
  assert.equal(TransferResult.Status, 'Pending')
  assert.equal((await untilEnded(server, TransferResult.TransferId)).status, 'Succeeded')
})

test('a token is renewed, and the new one works where the old one did', async () => {
  const { refreshToken } = await connect()
  const renewed = (
    await client.managedAccountAuthentication.v1TokenRefreshCreate({ type, refreshToken, createNewRefreshToken: true })
  ).data.content
  assert.equal(renewed?.status, 'succeeded')
  assert.equal(renewed.expiresInSeconds, 86_400)
  assert.equal(renewed.refreshTokenExpiresInSeconds, 90 * 86_400)
  const [pair] = renewed.brokerAccountTokens ?? []
  assert.equal(pair?.accessToken, renewed.accessToken)
  assert.equal(pair?.refreshToken, renewed.refreshToken)
  assert.equal(typeof pair?.account?.accountName, 'string')
  const fromAuthToken = renewed.accessToken ?? ''
  const configured = await client.managedTransfers.v1TransfersManagedConfigureCreate({
    fromAuthToken,
    fromType: type,
    toAddresses,
  })
  assert.equal(configured.data.status, 'ok')
})

test('an account is deleted, and its token with it', async () => {
  const { authToken } = await connect()
  const deleted = await client.managedAccountAuthentication.v1AccountDelete({ authToken, type })
  assert.equal(deleted.data.status, 'ok')
  const again = client.managedTransfers.v1TransfersManagedConfigureCreate({
    fromAuthToken: authToken,
    fromType: type,
    toAddresses,
  })
  await assert.rejects(
    again,
    (error: { response?: { status: number; data: { status: string; errorType: string } } }) => {
      assert.equal(error.response?.status, 401)
      assert.equal(error.response.data.status, 'permissionDenied')
      return true
    },
  )
})

test('a refusal reaches the client as such', async () => {
  const call = client.managedAccountAuthentication.v1CataloglinkCreate(
    { UserId: '', EnableTransfers: true },
    { toAddresses },
  )
  await assert.rejects(call, (error: { response?: { status: number; data: unknown } }) => {
    assert.equal(error.response?.status, 400)
    return true
  })
})
