// Every error that the contract lists for preview and execute, one row per case: the HTTP status, the errorType, and the response's
// statement about the money. Failures of the exchange are simulated by replacing one method of its adapter.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Amount } from '../../../../server/contract/amount.ts'
import type { Exchange } from '../../../../server/exchanges/exchange.ts'
import type { FailureKind } from '../../../../server/exchanges/exchange-failure.ts'
import { readBlocklist } from '../../../../server/risk/blocklist.ts'
import {
  failing,
  type Row,
  testRow,
  withExchange,
  withLimit,
  withRoutes,
  withTags,
} from '../../../support/error-rows.ts'
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
} from '../../../support/native-flow.ts'
import { expectedRows, namesOfRows } from '../../../support/provoked-errors.ts'
import { scriptedRecovery } from '../../../support/scripted-exchange.ts'
import {
  type ApiResponse,
  clientHeaders,
  type Requests,
  startTestServer,
  type TestServer,
} from '../../../support/test-server.ts'

let server: TestServer
let token: string
let mfaToken: string
let brokerToken: string
before(async () => {
  server = await startTestServer()
  token = await signIn(server, 'user_good')
  mfaToken = await signIn(server, 'user_mfa_transfer')
  brokerToken = await signIn(server, 'user_good', 'sandboxBroker')
})
after(() => server.stop())

const executePath = '/api/v1/transfers/managed/execute'
const networksPath = '/api/v1/transfers/managed/networks'

async function newPreviewId(amount = '5', on: Requests = server, of = token): Promise<string> {
  return (await preview(on, of, amount)).body.PreviewResult.PreviewId
}

const refusedRecipient = () => readBlocklist(server.deps.networks, recipient)

/** From where the exchange sends. */
async function ownAddress(): Promise<string> {
  return (await preview(server, token, '5')).body.PreviewResult.FromAddress
}

/** Executes a good preview at an exchange with these methods replaced. */
async function executeWith(methods: Partial<Exchange>): Promise<ApiResponse> {
  return execute(withExchange(server, methods), token, await newPreviewId('6'))
}

async function executeFailing(kind: FailureKind): Promise<ApiResponse> {
  const previewId = await newPreviewId()
  const refused = await execute(withExchange(server, { holdings: failing(kind) }), token, previewId)
  // Nothing was executed, so the preview is as good as before.
  assert.equal((await execute(server, token, previewId)).body.Status, 'Succeeded')
  return refused
}

/** Submits a code after the exchange has required one. */
async function codeAfterPrompt(code: string): Promise<ApiResponse> {
  const previewId = await newPreviewId('7', server, mfaToken)
  await execute(server, mfaToken, previewId)
  return execute(server, mfaToken, previewId, code)
}

async function wrongCodes(count: number): Promise<ApiResponse> {
  const previewId = await newPreviewId('7', server, mfaToken)
  await execute(server, mfaToken, previewId)
  let last: ApiResponse | null = null
  for (let n = 0; n < count; n++) last = await execute(server, mfaToken, previewId, '000000')
  if (last === null) throw new Error('no code was tried')
  return last
}

/** The second of two equal transfers at an exchange that cannot distinguish them, while the first is unknown. */
async function twin(): Promise<ApiResponse> {
  const on = withExchange(server, {
    recovery: { ...scriptedRecovery, class: 'match', fenceMs: null },
    withdraw: async () => ({ kind: 'ambiguous', reason: 'a test' }),
    listWithdrawals: async () => [],
  })
  const [first, second] = [await newPreviewId('8.125', on), await newPreviewId('8.125', on)]
  assert.equal((await execute(on, token, first)).body.TransferResult.StatusDetail, 'Unknown')
  return execute(on, token, second)
}

