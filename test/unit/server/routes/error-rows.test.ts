// Every refusal that the contract names, one row a case: which HTTP status, which errorType, and what the answer says of the
// money. What the exchange does wrong is played by an exchange with one method replaced.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Amount } from '../../../../server/contract/amount.ts'
import { type ErrorType, errorCatalogue } from '../../../../server/contract/errors.ts'
import { type Exchange, ExchangeFailure, type FailureKind } from '../../../../server/exchanges/exchange.ts'
import { registryOf } from '../../../../server/exchanges/registry.ts'
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
import {
  type Answer,
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

const networksPath = '/api/v1/transfers/managed/networks'
const configurePath = '/api/v1/transfers/managed/configure'
const executePath = '/api/v1/transfers/managed/execute'
const linkPath = '/api/v1/cataloglink?userId=user-1&enableTransfers=true'

const configure = (more: object = {}, on: Requests = server) =>
  on.post(configurePath, { FromAuthToken: token, FromType: 'sandbox', ToAddresses: [toBase], ...more })
const link = (more: object, query = '', headers = clientHeaders) =>
  server.post(linkPath + query, { ToAddresses: [toBase], ...more }, headers)
const entry = (change: object) => link({ ToAddresses: [{ ...toBase, ...change }] })
const withSecret = (secret: string) => ({ ...clientHeaders, 'X-Client-Secret': secret })

function sandbox(): Exchange {
  const found = server.deps.exchanges.byType('sandbox')
  if (found === undefined) throw new Error('there is no sandbox exchange')
  return found
}

/** The same server with an exchange of which some methods do as told. */
function withExchange(methods: Partial<Exchange>): Requests {
  return server.over({ exchanges: registryOf([{ ...sandbox(), ...methods }]) })
}
const failing = (kind: FailureKind, code?: string) => () => Promise.reject(new ExchangeFailure(kind, code))
const withFailingHoldings = (kind: FailureKind, code?: string) => withExchange({ holdings: failing(kind, code) })

async function newPreviewId(amount = '5', on: Requests = server, of = token): Promise<string> {
  return (await preview(on, of, amount)).body.PreviewResult.PreviewId
}

/** Holdings whose routes are changed. */
function withRoutes(change: object | null): Requests {
  const exchange = sandbox()
  return withExchange({
    async holdings(credentials, accountId) {
      const holdings = await exchange.holdings(credentials, accountId)
      return holdings.map((holding) => ({
        ...holding,
        routes: change === null ? [] : holding.routes.map((route) => ({ ...route, ...change })),
      }))
    },
  })
}

/** Executes a good preview at an exchange that withdraws as told. */
async function executeWith(methods: Partial<Exchange>): Promise<Answer> {
  return execute(withExchange(methods), token, await newPreviewId('6'))
}

async function executeFailing(kind: FailureKind): Promise<Answer> {
  const previewId = await newPreviewId()
  const refused = await execute(withFailingHoldings(kind), token, previewId)
  // Nothing was executed, so the preview is as good as before.
  assert.equal((await execute(server, token, previewId)).body.Status, 'Succeeded')
  return refused
}

function withTags(): Requests {
  const networks = server.deps.networks
  const byId = (id: string) => {
    const network = networks.byId(id)
    return network && { ...network, tag: 'required' as const }
  }
  return server.over({ networks: { ...networks, byId } })
}

/** Anything that asks the data store fails as on a full disk. */
function withoutStorage(): Requests {
  let works = true
  const database = new Proxy(server.deps.database, {
    get(target, name, receiver) {
      if (!works && name === 'query') throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
      return Reflect.get(target, name, receiver)
    },
  })
  const requests = server.over({ database })
  works = false
  return requests
}

/** A code, once the exchange has asked for one. */
async function codeAfterQuestion(code: string): Promise<Answer> {
  const previewId = await newPreviewId('7', server, mfaToken)
  await execute(server, mfaToken, previewId)
  return execute(server, mfaToken, previewId, code)
}

async function wrongCodes(count: number): Promise<Answer> {
  const previewId = await newPreviewId('7', server, mfaToken)
  await execute(server, mfaToken, previewId)
  let last: Answer | null = null
  for (let n = 0; n < count; n++) last = await execute(server, mfaToken, previewId, '000000')
  if (last === null) throw new Error('no code was tried')
  return last
}

/** The second of two equal transfers at an exchange that cannot tell them apart, while the first is unknown. */
async function twin(): Promise<Answer> {
  const on = withExchange({
    recovery: { class: 'match', fenceMs: null, visibilityMs: 1000, emptyLooks: 2 },
    withdraw: async () => ({ kind: 'ambiguous', reason: 'a test' }),
    listWithdrawals: async () => [],
  })
  const [first, second] = [await newPreviewId('8.125', on), await newPreviewId('8.125', on)]
  assert.equal((await execute(on, token, first)).body.TransferResult.StatusDetail, 'Unknown')
  return execute(on, token, second)
}

type Row = [section: string, errorType: ErrorType, request: () => Promise<Answer>, what?: string]

const everyEndpoint: Row[] = [
  ['every endpoint', 'malformedJson', () => server.post(configurePath, '{"FromType":')],
  ['every endpoint', 'invalidField', () => configure({ FromType: 5 })],
  ['every endpoint', 'missingField', () => configure({ FromType: undefined })],
  ['every endpoint', 'unknownField', () => entry({ AdressTag: '1' })],
  ['every endpoint', 'duplicateJsonKey', () => server.post(configurePath, '{"FromType":"a","fromtype":"b"}')],
  ['every endpoint', 'bodyTooDeep', () => server.post(configurePath, `{"x":${'['.repeat(40)}${']'.repeat(40)}}`)],
  ['every endpoint', 'missingCredentials', () => server.get(networksPath, {})],
  [
    'every endpoint',
    'invalidCredentials',
    () => server.get(networksPath, withSecret('sk_sandbox_wrong')),
    'wrong secret',
  ],
  [
    'every endpoint',
    'invalidCredentials',
    () => server.get(networksPath, { ...clientHeaders, 'X-Client-Id': baseId }),
    'unknown id',
  ],
  ['every endpoint', 'environmentMismatch', () => server.get(networksPath, withSecret('sk_live_x'))],
  ['every endpoint', 'routeNotFound', () => server.get('/api/v1/nothing')],
  ['every endpoint', 'methodNotAllowed', () => server.request('PUT', networksPath, clientHeaders)],
  [
    'every endpoint',
    'notAcceptable',
    () => server.get(networksPath, { ...clientHeaders, Accept: 'text/html' } as never),
  ],
  [
    'every endpoint',
    'unsupportedMediaType',
    () => server.post(configurePath, 'a=b', { ...clientHeaders, 'Content-Type': 'text/plain' } as never),
  ],
  ['every endpoint', 'bodyTooLarge', () => server.post(configurePath, { FromType: 'x'.repeat(70_000) })],
  ['every endpoint', 'uriTooLong', () => server.get(`${networksPath}?x=${'x'.repeat(9000)}`)],
  [
    'every endpoint',
    'internalError',
    () => configure({}, withExchange({ holdings: () => Promise.reject(new TypeError('canary')) })),
  ],
  ['every endpoint', 'storageUnavailable', () => withoutStorage().get(networksPath)],
]

const linkRows: Row[] = [
  ['cataloglink', 'methodNotAllowed', () => server.request('DELETE', linkPath, clientHeaders)],
  ['cataloglink', 'invalidUserId', () => server.post('/api/v1/cataloglink', {}), 'none'],
  ['cataloglink', 'invalidUserId', () => server.post(`/api/v1/cataloglink?userId=${'x'.repeat(301)}`, {}), 'too long'],
  ['cataloglink', 'invalidUserId', () => server.post('/api/v1/cataloglink?userId=a%00b', {}), 'a control character'],
  [
    'cataloglink',
    'callbackUrlMissing',
    async () => link({}, '', (await server.newClient(['https://a.example/', 'https://b.example/'])) as never),
  ],
  ['cataloglink', 'callbackUrlInvalid', () => link({}, '&callbackUrl=http://shop.example/')],
  ['cataloglink', 'callbackUrlNotRegistered', () => link({}, '&callbackUrl=https://shop.example/')],
  ['cataloglink', 'invalidEnableTransfers', () => server.post('/api/v1/cataloglink?userId=u&enableTransfers=yes', {})],
  ['cataloglink', 'transfersNotEnabled', () => server.post('/api/v1/cataloglink?userId=u', { ToAddresses: [toBase] })],
  ['cataloglink', 'toAddressesRequired', () => link({ ToAddresses: [] })],
  ['cataloglink', 'tooManyAddresses', () => link({ ToAddresses: Array(101).fill(toBase) })],
  [
    'cataloglink',
    'duplicateAddress',
    () => link({ ToAddresses: [toBase, { ...toBase, Address: recipient.toLowerCase() }] }),
  ],
  ['cataloglink', 'unknownNetwork', () => entry({ NetworkId: 'nowhere' })],
  ['cataloglink', 'tokenNotOnNetwork', () => entry({ Symbol: 'DOGE' })],
  ['cataloglink', 'invalidAddress', () => entry({ Address: '0x12' })],
  ['cataloglink', 'addressChecksumFailed', () => entry({ Address: recipient.replace('A38f', 'A38F') })],
  ['cataloglink', 'addressOfOtherNetwork', () => entry({ Address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' })],
  ['cataloglink', 'tagRequired', () => withTags().post(linkPath, { ToAddresses: [toBase] })],
  ['cataloglink', 'invalidTag', () => entry({ AddressTag: '1' })],
  ['cataloglink', 'integrationUnknown', () => link({ FromType: 'nowhere' })],
  ['cataloglink', 'fromTokenTypeMismatch', () => link({ FromAuthToken: brokerToken, FromType: 'sandbox' })],
  ['cataloglink', 'authTokenInvalid', () => link({ FromAuthToken: 'at-sandbox-x', FromType: 'sandbox' })],
  ['cataloglink', 'environmentMismatch', () => link({ FromAuthToken: 'at-production-x', FromType: 'sandbox' })],
  ['cataloglink', 'invalidFixedAmount', () => link({ Amount: 5, AmountInFiat: 5, Symbol: 'USDC' })],
  ['session', 'linkExpired', () => server.post('/api/v1/link/session', { authCode: 'ac-sandbox-x' }, {})],
  ['session', 'sessionEnded', () => server.inSession('ls-sandbox-x', 'GET', '/api/v1/link/session')],
]

const configureRows: Row[] = [
  ['configure', 'selfCustodyNotSupported', () => configure({ FromType: 'DeFiWallet' })],
  ['configure', 'integrationUnknown', () => configure({ FromType: 'nowhere' })],
  ['configure', 'integrationNotSupported', () => configure({ FromAuthToken: brokerToken, FromType: 'sandboxBroker' })],
  ['configure', 'authTokenInvalid', () => configure({ FromAuthToken: 'at-sandbox-x' })],
  [
    'configure',
    'reconnectRequired',
    () => configure({}, withExchange({ holdings: failing('signInEnded'), renew: failing('signInEnded') })),
  ],
  ['configure', 'exchangeError', () => configure({}, withFailingHoldings('unreachable'))],
  ['configure', 'exchangeTimeout', () => configure({}, withFailingHoldings('timeout'))],
  ['configure', 'exchangeUnavailable', () => configure({}, withFailingHoldings('unavailable'))],
  ['configure', 'exchangeRateLimited', () => configure({}, withFailingHoldings('rateLimited'))],
  ['configure', 'exchangeRejected', () => configure({}, withFailingHoldings('rejected', 'a_code'))],
]

const previewRows: Row[] = [
  ['preview', 'unknownNetwork', () => preview(server, token, '5', { NetworkId: 'nowhere' })],
  ['preview', 'tokenNotOnNetwork', () => preview(server, token, '5', { Symbol: 'DOGE' })],
  ['preview', 'invalidAddress', () => preview(server, token, '5', { ToAddress: '0x12' })],
  [
    'preview',
    'addressChecksumFailed',
    () => preview(server, token, '5', { ToAddress: recipient.replace('A38f', 'A38F') }),
  ],
  ['preview', 'tagRequired', () => preview(withTags(), token, '5')],
  ['preview', 'networkRequired', () => preview(server, token, '5', { NetworkId: undefined })],
  ...['0', '-5', '"5"', 'null', '1e400', '[]', '{}', 'true', '1e-30'].map(
    (amount): Row => ['preview', 'invalidAmount', () => preview(server, token, amount), amount],
  ),
  ['preview', 'amountPrecision', () => preview(server, token, '1.0000001')],
  ['preview', 'amountBelowMinimum', () => preview(server, token, '0.5')],
  ['preview', 'amountAboveMaximum', () => preview(server, token, '1000001')],
  ['preview', 'insufficientBalance', () => preview(server, token, '30000')],
  ['preview', 'insufficientForFee', () => preview(server, token, '20000.48')],
  ['preview', 'assetNotEligible', () => preview(server, token, '5', { Symbol: 'NONE', NetworkId: undefined })],
  ['preview', 'networkNotEligible', () => preview(withRoutes(null), token, '5')],
  ['preview', 'withdrawalsSuspended', () => preview(withRoutes({ enabled: false }), token, '5')],
  [
    'preview',
    'noPrice',
    () => preview(server.over({ prices: { listOf: async () => ({ at: new Date(), of: () => null }) } }), token, '5'),
  ],
  ['preview', 'selfCustodyNotSupported', () => preview(server, token, '5', { FromType: 'defiwallet' })],
  ['preview', 'integrationNotSupported', () => preview(server, brokerToken, '5', { FromType: 'sandboxBroker' })],
  ['preview', 'riskBlocked', () => preview(server, token, '5', { ToAddress: `0x${'0'.repeat(40)}` })],
  ['preview', 'authTokenInvalid', () => preview(server, 'at-sandbox-x', '5')],
  [
    'preview',
    'reconnectRequired',
    () => preview(withExchange({ quote: failing('signInEnded'), renew: failing('signInEnded') }), token, '5'),
  ],
  ['preview', 'exchangeError', () => preview(withExchange({ quote: failing('unreachable') }), token, '5')],
  ['preview', 'exchangeTimeout', () => preview(withExchange({ quote: failing('timeout') }), token, '5')],
  ['preview', 'exchangeUnavailable', () => preview(withExchange({ quote: failing('unavailable') }), token, '5')],
  ['preview', 'exchangeRateLimited', () => preview(withExchange({ quote: failing('rateLimited') }), token, '5')],
  ['preview', 'exchangeRejected', () => preview(withExchange({ quote: failing('rejected', 'a_code') }), token, '5')],
]

const executeRows: Row[] = [
  ['execute', 'mfaCodeExpired', () => codeAfterQuestion('111111')],
  ['execute', 'invalidMfaCodeFormat', () => codeAfterQuestion('1')],
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
    'amountAboveMaximum',
    async () => execute(withRoutes({ maximum: Amount.parse('2') }), token, await newPreviewId()),
  ],
  ['execute', 'withdrawalsSuspended', async () => execute(withRoutes({ enabled: false }), token, await newPreviewId())],
  ['execute', 'networkNotEligible', async () => execute(withRoutes(null), token, await newPreviewId())],
  [
    'execute',
    'exchangeRejected',
    () => executeWith({ withdraw: async () => ({ kind: 'rejected', code: 'rejected' }) }),
  ],
  ['execute', 'transferNotSent', () => executeWith({ withdraw: async () => ({ kind: 'rejected', code: 'not_sent' }) })],
  ['execute', 'authTokenInvalid', () => execute(server, 'at-sandbox-x', ethereumId)],
  [
    'execute',
    'reconnectRequired',
    async () =>
      execute(
        withExchange({ holdings: failing('signInEnded'), renew: failing('signInEnded') }),
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

const signInRow = (errorType: ErrorType, username: string, password = 'pass_good'): Row => [
  'connect',
  errorType,
  async () => {
    const fields = { username, password }
    return server.inSession(await newSession(server), 'POST', '/api/v1/link/connect', { type: 'sandbox', fields })
  },
]

const connectRows: Row[] = [
  signInRow('signInRejected', 'user_good', 'wrong'),
  signInRow('accountLocked', 'user_locked'),
  signInRow('exchangeError', 'user_down'),
  [
    'connect',
    'connectionNotFound',
    async () =>
      server.inSession(await newSession(server), 'POST', `/api/v1/link/connect/${baseId}/code`, { code: '1' }),
  ],
  [
    'connect',
    'accountNotFound',
    async () => server.inSession(await newSession(server), 'GET', `/api/v1/link/holdings?accountId=${baseId}`),
  ],
]

/** Statuses that may only be answered when nothing was executed, and then say so. */
const nothingExecuted = new Set([502, 503, 504])

for (const [section, errorType, request, what] of [
  ...everyEndpoint,
  ...linkRows,
  ...configureRows,
  ...previewRows,
  ...executeRows,
  ...connectRows,
]) {
  test(`${section}: ${errorType}${what === undefined ? '' : ` (${what})`}`, async () => {
    const answer = await request()
    const { body } = answer
    const isBare = 'Status' in body
    assert.equal(isBare ? body.ErrorType : body.errorType, errorType, answer.text)
    const http = isBare && body.TransferResult ? statusWithTransfer(errorType) : errorCatalogue[errorType].http
    assert.equal(answer.status, http, answer.text)
    assert.match(isBare ? body.ErrorMessage : body.message, /^\S.{8,}\.$/s)
    assert.doesNotMatch(answer.text, /canary|\{\w+\}|undefined|at file:/)
    assert.equal(isBare ? body.RequestId : body.requestId, answer.headers.get('x-request-id'))
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    if (!isBare) assert.deepEqual([body.content, body.status], [null, errorCatalogue[errorType].status])
    else if (body.TransferResult) assert.equal(body.TransferResult.Status, 'Failed')
    else assert.equal(body.Status, 'Failed')
    if (nothingExecuted.has(answer.status)) assert.match(answer.text, /Nothing was executed/)
    if (answer.status === 429 || answer.status === 503) assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
  })
}

function statusWithTransfer(errorType: ErrorType): number {
  return errorType === 'previewChanged' ? 409 : 422
}

test('execute: a question for a code, and a wrong one, are no failure', async () => {
  const previewId = await newPreviewId('7', server, mfaToken)
  const asked = await execute(server, mfaToken, previewId)
  assert.deepEqual([asked.status, asked.body.Status, asked.body.TransferResult], [200, 'MfaRequired', null])
  const wrong = await execute(server, mfaToken, previewId, '000000')
  assert.deepEqual([wrong.status, wrong.body.Status, wrong.body.MfaAttemptsLeft], [200, 'MfaFailed', 4])
})

test('execute: a lost answer is no failure either, and a repeat tells of the same transfer', async () => {
  const previewId = await newPreviewId('9')
  const on = withExchange({ withdraw: async () => ({ kind: 'ambiguous', reason: 'a test' }) })
  const lost = await execute(on, token, previewId)
  assert.deepEqual(
    [lost.status, lost.body.Status, lost.body.TransferResult.StatusDetail],
    [200, 'Succeeded', 'Unknown'],
  )
  const again = await execute(on, token, previewId)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.body.TransferResult.TransferId, lost.body.TransferResult.TransferId)
})

test('configure: that nothing is eligible is no error', async () => {
  const empty = await signIn(server, 'user_empty')
  const ineligible = await signIn(server, 'user_ineligible')
  const none = (await configure({ FromAuthToken: empty })).body.content
  assert.deepEqual([none.status, none.holdings], ['succeeded', []])
  const { holdings } = (await configure({ FromAuthToken: ineligible })).body.content
  assert.ok(holdings.every((holding: { eligibleForTransfer: boolean }) => !holding.eligibleForTransfer))
})

test('every row comes as problem details to who asks for them, with the same status', async () => {
  const headers = { ...clientHeaders, Accept: 'application/problem+json' } as never
  const answer = await server.post(executePath, { fromAuthToken: token, fromType: 'sandbox', previewId: 'x' }, headers)
  assert.deepEqual([answer.status, answer.body.title, answer.body.status], [400, 'invalidPreviewId', 400])
  assert.equal(answer.headers.get('content-type'), 'application/problem+json')
  assert.equal((await server.get(networksPath, headers)).status, 200)
})

// These move the clock, so they come last.
test('what has expired says so: preview, link, token, session', async () => {
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
  for (const answer of [
    await configure(),
    await preview(server, token, '5'),
    await execute(server, token, previewId),
  ]) {
    assert.deepEqual([answer.status, answer.body.errorType ?? answer.body.ErrorType], [401, 'authTokenExpired'])
  }
})
