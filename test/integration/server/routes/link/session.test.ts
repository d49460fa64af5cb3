// What a link session returns to the page that opens it: connect-only links, handed-over tokens, what the app fixed, tags, and that
// one user's session never shows another's.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSession } from '../../../../support/link-session.ts'
import { baseId, signIn, toBase } from '../../../../support/native-flow.ts'
import { clientHeaders, startTestServer, type TestServer } from '../../../../support/test-server.ts'

let server: TestServer
let token: string
let brokerToken: string
before(async () => {
  server = await startTestServer()
  token = await signIn(server, 'user_good')
  brokerToken = await signIn(server, 'user_good', 'sandboxBroker')
})
after(() => server.stop())

test('a connect-only link connects, and refuses everything about sending', async () => {
  const link = await server.post('/api/v1/cataloglink?userId=user-1')
  const authCode = new URL(link.body.content.iFrameUrl).searchParams.get('auth_code')
  const { content } = (await server.post('/api/v1/link/session', { authCode }, {})).body
  assert.deepEqual([content.transfersEnabled, content.destinations, content.pendingTransfer], [false, [], null])
  const send = (method: string, path: string, body?: object) =>
    server.inSession(content.sessionToken, method, `/api/v1/link/${path}`, body)
  const fields = { username: 'user_good', password: 'pass_good' }
  const connected = (await send('POST', 'connect', { type: 'sandbox', fields })).body.content
  assert.equal(connected.state, 'connected')
  const [{ accountId }] = connected.accounts
  for (const response of [
    await send('GET', `holdings?accountId=${accountId}`),
    await send('POST', 'preview', { accountId, networkId: baseId, symbol: 'USDC', amount: '25' }),
    await send('POST', 'execute', { previewId: baseId }),
    await send('POST', 'execute/resend', { previewId: baseId }),
  ]) {
    assert.equal(response.body.errorType, 'transfersNotEnabled', response.text)
  }
})

test('a token that the site passes is the origin, and one that cannot send is marked', async () => {
  const session = await openSession(server)
  const open = (accessToken: string, brokerType: string) => session.post('accounts', { accessToken, brokerType })
  const { account } = (await open(token, 'sandbox')).body.content
  assert.deepEqual([account.transfers, account.integrationName], [true, 'Sandbox Exchange'])
  const broker = (await open(brokerToken, 'SandboxBroker')).body.content.account
  assert.equal(broker.transfers, false)
  const refused = await session.get(`holdings?accountId=${broker.accountId}`)
  assert.deepEqual([refused.status, refused.body.errorType], [422, 'integrationNotSupported'])
  assert.deepEqual(refused.body.errorData, { name: 'Sandbox Broker' })
  assert.equal((await open('at_sandbox_nothing', 'sandbox')).body.errorType, 'authTokenInvalid')
  const resumed = (await session.get('session')).body.content
  assert.equal(resumed.account.accountId, broker.accountId)
})

test('a link whose account was signed out before it is opened begins with the sign-in', async () => {
  const { query } = server.deps.database
  for (const race of [false, true]) {
    const own = await signIn(server, 'user_accounts')
    const body = { ToAddresses: [toBase], FromAuthToken: own, FromType: 'sandbox' }
    const link = await server.post('/api/v1/cataloglink?userId=user-1&enableTransfers=true', body)
    const { linkId, iFrameUrl } = link.body.content
    const ofLink = query.selectFrom('link').select('from_account_id').where('id', '=', linkId)
    const { from_account_id } = await ofLink.executeTakeFirstOrThrow()
    await server.request('DELETE', '/api/v1/account', clientHeaders, { authToken: own, type: 'sandbox' })
    // A link that was being created meanwhile still has the account.
    if (race) await query.updateTable('link').set({ from_account_id }).where('id', '=', linkId).execute()
    const authCode = new URL(iFrameUrl).searchParams.get('auth_code')
    const opened = await server.post('/api/v1/link/session', { authCode }, {})
    assert.equal(opened.status, 200, opened.text)
    const { sessionToken, ...content } = opened.body.content
    const reloaded = (await server.inSession(sessionToken, 'GET', '/api/v1/link/session')).body.content
    for (const { account, fromType, start } of [content, reloaded])
      assert.deepEqual([account, fromType, start], [null, 'sandbox', 'chooseAccount'])
  }
})

test('a session and its transfer name the app’s user and TransactionId', async () => {
  const session = await openSession(server, { ToAddresses: [toBase], TransactionId: 'order-7' })
  const { content } = (await session.get('session')).body
  assert.deepEqual([content.transactionId, typeof content.userId], ['order-7', 'string'])
  const accountId = await session.accountOf('user_good')
  const order = { accountId, networkId: baseId, symbol: 'USDC', amount: '25' }
  const { previewId } = (await session.post('preview', order)).body.content.preview
  const { transfer } = (await session.post('execute', { previewId })).body.content
  assert.deepEqual([transfer.transactionId, transfer.previewId], ['order-7', previewId])
  const unnamed = await openSession(server, { ToAddresses: [toBase] })
  assert.equal((await unnamed.get('session')).body.content.transactionId, null)
})