const previewRows: Row[] = [
  ['preview', 'unknownNetwork', () => preview(server, token, '5', { NetworkId: 'nowhere' })],
  ['preview', 'tokenNotOnNetwork', () => preview(server, token, '5', { Symbol: 'DOGE' })],
  ['preview', 'invalidAddress', () => preview(server, token, '5', { ToAddress: '0x12' })],
  [
    'preview',
    'addressChecksumFailed',
    () => preview(server, token, '5', { ToAddress: recipient.replace('A38f', 'A38F') }),
  ],
  ['preview', 'tagRequired', () => preview(withTags(server), token, '5')],
  ['preview', 'networkRequired', () => preview(server, token, '5', { NetworkId: undefined })],
  ...['0', '-5', '"5"', 'null', '[]', '{}', 'true'].map(
    (amount): Row => ['preview', 'invalidAmount', () => preview(server, token, amount), amount],
  ),
  ['preview', 'amountPrecision', () => preview(server, token, '1.0000001')],
  ['preview', 'amountPrecision', () => preview(server, token, '1e-30'), 'far too fine'],
  ['preview', 'amountBelowMinimum', () => preview(server, token, '0.5')],
  ['preview', 'amountAboveMaximum', () => preview(server, token, '1000001')],
  ['preview', 'insufficientBalance', () => preview(server, token, '30000')],
  ['preview', 'insufficientForFee', () => preview(server, token, '20000.48')],
  ['preview', 'assetNotEligible', () => preview(server, token, '5', { Symbol: 'NONE', NetworkId: undefined })],
  ['preview', 'networkNotEligible', () => preview(withRoutes(server, null), token, '5')],
  ['preview', 'withdrawalsSuspended', () => preview(withRoutes(server, { enabled: false }), token, '5')],
  [
    'preview',
    'noPrice',
    () => preview(server.over({ prices: { listOf: async () => ({ at: new Date(), of: () => null }) } }), token, '5'),
  ],
  ['preview', 'selfCustodyNotSupported', () => preview(server, token, '5', { FromType: 'defiwallet' })],
  ['preview', 'integrationNotSupported', () => preview(server, brokerToken, '5', { FromType: 'sandboxBroker' })],
  ['preview', 'riskBlocked', () => preview(server, token, '5', { ToAddress: `0x${'0'.repeat(40)}` })],
  ['preview', 'addressSanctioned', () => preview(server.over({ blocklist: refusedRecipient() }), token, '5')],
  ['preview', 'limitExceeded', () => withLimit(server, 'usd-per-user', () => preview(server, token, '5'))],
  ['preview', 'destinationCoolingDown', () => withLimit(server, 'cool-down', () => preview(server, token, '5'))],
  ['preview', 'destinationNotAllowed', () => withLimit(server, 'allow-list', () => preview(server, token, '5'))],
  ['preview', 'destinationIsOrigin', async () => preview(server, token, '5', { ToAddress: await ownAddress() })],
  ['preview', 'invalidField', () => preview(server, token, '5', { FromType: 5 })],
  ['preview', 'kycRequired', async () => preview(server, await signIn(server, 'user_kyc'), '5')],
  ['preview', 'missingExchangePermission', async () => preview(server, await signIn(server, 'user_readonly'), '5')],
  ['preview', 'withdrawHold', async () => preview(server, await signIn(server, 'user_hold'), '5')],
  ['preview', 'authTokenInvalid', () => preview(server, 'at-sandbox-x', '5')],
  [
    'preview',
    'reconnectRequired',
    () => preview(withExchange(server, { quote: failing('signInEnded'), renew: failing('signInEnded') }), token, '5'),
  ],
  ['preview', 'exchangeError', () => preview(withExchange(server, { quote: failing('unreachable') }), token, '5')],
  ['preview', 'exchangeTimeout', () => preview(withExchange(server, { quote: failing('timeout') }), token, '5')],
  [
    'preview',
    'exchangeUnavailable',
    () => preview(withExchange(server, { quote: failing('unavailable') }), token, '5'),
  ],
  [
    'preview',
    'exchangeRateLimited',
    () => preview(withExchange(server, { quote: failing('rateLimited') }), token, '5'),
  ],
  [
    'preview',
    'exchangeRejected',
    () => preview(withExchange(server, { quote: failing('rejected', 'a_code') }), token, '5'),
  ],
]

/** A valid preview, executed after the exchange has restricted the account. */
async function executeRefused(code: string): Promise<ApiResponse> {
  return execute(withExchange(server, { holdings: failing('rejected', code) }), token, await newPreviewId())
}

async function executeLimited(name: Parameters<typeof withLimit>[1]): Promise<ApiResponse> {
  const previewId = await newPreviewId()
  return withLimit(server, name, () => execute(server, token, previewId))
}

