// Connecting an account: sign-ins that wait for their user, codes by several methods, and accounts that may not send.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deleteExpiredConnections } from '../../../../../server/accounts/connection-rows.ts'
import { withExchange } from '../../../../support/error-rows.ts'
import { atExchange, openSession } from '../../../../support/link-session.ts'
import { baseId, newLink, signIn, toBase } from '../../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

test('a sign-in confirmed by e-mail: polled until it is connected, and once more for a lost response', async () => {
  const session = await openSession(server)
  const { content } = (await session.connect('user_email_login')).body
  assert.deepEqual([content.state, content.waitingFor, content.sentTo], ['waiting', 'email', 'u•••@example.com'])
  assert.match(content.url, /\/outbox$/)
  assert.ok(content.expiresIn > 290 && content.expiresIn <= 300)
  const poll = () => session.get(`connect/${content.connectionId}`)
  assert.equal((await poll()).body.content.state, 'waiting')
  const resent = await session.post(`connect/${content.connectionId}/resend`)
  assert.equal(resent.body.content.state, 'waiting')
  await atExchange(server, 'user_email_login').openNewestLink()
  const connected = (await poll()).body.content
  assert.equal(connected.state, 'connected')
  assert.match(connected.authData.auth_token, /^at/)
  assert.deepEqual((await poll()).body.content, connected)
  const [{ accountId }] = connected.accounts
  assert.equal((await session.get(`holdings?accountId=${accountId}`)).body.content.status, 'succeeded')
  const other = await openSession(server)
  assert.equal((await other.get(`connect/${content.connectionId}`)).body.errorType, 'connectionNotFound')
})

test('a sign-in on a device: declined, and not approved in time', async () => {
  const session = await openSession(server)
  const declined = (await session.connect('user_device_login')).body.content
  assert.match(declined.url, /\/device$/)
  await atExchange(server, 'user_device_login').decide('declined')
  const refused = await session.get(`connect/${declined.connectionId}`)
  assert.deepEqual([refused.status, refused.body.errorType], [422, 'confirmationDeclined'])
  assert.deepEqual(refused.body.errorData, { name: 'Sandbox Exchange' })
  const approved = (await session.connect('user_device_login')).body.content
  await atExchange(server, 'user_device_login').decide('given')
  assert.equal((await session.get(`connect/${approved.connectionId}`)).body.content.state, 'connected')
})

test('a resumed session returns its newest sign-in if that one succeeded', async () => {
  const session = await openSession(server)
  const connected = async () => (await session.get('session')).body.content.connected
  assert.equal(await connected(), null)
  const { connectionId, authData } = (await session.connect('user_good')).body.content
  assert.deepEqual(await connected(), { connectionId, type: 'sandbox' })
  assert.deepEqual((await session.get(`connect/${connectionId}`)).body.content.authData, authData)
  await session.connect('user_mfa')
  assert.equal(await connected(), null)
})

test('two accounts of the same name have distinct names for the user and the app', async () => {
  const twins = withExchange(server, {
    startSignIn: async (credentials) => ({
      state: 'connected',
      credentials,
      renewable: false,
      accounts: ['acc-7001', 'acc-8002'].map((externalId) => ({ externalId, name: 'Main' })),
    }),
  })
  const { accounts, authData } = (await (await openSession(twins)).connect('user_accounts')).body.content
  const names = ['Main (…7001)', 'Main (…8002)']
  assert.deepEqual(
    accounts.map(({ name }: { name: string }) => name),
    names,
  )
  const tokens = authData.accessToken.accountTokens as { account: { accountName: string } }[]
  assert.deepEqual(
    tokens.map(({ account }) => account.accountName),
    names,
  )
})

test('a connection that waits for nothing cannot be read, and a connected one accepts no code', async () => {
  const session = await openSession(server)
  assert.equal((await session.get(`connect/${baseId}`)).body.errorType, 'connectionNotFound')
  const code = (await session.connect('user_mfa')).body.content
  assert.equal((await session.get(`connect/${code.connectionId}`)).body.errorType, 'connectionNotFound')
  const { connectionId } = (await session.connect('user_good')).body.content
  const submitted = await session.post(`connect/${connectionId}/code`, { code: '123456' })
  assert.equal(submitted.body.errorType, 'connectionNotFound')
})