test('the app’s fixed choices can be neither changed nor left out', async () => {
  const session = await openSession(server, { ToAddresses: [toBase], Symbol: 'USDC', Amount: 25.5 })
  const accountId = await session.accountOf('user_good')
  assert.deepEqual((await session.get('session')).body.content.fixed, {
    symbol: 'USDC',
    amount: '25.5',
    amountInFiat: null,
  })
  assert.equal((await session.preview(accountId, '25.6')).body.errorData.field, 'amount')
  assert.equal((await session.preview(accountId, '25.50')).status, 200)
  const tooMuch = await openSession(server, { ToAddresses: [toBase], Symbol: 'USDC', Amount: 2_000_000 })
  const refused = await tooMuch.preview(await tooMuch.accountOf('user_good'), '2000000')
  assert.deepEqual([refused.body.errorType, refused.body.errorData.maximum], ['amountAboveMaximum', '1000000'])
})

test('another user sees neither the pending transfer nor the accounts', async () => {
  const mine = await openSession(server)
  const accountId = await mine.accountOf('user_good')
  const { previewId } = (await mine.preview(accountId, '31.03')).body.content.preview
  const { transfer } = (await mine.execute(previewId)).body.content
  const link = await server.post('/api/v1/cataloglink?userId=user-2&enableTransfers=true', { ToAddresses: [toBase] })
  const authCode = new URL(link.body.content.iFrameUrl).searchParams.get('auth_code')
  const { sessionToken, pendingTransfer } = (await server.post('/api/v1/link/session', { authCode }, {})).body.content
  assert.equal(pendingTransfer, null)
  for (const [path, errorType] of [
    [`transfer/${transfer.transferId}`, 'transferNotFound'],
    [`holdings?accountId=${accountId}`, 'accountNotFound'],
  ] as const) {
    const response = await server.inSession(sessionToken, 'GET', `/api/v1/link/${path}`)
    assert.deepEqual([response.status, response.body.errorType], [404, errorType])
  }
  const sent = await server.inSession(sessionToken, 'POST', '/api/v1/link/execute/resend', { previewId })
  assert.deepEqual([sent.status, sent.body.errorType], [404, 'previewNotFound'])
})

test('a resumed session returns its transfer also when that has ended, a new link does not', async () => {
  const user = `user-${Math.random()}`
  const open = async () => {
    const link = await server.post(`/api/v1/cataloglink?userId=${user}&enableTransfers=true`, { ToAddresses: [toBase] })
    const authCode = new URL(link.body.content.iFrameUrl).searchParams.get('auth_code')
    return (await server.post('/api/v1/link/session', { authCode }, {})).body.content
  }
  const { sessionToken } = await open()
  const request = (method: 'GET' | 'POST', path: string, body?: object) =>
    server.inSession(sessionToken, method, `/api/v1/link/${path}`, body)
  const fields = { username: 'user_good', password: 'pass_good' }
  const [{ accountId }] = (await request('POST', 'connect', { type: 'sandbox', fields })).body.content.accounts
  const choice = { accountId, networkId: toBase.NetworkId, symbol: 'USDC', amount: '34.01' }
  const { previewId } = (await request('POST', 'preview', choice)).body.content.preview
  const { transfer } = (await request('POST', 'execute', { previewId })).body.content
  assert.equal(transfer.status, 'Failed')
  const { pendingTransfer } = (await request('GET', 'session')).body.content
  assert.deepEqual([pendingTransfer.transferId, pendingTransfer.status], [transfer.transferId, 'Failed'])
  assert.equal((await open()).pendingTransfer, null)
})

test('a page whose response came too late opens its link again by its secret, and no other page does', async () => {
  const link = await server.post('/api/v1/cataloglink?userId=user-4&enableTransfers=true', { ToAddresses: [toBase] })
  const authCode = new URL(link.body.content.iFrameUrl).searchParams.get('auth_code')
  const open = (opening?: string) => server.post('/api/v1/link/session', { authCode, opening }, {})
  const [first, again] = [await open('a-secret-of-one-page'), await open('a-secret-of-one-page')]
  assert.equal(again.body.content.linkId, first.body.content.linkId)
  for (const other of [undefined, 'a-secret-of-another']) assert.equal((await open(other)).status, 410)
  const plain = await server.post('/api/v1/cataloglink?userId=user-4&enableTransfers=true', { ToAddresses: [toBase] })
  const code = new URL(plain.body.content.iFrameUrl).searchParams.get('auth_code')
  const spend = (body: object) => server.post('/api/v1/link/session', { authCode: code, ...body }, {})
  assert.equal((await spend({})).status, 200)
  assert.equal((await spend({ opening: 'a-secret-of-one-page' })).status, 410)
})

test('each integration states its health, its sign-in, and whether it can send', async () => {
  const session = await openSession(server)
  const { integrations } = (await session.get('integrations')).body.content
  assert.deepEqual(
    integrations.map(({ type, status, transfers, auth }: Record<string, unknown>) => [type, status, transfers, auth]),
    [
      ['sandbox', 'up', true, integrations[0].auth],
      ['sandboxBroker', 'up', false, integrations[0].auth],
      ['DeFiWallet', 'up', true, { scheme: 'wallet', fields: [] }],
    ],
  )
  assert.deepEqual(integrations[0].auth, {
    scheme: 'credentials',
    fields: [
      { name: 'username', label: 'User name', secret: false },
      { name: 'password', label: 'Password', secret: true },
    ],
  })
})
