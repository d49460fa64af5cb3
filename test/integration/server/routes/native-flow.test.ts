import assert from 'node:assert/strict'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  baseId,
  ethereumId,
  execute,
  newLink,
  newSession,
  preview,
  recipient,
  signIn,
  toBase,
  tokenBalance,
  untilEnded,
} from '../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

test('the networks carry the spec’s fields and the static ids', async () => {
  const { status, body } = await server.get('/api/v1/transfers/managed/networks')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['content', 'status', 'message'])
  const base = body.content.networks.find((network: { id: string }) => network.id === baseId)
  assert.deepEqual(Object.keys(base), ['id', 'name', 'chainId', 'supportedTokens', 'supportedBrokerTypes'])
  assert.equal(typeof base.chainId, 'string')
  assert.ok(!['1', '8453'].includes(base.chainId), 'a sandbox chain never has the id of a real one')
  assert.ok(body.content.networks.some((network: { id: string }) => network.id === ethereumId))
})

test('configure lists every holding, exactly, with a reason for each that cannot be sent', async () => {
  const token = await signIn(server, 'user_good')
  const request = { FromAuthToken: token, FromType: 'sandbox', ToAddresses: [toBase] }
  const { text, body } = await server.post('/api/v1/transfers/managed/configure', request)
  assert.match(text, /"availableBalance":12345678\.901234567890123456[,}]/)
  assert.match(text, /"availableBalance":12\.345678901234567891[,}]/)
  const { holdings, status } = body.content
  assert.equal(status, 'succeeded')
  for (const holding of holdings) {
    assert.equal(holding.eligibleForTransfer, holding.ineligibilityReason === undefined, holding.symbol)
    for (const network of holding.networks)
      assert.equal(network.eligibleForTransfer, network.ineligibilityReason === undefined)
  }
  const usdc = holdings.find((holding: { symbol: string }) => holding.symbol === 'USDC')
  assert.ok(usdc.eligibleForTransfer)
  assert.equal(
    holdings.find((holding: { symbol: string }) => holding.symbol === 'XMR').ineligibilityReason,
    'noEligibleNetworks',
  )
})

test('names are accepted in any casing', async () => {
  const token = await signIn(server, 'user_good')
  const request = {
    fromauthtoken: token,
    FROMTYPE: 'Sandbox',
    toAddresses: [{ networkId: baseId, symbol: 'USDC', address: recipient }],
  }
  assert.equal((await server.post('/api/v1/transfers/managed/configure', request)).status, 200)
  const link = await server.post('/api/v1/cataloglink?UserId=user-1&EnableTransfers=true', { toAddresses: [toBase] })
  assert.equal(link.status, 200)
})

test('a transfer ends in the chain with exactly the amount, and a repeat returns the same transfer', async () => {
  const token = await signIn(server, 'user_good')
  const { body } = await preview(server, token, '123.456789')
  const { PreviewId, ContractAddress, ExpiresIn } = body.PreviewResult
  assert.equal(ExpiresIn, 300)
  const balance = () => tokenBalance(server, 'base', ContractAddress, recipient)
  const before = await balance()
  const [first, second] = await Promise.all([execute(server, token, PreviewId), execute(server, token, PreviewId)])
  assert.equal(first.body.Status, 'Succeeded')
  assert.equal(first.body.ErrorMessage, null)
  assert.equal(first.body.TransferResult.Status, 'Pending')
  assert.equal(first.body.TransferResult.TransferId, second.body.TransferResult.TransferId)
  const ended = await untilEnded(server, first.body.TransferResult.TransferId)
  assert.equal(ended.status, 'Succeeded')
  assert.match(ended.hash, /^0x[0-9a-f]{64}$/)
  assert.equal((await balance()) - before, 123_456_789n)
  const replayed = await execute(server, token, PreviewId)
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
  assert.equal(replayed.body.TransferResult.Hash, ended.hash)
})

test('eighteen decimals arrive digit for digit, in number and in chain', async () => {
  const token = await signIn(server, 'user_good')
  const amount = '1234567.890123456789012345'
  const more = { NetworkId: undefined, Symbol: 'TEST' }
  const { text, body } = await preview(server, token, amount, more)
  assert.match(text, new RegExp(`"Amount":${amount.replace('.', '\\.')}[,}]`))
  const { PreviewId, ContractAddress } = body.PreviewResult
  const executed = await execute(server, token, PreviewId)
  await untilEnded(server, executed.body.TransferResult.TransferId)
  assert.equal(await tokenBalance(server, 'ethereum', ContractAddress, recipient), 1234567890123456789012345n)
})