test('user_mfa: wrong, expired, five times wrong, and another method with its masked receiver', async () => {
  const session = await openSession(server)
  const { connectionId } = (await session.connect('user_mfa')).body.content
  const enter = (code: string) => session.post(`connect/${connectionId}/code`, { code })
  const byPhone = (await session.post(`connect/${connectionId}/resend`, { kind: 'phone' })).body.content
  assert.deepEqual([byPhone.codeKind, byPhone.codeSentTo], ['phone', '•••• 4321'])
  const expired = await enter('111111')
  assert.deepEqual([expired.status, expired.body.errorType], [422, 'codeExpired'])
  for (const attemptsLeft of [4, 3, 2, 1]) {
    const wrong = await enter('000000')
    assert.deepEqual(wrong.body.errorData, { name: 'Sandbox Exchange', attemptsLeft })
  }
  const locked = await enter('000000')
  assert.deepEqual([locked.status, locked.body.errorType], [423, 'codeLocked'])
})

test('user_kyc: every request requires verification and names its page, until it is finished there', async () => {
  const session = await openSession(server)
  const accountId = await session.accountOf('user_kyc')
  const token = await signIn(server, 'user_kyc')
  const configure = () =>
    server.post('/api/v1/transfers/managed/configure', {
      FromAuthToken: token,
      FromType: 'sandbox',
      ToAddresses: [toBase],
    })
  for (const response of [
    await session.get(`holdings?accountId=${accountId}`),
    await session.preview(accountId, '25'),
    await configure(),
  ]) {
    assert.deepEqual([response.status, response.body.errorType], [422, 'kycRequired'])
    assert.match(response.body.errorData.url, /\/verification$/)
  }
  await atExchange(server, 'user_kyc').do('verify')
  assert.equal((await session.get(`holdings?accountId=${accountId}`)).status, 200)
  assert.equal((await configure()).body.content.status, 'succeeded')
})

test('user_hold: every asset and the preview state until when; the console ends the hold', async () => {
  const session = await openSession(server)
  const accountId = await session.accountOf('user_hold')
  const holdings = async () => (await session.get(`holdings?accountId=${accountId}`)).body.content.holdings
  const [usdc] = await holdings()
  assert.deepEqual([usdc.eligibleForTransfer, usdc.ineligibilityReason], [false, 'withdrawHold'])
  const { until, exchange } = usdc.ineligibilityData
  assert.equal(exchange, 'Sandbox Exchange')
  assert.ok(Date.parse(until) > Date.now() + 23 * 3_600_000)
  const refused = await session.preview(accountId, '25')
  assert.deepEqual([refused.status, refused.body.errorType, refused.body.errorData.until], [422, 'withdrawHold', until])
  await atExchange(server, 'user_hold').do('end-hold')
  assert.equal((await holdings())[0].eligibleForTransfer, true)
})

test('user_readonly may not send, which is stated before anything is chosen', async () => {
  const session = await openSession(server)
  const accountId = await session.accountOf('user_readonly')
  for (const response of [
    await session.get(`holdings?accountId=${accountId}`),
    await session.preview(accountId, '25'),
  ]) {
    assert.deepEqual([response.status, response.body.errorType], [403, 'missingExchangePermission'])
    assert.deepEqual(response.body.errorData, { name: 'Sandbox Exchange' })
  }
})

test('user_no_refresh: no refresh token is promised', async () => {
  const session = await openSession(server)
  const { authData } = (await session.connect('user_no_refresh')).body.content
  assert.equal('refresh_token' in authData, false)
  assert.equal('refreshToken' in authData.accessToken.accountTokens[0], false)
})