const executeRows: Row[] = [
  ['execute', 'limitExceeded', () => executeLimited('usd-per-user')],
  ['execute', 'destinationCoolingDown', () => executeLimited('cool-down')],
  ['execute', 'destinationNotAllowed', () => executeLimited('allow-list')],
  ['execute', 'kycRequired', () => executeRefused('verification_required')],
  ['execute', 'missingExchangePermission', () => executeRefused('withdrawals_locked')],
  ['execute', 'mfaCodeWrong', () => wrongCodes(1)],
  ['execute', 'mfaCodeExpired', () => codeAfterPrompt('111111')],
  ['execute', 'invalidMfaCodeFormat', () => codeAfterPrompt('1')],
  ['execute', 'mfaLocked', () => wrongCodes(5)],
  ['execute', 'invalidPreviewId', () => execute(server, token, 'x')],
  ['execute', 'missingField', () => server.post(executePath, { fromAuthToken: token, fromType: 'sandbox' })],
  ['execute', 'previewNotFound', () => execute(server, token, ethereumId), 'unknown'],
  ['execute', 'previewNotFound', async () => execute(server, mfaToken, await newPreviewId()), 'another account’s'],
  [
    'execute',
    'previewChanged',
    () => executeWith({ withdraw: async () => ({ kind: 'rejected', code: 'quote_expired' }) }),
  ],
  ['execute', 'duplicateTransferInProgress', twin],
  ['execute', 'insufficientBalance', () => executeWith({ holdings: async () => [] })],
  [
    'execute',
    'addressSanctioned',
    async () => execute(server.over({ blocklist: refusedRecipient() }), token, await newPreviewId()),
    'refused since the preview',
  ],
  [
    'execute',
    'amountAboveMaximum',
    async () => execute(withRoutes(server, { maximum: Amount.parse('2') }), token, await newPreviewId()),
  ],
  [
    'execute',
    'withdrawalsSuspended',
    async () => execute(withRoutes(server, { enabled: false }), token, await newPreviewId()),
  ],
  ['execute', 'networkNotEligible', async () => execute(withRoutes(server, null), token, await newPreviewId())],
  [
    'execute',
    'exchangeRejected',
    () => executeWith({ withdraw: async () => ({ kind: 'rejected', code: 'rejected' }) }),
  ],
  ['execute', 'transferNotSent', () => executeWith({ withdraw: async () => ({ kind: 'notSent' }) })],
  ['execute', 'authTokenInvalid', () => execute(server, 'at-sandbox-x', ethereumId)],
  [
    'execute',
    'reconnectRequired',
    async () =>
      execute(
        withExchange(server, { holdings: failing('signInEnded'), renew: failing('signInEnded') }),
        token,
        await newPreviewId(),
      ),
  ],
  ['execute', 'exchangeUnavailable', () => executeFailing('unreachable'), 'unreachable'],
  ['execute', 'exchangeUnavailable', () => executeFailing('unavailable')],
  ['execute', 'exchangeUnavailable', () => executeFailing('timeout'), 'too slow'],
  ['execute', 'exchangeRateLimited', () => executeFailing('rateLimited')],
  ['reading', 'transferNotFound', () => server.get(`/api/v1/transfers/${baseId}`)],
  ['reading', 'transferNotFound', () => server.get('/api/v1/transfers/none'), 'no id'],
  ['refresh', 'refreshTokenInvalid', () => server.post('/api/v1/token/refresh', { refreshToken: 'rt-sandbox-x' })],
]

const rows = [...previewRows, ...executeRows]
for (const row of rows) testRow(row)

test('there is a row for each listed error, and no other', () => {
  assert.deepEqual(namesOfRows(rows), expectedRows(['preview', 'execute', 'reading', 'refresh']))
})

test('execute: a required code and a wrong one are no failure', async () => {
  const previewId = await newPreviewId('7', server, mfaToken)
  const prompted = await execute(server, mfaToken, previewId)
  assert.deepEqual([prompted.status, prompted.body.Status, prompted.body.TransferResult], [200, 'MfaRequired', null])
  assert.equal(prompted.body.ErrorType, 'mfaRequired')
  const wrong = await execute(server, mfaToken, previewId, '000000')
  assert.deepEqual([wrong.status, wrong.body.Status, wrong.body.MfaAttemptsLeft], [200, 'MfaFailed', 4])
})

test('execute: a lost response is no failure either, and a repeat returns the same transfer', async () => {
  const previewId = await newPreviewId('9')
  const on = withExchange(server, { withdraw: async () => ({ kind: 'ambiguous', reason: 'a test' }) })
  const lost = await execute(on, token, previewId)
  assert.deepEqual(
    [lost.status, lost.body.Status, lost.body.TransferResult.StatusDetail],
    [200, 'Succeeded', 'Unknown'],
  )
  const again = await execute(on, token, previewId)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.body.TransferResult.TransferId, lost.body.TransferResult.TransferId)
})

test('every row is returned as problem details on request, with the same status', async () => {
  const headers = { ...clientHeaders, Accept: 'application/problem+json' } as never
  const response = await server.post(
    executePath,
    { fromAuthToken: token, fromType: 'sandbox', previewId: 'x' },
    headers,
  )
  assert.deepEqual([response.status, response.body.title, response.body.status], [400, 'invalidPreviewId', 400])
  assert.equal(response.headers.get('content-type'), 'application/problem+json')
  assert.equal((await server.get(networksPath, headers)).status, 200)
})

// These move the clock, so they come last.
test('an expired preview, link, token or session is reported as expired', async () => {
  const previewId = await newPreviewId()
  const { authCode } = await newLink(server)
  const session = await newSession(server)
  server.wait(301_000)
  const expired = await execute(server, token, previewId)
  assert.deepEqual([expired.status, expired.body.ErrorType], [410, 'previewExpired'])
  server.wait(300_000)
  const old = await server.post('/api/v1/link/session', { authCode }, {})
  assert.deepEqual([old.status, old.body.errorType], [410, 'linkExpired'])
  server.wait(86_400_000)
  const ended = await server.inSession(session, 'GET', '/api/v1/link/session')
  assert.deepEqual([ended.status, ended.body.errorType], [401, 'sessionEnded'])
  for (const response of [
    await server.post('/api/v1/transfers/managed/configure', {
      FromAuthToken: token,
      FromType: 'sandbox',
      ToAddresses: [toBase],
    }),
    await preview(server, token, '5'),
    await execute(server, token, previewId),
  ]) {
    assert.deepEqual([response.status, response.body.errorType ?? response.body.ErrorType], [401, 'authTokenExpired'])
  }
})