test('a code required at execute: wrong, expired, then right', async () => {
  const token = await signIn(server, 'user_mfa_transfer')
  const previewId = (await preview(server, token, '7')).body.PreviewResult.PreviewId
  const prompted = await execute(server, token, previewId)
  assert.equal(prompted.status, 200)
  assert.equal(prompted.body.Status, 'MfaRequired')
  assert.equal(prompted.body.TransferResult, null)
  assert.equal(prompted.body.MfaType, 'totp')
  const wrong = await execute(server, token, previewId, '000000')
  assert.equal(wrong.body.Status, 'MfaFailed')
  assert.match(wrong.body.ErrorMessage, /4 tries left/)
  const expired = await execute(server, token, previewId, '111111')
  assert.equal(expired.status, 200)
  const { Status, ErrorType, ErrorMessage, MfaAttemptsLeft } = expired.body
  assert.deepEqual([Status, ErrorType, MfaAttemptsLeft], ['MfaFailed', 'mfaCodeExpired', 4])
  assert.match(ErrorMessage, /expired/)
  const right = await execute(server, token, previewId, '123456')
  assert.equal(right.body.Status, 'Succeeded')
  assert.equal((await untilEnded(server, right.body.TransferResult.TransferId)).status, 'Succeeded')
})

test('each magic amount has its outcome', async () => {
  const token = await signIn(server, 'user_good')
  const run = async (amount: string) => {
    const { PreviewId } = (await preview(server, token, amount)).body.PreviewResult
    return execute(server, token, PreviewId)
  }
  const rejected = await run('5.01')
  assert.deepEqual(
    [rejected.status, rejected.body.Status, rejected.body.TransferResult.StatusDetail],
    [422, 'Failed', 'Rejected'],
  )
  assert.equal((await run('5.02')).body.Status, 'MfaRequired')
  const held = await run('5.03')
  assert.equal(held.body.TransferResult.Status, 'Pending')
  const returned = await untilEnded(server, (await run('5.05')).body.TransferResult.TransferId)
  assert.deepEqual([returned.status, returned.statusDetail], ['Failed', 'Returned'])
  const lost = await run('5.07')
  assert.deepEqual([lost.body.Status, lost.body.TransferResult.Status], ['Succeeded', 'Pending'])
  assert.equal((await untilEnded(server, lost.body.TransferResult.TransferId)).status, 'Succeeded')
  const quick = (await preview(server, token, '5.04')).body.PreviewResult
  assert.equal(quick.ExpiresIn, 5)
})

test('a new link for the same user offers the transfer that is still pending', async () => {
  const session = await newSession(server)
  const { pendingTransfer } = (await server.inSession(session, 'GET', '/api/v1/link/session')).body.content
  assert.equal(pendingTransfer.amount, '5.03')
})

test('a link session connects, previews and executes, to the link’s own addresses only', async () => {
  const session = await newSession(server)
  const connect = { type: 'sandbox', fields: { username: 'user_accounts', password: 'pass_good' } }
  const connected = await server.inSession(session, 'POST', '/api/v1/link/connect', connect)
  const { accounts, authData } = connected.body.content
  assert.equal(accounts.length, 3)
  assert.equal(authData.accessToken.accountTokens.length, 3)
  const { accountId } = accounts[0]
  const elsewhere = { accountId, networkId: ethereumId, symbol: 'USDC', amount: '10' }
  assert.equal(
    (await server.inSession(session, 'POST', '/api/v1/link/preview', elsewhere)).body.errorType,
    'toAddressNotConfigured',
  )
  const terms = { accountId, networkId: baseId, symbol: 'USDC', amount: '10.5' }
  const { body } = await server.inSession(session, 'POST', '/api/v1/link/preview', terms)
  assert.equal(body.content.preview.totalDeducted[0].amount, '10.54')
  const { previewId } = body.content.preview
  const executed = await server.inSession(session, 'POST', '/api/v1/link/execute', { previewId })
  assert.equal(executed.body.content.outcome, 'succeeded')
  const { transferId } = executed.body.content.transfer
  assert.equal((await untilEnded(server, transferId)).status, 'Succeeded')
  const stream = await server.inSession(session, 'GET', `/api/v1/link/transfer/${transferId}/events`)
  assert.match(stream.text, /event: transfer\n.*"status":"Succeeded"/)
})

test('a link session may use accounts connected in it or handed to it, and no others', async () => {
  const connect = { type: 'sandbox', fields: { username: 'user_good', password: 'pass_good' } }
  const earlier = await newSession(server)
  const { accounts, authData } = (await server.inSession(earlier, 'POST', '/api/v1/link/connect', connect)).body.content
  const session = await newSession(server)
  const terms = { accountId: accounts[0].accountId, networkId: baseId, symbol: 'USDC', amount: '10.5' }
  const refused = await server.inSession(session, 'POST', '/api/v1/link/preview', terms)
  assert.equal(refused.body.errorType, 'accountNotFound')
  const handed = { accessToken: authData.auth_token, brokerType: 'sandbox' }
  assert.equal((await server.inSession(session, 'POST', '/api/v1/link/accounts', handed)).status, 200)
  assert.equal((await server.inSession(session, 'POST', '/api/v1/link/preview', terms)).status, 200)
})