test('user_accounts, user_empty, user_ineligible, user_dust: accounts, nothing, and reasons with their facts', async () => {
  const session = await openSession(server)
  assert.equal((await session.connect('user_accounts')).body.content.accounts.length, 3)
  const holdingsOf = async (login: string) => {
    const accountId = await session.accountOf(login)
    return (await session.get(`holdings?accountId=${accountId}`)).body.content.holdings
  }
  assert.deepEqual(await holdingsOf('user_empty'), [])
  for (const holding of await holdingsOf('user_ineligible')) {
    assert.equal(holding.ineligibilityReason, 'noEligibleNetworks')
    assert.deepEqual(holding.ineligibilityData, {
      app: 'Northwind',
      exchange: 'Sandbox Exchange',
      symbol: holding.symbol,
    })
  }
  const [dust] = await holdingsOf('user_dust')
  assert.equal(dust.ineligibilityReason, 'amountNotSufficient')
  const onBase = dust.networks.find(({ id }: { id: string }) => id === baseId)
  assert.equal(onBase.ineligibilityReason, 'balanceBelowMinimum')
  const { network, minimum, fee } = onBase.ineligibilityData
  assert.deepEqual([network, minimum, fee], ['Base', '1', '0.04'])
})

test('errors of user_locked and user_down name the exchange', async () => {
  const session = await openSession(server)
  const locked = await session.connect('user_locked')
  assert.deepEqual([locked.status, locked.body.errorType], [423, 'accountLocked'])
  const down = await session.connect('user_down')
  assert.deepEqual([down.status, down.body.errorType], [502, 'exchangeError'])
  for (const { body } of [locked, down]) assert.equal(body.errorData.name, 'Sandbox Exchange')
})

test('where a session starts: integration named, account handed over, none that can send, wallet', async () => {
  const startOf = async (body: object) => {
    const { authCode } = await newLink(server, { ToAddresses: [toBase], ...body })
    const { content } = (await server.post('/api/v1/link/session', { authCode }, {})).body
    return [content.start, content.fromType, content.account?.integrationName ?? null]
  }
  const token = await signIn(server, 'user_good')
  const broker = await signIn(server, 'user_good', 'sandboxBroker')
  assert.deepEqual(await startOf({}), ['chooseAccount', null, null])
  assert.deepEqual(await startOf({ FromType: 'SANDBOX' }), ['chooseAccount', 'sandbox', null])
  assert.deepEqual(await startOf({ FromType: 'defiwallet' }), ['connectWallet', 'DeFiWallet', null])
  assert.deepEqual(await startOf({ FromAuthToken: token, FromType: 'sandbox' }), [
    'chooseAsset',
    null,
    'Sandbox Exchange',
  ])
  assert.deepEqual(await startOf({ FromAuthToken: broker, FromType: 'sandboxBroker' }), [
    'noEligibleAssets',
    null,
    'Sandbox Broker',
  ])
})

test('a sign-in that is not confirmed in time has ended, and the data of finished sign-ins is erased', async () => {
  const pending = { challengeId: 'x' }
  const waiting = {
    state: 'waiting',
    pending,
    by: 'device',
    sentTo: 'Pixel 9',
    url: null,
    expiresInSeconds: 1,
  } as const
  const impatient = withExchange(server, {
    startSignIn: async () => waiting,
    checkSignIn: async () => ({ state: 'failed', reason: 'confirmationExpired' }),
  })
  const session = await openSession(impatient)
  const { connectionId } = (await session.connect('user_device_login')).body.content
  const late = await session.get(`connect/${connectionId}`)
  assert.deepEqual([late.status, late.body.errorType], [422, 'confirmationExpired'])
  const rows = () => server.deps.database.query.selectFrom('connection').selectAll().execute()
  assert.doesNotMatch(JSON.stringify(await rows()), /at_sandbox|rt_sandbox/)
  server.wait(600_001)
  assert.equal((await session.get(`connect/${connectionId}`)).body.errorType, 'connectionNotFound')
  await deleteExpiredConnections(server.deps)
  assert.deepEqual(await rows(), [])
})
