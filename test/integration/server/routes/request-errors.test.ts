import assert from 'node:assert/strict'
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
} from '../../../support/native-flow.ts'
import { type ApiResponse, clientHeaders, startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
let token: string
let otherClient: Record<string, string>
before(async () => {
  server = await startTestServer()
  token = await signIn(server, 'user_good')
  otherClient = await server.newClient(['https://other.example/back'])
})
after(() => server.stop())

const configurePath = '/api/v1/transfers/managed/configure'
const linkPath = '/api/v1/cataloglink?userId=user-1&enableTransfers=true'
const configure = (more: object = {}, headers = clientHeaders) =>
  server.post(configurePath, { FromAuthToken: token, FromType: 'sandbox', ToAddresses: [toBase], ...more }, headers)
const linkToken = (address: string) =>
  server.post('/api/v1/linktoken', {
    userId: 'user-1',
    transferOptions: { toAddresses: [{ ...toBase, Address: address }] },
  })
const zero = `0x${'0'.repeat(40)}`
const burning = '0x000000000000000000000000000000000000dEaD'
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const link = (entry: object) => server.post(linkPath, { ToAddresses: [{ ...toBase, ...entry }] })

/** Every refusal has its status, its type, a sentence, and the same request id in header and body. */
function assertRefused(response: ApiResponse, status: number, errorType: string, field?: string) {
  const { body } = response
  const isBare = 'Status' in body
  assert.equal(isBare ? body.ErrorType : body.errorType, errorType, response.text)
  assert.equal(response.status, status)
  assert.match(isBare ? body.ErrorMessage : body.message, /^\S.{8,}\.$/s)
  assert.equal(isBare ? body.RequestId : body.requestId, response.headers.get('x-request-id'))
  const result = isBare ? ('PreviewResult' in body ? body.PreviewResult : body.TransferResult) : body.content
  assert.equal(result, null)
  if (field !== undefined) assert.equal((isBare ? body.ErrorData : body.errorData).field, field)
}

const cases: [string, () => Promise<ApiResponse>, number, string, string?][] = [
  ['no credentials', () => configure({}, {} as never), 401, 'missingCredentials'],
  [
    'a wrong secret',
    () => configure({}, { ...clientHeaders, 'X-Client-Secret': 'sk_sandbox_wrong' }),
    401,
    'invalidCredentials',
  ],
  [
    'an unknown client',
    () => configure({}, { ...clientHeaders, 'X-Client-Id': ethereumId }),
    401,
    'invalidCredentials',
  ],
  [
    'a production secret',
    () => configure({}, { ...clientHeaders, 'X-Client-Secret': 'sk_live_x' }),
    401,
    'environmentMismatch',
  ],
  ['a production token', () => configure({ FromAuthToken: 'at-production-x' }), 401, 'environmentMismatch'],
  [
    'an unregistered callback URL',
    () => server.post(`${linkPath}&callbackUrl=https://evil.example/`, { ToAddresses: [toBase] }),
    403,
    'callbackUrlNotRegistered',
  ],
  [
    'a callback URL that is none',
    () => server.post(`${linkPath}&callbackUrl=localhost`, { ToAddresses: [toBase] }),
    400,
    'callbackUrlInvalid',
  ],
  [
    'no userId',
    () => server.post('/api/v1/cataloglink?enableTransfers=true', { ToAddresses: [toBase] }),
    400,
    'invalidUserId',
  ],
  [
    'addresses without enableTransfers',
    () => server.post('/api/v1/cataloglink?userId=u', { ToAddresses: [toBase] }),
    400,
    'transfersNotEnabled',
  ],
  ['no addresses', () => server.post(linkPath, {}), 400, 'toAddressesRequired'],
  [
    'one address twice',
    () => server.post(linkPath, { ToAddresses: [toBase, toBase] }),
    400,
    'duplicateAddress',
    'ToAddresses[1]',
  ],
  [
    'a hundred and one addresses',
    () => server.post(linkPath, { ToAddresses: Array(101).fill(toBase) }),
    400,
    'tooManyAddresses',
  ],
  [
    'an unknown network',
    () => link({ NetworkId: '00000000-0000-4000-8000-000000000000' }),
    400,
    'unknownNetwork',
    'ToAddresses[0].NetworkId',
  ],
  ['a token that is not on the network', () => link({ Symbol: 'DOGE' }), 400, 'tokenNotOnNetwork'],
  [
    'an address of another network',
    () => link({ Address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }),
    400,
    'addressOfOtherNetwork',
    'ToAddresses[0].Address',
  ],
  [
    'a broken checksum',
    () => link({ Address: recipient.replace('A38f', 'A38F') }),
    400,
    'addressChecksumFailed',
    'ToAddresses[0].Address',
  ],
  ['an address that is none', () => link({ Address: '0x12' }), 400, 'invalidAddress'],
  ['a link to the zero address', () => link({ Address: zero }), 422, 'riskBlocked', 'ToAddresses[0].Address'],
  ['a link to an address that burns', () => link({ Address: burning }), 422, 'riskBlocked', 'ToAddresses[0].Address'],
  ['a link to the token contract', () => link({ Address: usdc }), 422, 'riskBlocked', 'ToAddresses[0].Address'],
  [
    'a link token for the zero address',
    () => linkToken(zero),
    422,
    'riskBlocked',
    'transferOptions.toAddresses[0].Address',
  ],
  [
    'configured for the zero address',
    () => configure({ ToAddresses: [{ ...toBase, Address: zero }] }),
    422,
    'riskBlocked',
    'ToAddresses[0].Address',
  ],
  ['a tag where the network has none', () => link({ AddressTag: '123' }), 400, 'invalidTag'],
  ['a mistyped field in an entry', () => link({ AdressTag: '123' }), 400, 'unknownField', 'ToAddresses[0].AdressTag'],
  ['a missing field in an entry', () => link({ Symbol: undefined }), 400, 'missingField', 'ToAddresses[0].Symbol'],
  ['a field of the wrong type', () => link({ Symbol: 5 }), 400, 'invalidField', 'ToAddresses[0].Symbol'],
  ['malformed JSON', () => server.post(configurePath, '{"FromType":'), 400, 'malformedJson'],
  ['a body that is no object', () => server.post(configurePath, '[1]'), 400, 'invalidField'],
  [
    'one key twice, in two casings',
    () => server.post(configurePath, '{"FromType":"a","fromType":"b"}'),
    400,
    'duplicateJsonKey',
  ],
  ['a query name twice', () => server.post(`${linkPath}&USERID=x`, {}), 400, 'duplicateJsonKey'],
  [
    'a body nested too deep',
    () => server.post(configurePath, `{"x":${'['.repeat(40)}${']'.repeat(40)}}`),
    400,
    'bodyTooDeep',
  ],
  ['a body too large', () => server.post(configurePath, { FromType: 'x'.repeat(70_000) }), 413, 'bodyTooLarge'],
  [
    'a body that is not JSON',
    () => server.post(configurePath, 'a=b', { ...clientHeaders, 'Content-Type': 'text/plain' }),
    415,
    'unsupportedMediaType',
  ],
  ['a wrong method', () => server.get(configurePath), 405, 'methodNotAllowed'],
  ['an unknown path', () => server.get('/api/v1/nothing'), 404, 'routeNotFound'],
  ['no token', () => configure({ FromAuthToken: undefined }), 400, 'missingField', 'FromAuthToken'],
  ['a token that never was', () => configure({ FromAuthToken: 'at-sandbox-x' }), 401, 'authTokenInvalid'],
  ['an unknown integration', () => configure({ FromType: 'nowhere' }), 400, 'integrationUnknown'],
  ['a self-custody wallet', () => configure({ FromType: 'deFiWallet' }), 422, 'selfCustodyNotSupported'],
  ['an amount below the minimum', () => preview(server, token, '0.5'), 422, 'amountBelowMinimum'],
  ['an amount above the maximum', () => preview(server, token, '1000001'), 422, 'amountAboveMaximum'],
  ['an amount above the balance', () => preview(server, token, '30000'), 422, 'insufficientBalance'],
  ['an amount that leaves no room for the fee', () => preview(server, token, '20000.48'), 422, 'insufficientForFee'],
  ['too many decimals', () => preview(server, token, '1.0000001'), 422, 'amountPrecision'],
  ['a negative amount', () => preview(server, token, '-5'), 400, 'invalidAmount', 'Amount'],
  ['zero', () => preview(server, token, '0'), 400, 'invalidAmount', 'Amount'],
  ['an amount as text', () => preview(server, token, '"5"'), 400, 'invalidAmount', 'Amount'],
  ['no amount', () => preview(server, token, 'null'), 400, 'invalidAmount', 'Amount'],
  ['an absurd amount', () => preview(server, token, '1e400'), 422, 'amountAboveMaximum'],
  [
    'no network where two are possible',
    () => preview(server, token, '5', { NetworkId: undefined }),
    400,
    'networkRequired',
    'NetworkId',
  ],
  [
    'an asset the account has not',
    () => preview(server, token, '5', { Symbol: 'NONE', NetworkId: undefined }),
    422,
    'assetNotEligible',
  ],
  [
    'a destination that burns',
    () => preview(server, token, '5', { ToAddress: '0x000000000000000000000000000000000000dEaD' }),
    422,
    'riskBlocked',
    'ToAddress',
  ],
  ['the zero address', () => preview(server, token, '5', { ToAddress: zero }), 422, 'riskBlocked', 'ToAddress'],
  [
    'the token contract',
    () => preview(server, token, '5', { ToAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }),
    422,
    'riskBlocked',
    'ToAddress',
  ],
  ['a previewId that is none', () => execute(server, token, 'x'), 400, 'invalidPreviewId'],
  ['an unknown preview', () => execute(server, token, ethereumId), 404, 'previewNotFound'],
  ['an unknown transfer', () => server.get(`/api/v1/transfers/${baseId}`), 404, 'transferNotFound'],
  ['no session', () => server.post('/api/v1/link/connect', {}, {}), 401, 'sessionEnded'],
  [
    'an auth_code that never was',
    () => server.post('/api/v1/link/session', { authCode: 'ac-sandbox-x' }, {}),
    410,
    'linkExpired',
  ],
]

for (const [what, request, status, errorType, field] of cases) {
  test(`${what} is refused as ${errorType}`, async () => assertRefused(await request(), status, errorType, field))
}

test('exponents are read', async () => {
  const { text } = await preview(server, token, '1.25e1')
  assert.match(text, /"Amount":12\.5,/)
})

test('a second use of a link is refused like one that has expired', async () => {
  const { authCode } = await newLink(server)
  assert.equal((await server.post('/api/v1/link/session', { authCode }, {})).status, 200)
  assertRefused(await server.post('/api/v1/link/session', { authCode }, {}), 410, 'linkExpired')
})

test('another client’s token, preview and transfer are as unknown as none', async () => {
  assertRefused(await configure({}, otherClient as never), 401, 'authTokenInvalid')
  const { PreviewId } = (await preview(server, token, '5')).body.PreviewResult
  const headers = { ...otherClient }
  const otherToken = await signIn(server, 'user_good', 'sandbox', headers)
  const body = { fromAuthToken: otherToken, fromType: 'sandbox', previewId: PreviewId }
  const foreign = await server.post('/api/v1/transfers/managed/execute', body, headers)
  const unknown = await server.post('/api/v1/transfers/managed/execute', { ...body, previewId: ethereumId }, headers)
  assertRefused(foreign, 404, 'previewNotFound')
  const withoutId = (response: ApiResponse) => response.text.replace(/"RequestId":"[^"]+"/, '')
  assert.equal(withoutId(foreign), withoutId(unknown))
  const executed = await execute(server, token, PreviewId)
  const { TransferId } = executed.body.TransferResult
  assertRefused(await server.get(`/api/v1/transfers/${TransferId}`, headers), 404, 'transferNotFound')
})

test('another account’s token cannot execute a preview', async () => {
  const { PreviewId } = (await preview(server, token, '5')).body.PreviewResult
  assertRefused(await execute(server, await signIn(server, 'user_good'), PreviewId), 404, 'previewNotFound')
})

test('an integration without managed transfers returns integrationNotSupported', async () => {
  const brokerToken = await signIn(server, 'user_good', 'sandboxBroker')
  assertRefused(
    await configure({ FromAuthToken: brokerToken, FromType: 'sandboxBroker' }),
    422,
    'integrationNotSupported',
  )
  assertRefused(await configure({ FromAuthToken: brokerToken }), 400, 'fromTokenTypeMismatch')
})

test('a failed sign-in returns its reason', async () => {
  const connect = async (username: string, password = 'pass_good') => {
    const session = await newSession(server)
    return server.inSession(session, 'POST', '/api/v1/link/connect', {
      type: 'sandbox',
      fields: { username, password },
    })
  }
  assertRefused(await connect('user_good', 'wrong'), 422, 'signInRejected')
  assertRefused(await connect('user_locked'), 423, 'accountLocked')
  assertRefused(await connect('user_down'), 502, 'exchangeError')
})

test('validation lists up to twenty problems at once and echoes no value', async () => {
  const entries = Array.from({ length: 30 }, () => ({ NetworkId: 'x'.repeat(61), Symbol: 'secret-value', Address: 5 }))
  const { body, text } = await server.post(linkPath, { ToAddresses: entries })
  assert.equal(body.errorData.errors.length, 20)
  assert.ok(!text.includes('secret-value'))
})

test('problem details are returned on request', async () => {
  const response = await server.get('/api/v1/nothing', { ...clientHeaders, Accept: 'application/problem+json' })
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.deepEqual([response.body.status, response.body.title], [404, 'routeNotFound'])
})

test('a wrong method names the right one', async () => {
  const response = await server.get(configurePath)
  assert.equal(response.headers.get('allow'), 'POST')
  assert.match(response.body.message, /curl -X POST/)
})

test('a GET of cataloglink without a body makes a connect-only link', async () => {
  const response = await server.get('/api/v1/cataloglink?userId=user-1')
  assert.equal(response.status, 200)
  const authCode = new URL(response.body.content.url).searchParams.get('auth_code')
  const session = await server.post('/api/v1/link/session', { authCode }, {})
  assert.equal(session.body.content.transfersEnabled, false)
  const token = session.body.content.sessionToken
  assertRefused(await server.inSession(token, 'GET', '/api/v1/link/holdings?accountId=x'), 400, 'transfersNotEnabled')
})

// These move the clock, so they come last.
test('an expired preview is refused, and so is an expired link and token', async () => {
  const { PreviewId } = (await preview(server, token, '5')).body.PreviewResult
  const { authCode } = await newLink(server)
  server.wait(301_000)
  assertRefused(await execute(server, token, PreviewId), 410, 'previewExpired')
  server.wait(300_000)
  assertRefused(await server.post('/api/v1/link/session', { authCode }, {}), 410, 'linkExpired')
  server.wait(86_400_000)
  assertRefused(await configure(), 401, 'authTokenExpired')
})