test('the preview has the app’s fixed choices', async () => {
  const preview = async (fixed: object, amount: string, symbol = 'USDC') => {
    const toEth = { NetworkId: baseId, Symbol: 'ETH', Address: recipient }
    const session = await newSession(server, { ToAddresses: [toBase, toEth], Symbol: 'USDC', ...fixed })
    const connect = { type: 'sandbox', fields: { username: 'user_good', password: 'pass_good' } }
    const { accounts } = (await server.inSession(session, 'POST', '/api/v1/link/connect', connect)).body.content
    const terms = { accountId: accounts[0].accountId, networkId: baseId, symbol, amount }
    return server.inSession(session, 'POST', '/api/v1/link/preview', terms)
  }
  assert.equal((await preview({ Amount: 12.5 }, '12.5')).status, 200)
  assert.equal((await preview({ Amount: 12.5 }, '777')).body.errorType, 'invalidField')
  assert.equal((await preview({ Amount: 12.5 }, '12.5', 'ETH')).body.errorType, 'invalidField')
  assert.equal((await preview({ AmountInFiat: 30 }, '30')).status, 200)
  assert.equal((await preview({ AmountInFiat: 30 }, '31')).body.errorType, 'invalidField')
  assert.equal((await preview({ Symbol: null, AmountInFiat: 30 }, '30')).status, 200)
  assert.equal((await preview({ Symbol: null, AmountInFiat: 30 }, '31')).body.errorType, 'invalidField')
  assert.equal((await preview({ Symbol: null, AmountInFiat: 3e4 }, '0.1', 'ETH')).body.errorType, 'invalidField')
})

test('a code at sign-in: by authenticator, text message and e-mail', async () => {
  for (const kind of ['totp', 'phone', 'email']) {
    const session = await newSession(server)
    const connect = { type: 'sandbox', fields: { username: 'user_mfa', password: 'pass_good' } }
    const started = (await server.inSession(session, 'POST', '/api/v1/link/connect', connect)).body.content
    assert.equal(started.state, 'codeRequired')
    const path = `/api/v1/link/connect/${started.connectionId}`
    const chosen = (await server.inSession(session, 'POST', `${path}/resend`, { kind })).body.content
    assert.equal(chosen.codeKind, kind)
    const wrong = await server.inSession(session, 'POST', `${path}/code`, { code: '000000' })
    assert.deepEqual([wrong.status, wrong.body.errorType], [422, 'codeWrong'])
    const expired = await server.inSession(session, 'POST', `${path}/code`, { code: '111111' })
    assert.equal(expired.body.errorType, 'codeExpired')
  }
})

test('an auth_code is spent by one of many redemptions at once, and a visit of the page spends nothing', async () => {
  const { authCode, iFrameUrl } = await newLink(server)
  await server.get(new URL(iFrameUrl).pathname + new URL(iFrameUrl).search)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => server.post('/api/v1/link/session', { authCode }, {})),
  )
  assert.equal(responses.filter((response) => response.status === 200).length, 1)
  assert.equal(responses.filter((response) => response.body.errorType === 'linkExpired').length, 19)
})

test('a refresh token works once, and its second use ends the family', async () => {
  const session = await newSession(server)
  const connect = { type: 'sandbox', fields: { username: 'user_good', password: 'pass_good' } }
  const { refresh_token: refreshToken } = (await server.inSession(session, 'POST', '/api/v1/link/connect', connect))
    .body.content.authData
  const renewed = await server.post('/api/v1/token/refresh', { refreshToken })
  const request = { FromAuthToken: renewed.body.content.accessToken, FromType: 'sandbox', ToAddresses: [toBase] }
  assert.equal((await server.post('/api/v1/transfers/managed/configure', request)).status, 200)
  assert.equal((await server.post('/api/v1/token/refresh', { refreshToken })).body.errorType, 'refreshTokenInvalid')
  assert.equal((await server.post('/api/v1/transfers/managed/configure', request)).body.errorType, 'authTokenInvalid')
})

test('the log and the server’s files contain no password, code or token', async () => {
  const session = await newSession(server)
  const connect = { type: 'sandbox', fields: { username: 'user_mfa', password: 'pass_good' } }
  const { connectionId } = (await server.inSession(session, 'POST', '/api/v1/link/connect', connect)).body.content
  const path = `/api/v1/link/connect/${connectionId}/code`
  const { authData } = (await server.inSession(session, 'POST', path, { code: '123456' })).body.content
  const { authCode } = await newLink(server)
  const files = globSync('server/**', { cwd: server.folder }).filter((file) =>
    statSync(join(server.folder, file)).isFile(),
  )
  assert.ok(files.some((file) => file.endsWith('transfer-link.db')))
  const stored = files.map((file) => readFileSync(join(server.folder, file), 'latin1')).join('\n')
  const secrets = [
    'pass_good',
    '"123456"',
    session,
    authData.auth_token,
    authData.refresh_token,
    authCode,
    'sk_sandbox_demo',
  ]
  for (const secret of secrets) {
    assert.ok(!stored.includes(secret), `${secret.slice(0, 12)}… is in a file`)
    assert.ok(!server.logged().includes(secret), `${secret.slice(0, 12)}… is in the log`)
  }
})
