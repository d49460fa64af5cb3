// Requests that are nearly right, or right in a way that is easily forgotten: the status of each, and the field that its response names.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { baseId, ethereumId, execute, preview, recipient, signIn, toBase } from '../../../support/native-flow.ts'
import { type ApiResponse, clientHeaders, startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
let token: string
before(async () => {
  server = await startTestServer()
  token = await signIn(server, 'user_good')
})
after(() => server.stop())

const configurePath = '/api/v1/transfers/managed/configure'
const previewPath = '/api/v1/transfers/managed/preview'
const linkPath = '/api/v1/cataloglink?userId=user-1&enableTransfers=true'
const links = '/api/v1/cataloglink'
const configure = (more: object = {}) =>
  server.post(configurePath, { FromAuthToken: token, FromType: 'sandbox', ToAddresses: [toBase], ...more })
const link = (more: object = {}) => server.post(linkPath, { ToAddresses: [toBase], ...more })
const linkToken = (transferOptions: object | null, more: object = {}) =>
  server.post('/api/v1/linktoken', { userId: 'user-1', transferOptions, ...more })

/** `[status, errorType, field]` of a response, whatever its shape. */
function errorOf({ status, body }: ApiResponse): unknown[] {
  const isBare = 'Status' in body
  const data = isBare ? body.ErrorData : body.errorData
  return [status, isBare ? body.ErrorType : body.errorType, data?.field]
}

async function sessionOf(response: ApiResponse): Promise<ApiResponse['body']> {
  assert.equal(response.status, 200, response.text)
  const { iFrameUrl, linkToken: encoded } = response.body.content
  const url = new URL(iFrameUrl ?? Buffer.from(encoded, 'base64').toString())
  const body = { authCode: url.searchParams.get('auth_code') }
  return (await server.post('/api/v1/link/session', body, {})).body.content
}

for (const body of ['5', '"x"', '[]', 'true', '1e400']) {
  test(`the body ${body} is no object`, async () => {
    assert.deepEqual(errorOf(await server.post(`${links}?userId=u`, body)), [400, 'invalidField', 'body'])
  })
}

test('a number in place of a destination is refused: an object is required', async () => {
  const response = await link({ ToAddresses: [5] })
  assert.deepEqual(errorOf(response), [400, 'invalidField', 'ToAddresses[0]'])
  assert.match(response.body.message, /must be an object/)
  assert.doesNotMatch(response.text, /source/)
})

test('no more than twenty problems are listed, however many keys are unknown', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`key${n}`, 1]))
  const response = await link({ ToAddresses: [{ ...toBase, ...unknown }] })
  assert.equal(response.body.errorData.errors.length, 20)
})

test('a token of the other environment is an environmentMismatch, whatever it opens', async () => {
  const mismatch = [401, 'environmentMismatch', undefined]
  assert.deepEqual(errorOf(await configure({ FromAuthToken: 'at-production-x' })), mismatch)
  assert.deepEqual(errorOf(await server.post('/api/v1/token/refresh', { refreshToken: 'rt-production-x' })), mismatch)
  assert.deepEqual(errorOf(await server.inSession('ls-production-x', 'GET', '/api/v1/link/session')), mismatch)
})

test('an amount in dollars needs no symbol where all destinations are for one token', async () => {
  const onEthereum = { ...toBase, NetworkId: ethereumId }
  const fixed = { symbol: 'USDC', amount: null, amountInFiat: '50' }
  assert.deepEqual((await sessionOf(await link({ ToAddresses: [toBase, onEthereum], AmountInFiat: 50 }))).fixed, fixed)
  assert.deepEqual((await sessionOf(await linkToken({ toAddresses: [toBase], amountInFiat: 50 }))).fixed, fixed)
})

test('an amount in dollars without a symbol leaves the choice where there is one, an amount in tokens does not', async () => {
  const several = [toBase, { ...toBase, Symbol: 'ETH' }]
  const fixed = { symbol: null, amount: null, amountInFiat: '50' }
  assert.deepEqual((await sessionOf(await link({ ToAddresses: several, AmountInFiat: 50 }))).fixed, fixed)
  assert.deepEqual((await sessionOf(await linkToken({ toAddresses: several, amountInFiat: 50 }))).fixed, fixed)
  const refused = [400, 'invalidFixedAmount', 'Symbol']
  assert.deepEqual(errorOf(await link({ ToAddresses: several, Amount: 50 })), refused)
  assert.deepEqual(errorOf(await link({ ToAddresses: several, AmountInFiat: 50, Symbol: 'TEST' })), refused)
  assert.deepEqual(errorOf(await link({ AmountInFiat: 50, Amount: 50 })), refused)
})

test('null counts as absent for every optional field', async () => {
  const nothing = { FromAuthToken: null, FromType: null, Symbol: null, Amount: null, AmountInFiat: null }
  const session = await sessionOf(await link({ ...nothing, TransactionId: null, unknown: null }))
  assert.equal(session.fixed, null)
  const options = { toAddresses: [{ ...toBase, AddressTag: null }], amountInFiat: null, transactionId: null }
  await sessionOf(await linkToken(options, { callbackUrl: null }))
  await sessionOf(await linkToken(null))
  const { sessionToken } = await sessionOf(await link())
  const fields = { username: 'user_mfa', password: 'pass_good' }
  const connect = { type: 'sandbox', fields }
  const { connectionId } = (await server.inSession(sessionToken, 'POST', '/api/v1/link/connect', connect)).body.content
  const resend = `/api/v1/link/connect/${connectionId}/resend`
  assert.equal((await server.inSession(sessionToken, 'POST', resend, { kind: null })).status, 200)
})

test('null is refused for a required field', async () => {
  assert.deepEqual(errorOf(await configure({ FromType: null })), [400, 'invalidField', 'FromType'])
  assert.deepEqual(errorOf(await preview(server, token, 'null')), [400, 'invalidAmount', 'Amount'])
})

test('an unknown field of a destination is refused, unless it is empty', async () => {
  const entry = { ...toBase, amount: null, displayAmountInFiat: null }
  await sessionOf(await linkToken({ toAddresses: [entry] }))
  const refused = await link({ ToAddresses: [{ ...toBase, AdressTag: '1' }] })
  assert.deepEqual(errorOf(refused), [400, 'unknownField', 'ToAddresses[0].AdressTag'])
})

test('all wrong destinations are listed in one response, each by the path of its wrong field', async () => {
  const wrong = [
    toBase,
    { ...toBase, Symbol: 'NOPE' },
    { ...toBase, AddressTag: '7' },
    { ...toBase, NetworkId: 'x' },
    { ...toBase, Address: 'zz' },
    toBase,
  ]
  const response = await configure({ ToAddresses: wrong })
  assert.deepEqual(errorOf(response), [400, 'tokenNotOnNetwork', 'ToAddresses[1].Symbol'])
  assert.deepEqual(
    response.body.errorData.errors.map(({ field, errorType }: { field: string; errorType: string }) => [
      field,
      errorType,
    ]),
    [
      ['ToAddresses[1].Symbol', 'tokenNotOnNetwork'],
      ['ToAddresses[2].AddressTag', 'invalidTag'],
      ['ToAddresses[3].NetworkId', 'unknownNetwork'],
      ['ToAddresses[4].Address', 'invalidAddress'],
      ['ToAddresses[5]', 'duplicateAddress'],
    ],
  )
  const many = await linkToken({ toAddresses: Array.from({ length: 30 }, () => ({ ...toBase, Symbol: 'NOPE' })) })
  assert.equal(many.body.errorData.errors.length, 20)
  assert.equal(many.body.errorData.field, 'transferOptions.toAddresses[0].Symbol')
})

test('preview names the field of a destination that is wrong', async () => {
  assert.deepEqual(errorOf(await preview(server, token, '5', { AddressTag: '7' })), [400, 'invalidTag', 'AddressTag'])
  assert.deepEqual(errorOf(await preview(server, token, '5', { Symbol: 'NOPE' })), [400, 'tokenNotOnNetwork', 'Symbol'])
  assert.deepEqual(errorOf(await preview(server, token, '5', { ToAddress: 'zz' })), [
    400,
    'invalidAddress',
    'ToAddress',
  ])
})

test('a HEAD makes no link', async () => {
  const response = await server.request('HEAD', `${links}?userId=u`, clientHeaders)
  assert.equal(response.status, 405)
  assert.equal(response.headers.get('allow'), 'POST, GET')
})

test('a GET connects and nothing else, also with enableTransfers', async () => {
  const session = await sessionOf(await server.get(`${links}?UserId=u&EnableTransfers=true`))
  assert.equal(session.transfersEnabled, false)
  assert.deepEqual(errorOf(await server.post(linkPath)), [400, 'toAddressesRequired', 'ToAddresses'])
  assert.deepEqual(errorOf(await server.get(`${links}?userId=u&enableTransfers=yes`)), [
    400,
    'invalidEnableTransfers',
    'enableTransfers',
  ])
})

test('a fixed amount that no destination can receive to the last digit makes no link', async () => {
  assert.deepEqual(errorOf(await link({ Amount: 1e-9, Symbol: 'USDC' })), [422, 'amountPrecision', 'Amount'])
  const eth = { ...toBase, Symbol: 'ETH' }
  assert.equal((await link({ ToAddresses: [eth], Amount: 1e-9 })).status, 200)
})

test('a page of the list has 1 to 100 entries', async () => {
  for (const limit of ['1', '20', '100'])
    assert.equal((await server.get(`/api/v1/transfers?limit=${limit}`)).status, 200)
  for (const limit of ['0', '101', '1000', '-1', '1.5', 'ten', '', '01']) {
    const response = await server.get(`/api/v1/transfers?limit=${limit}`)
    assert.deepEqual(errorOf(response), [400, 'invalidField', 'limit'], limit)
    assert.match(response.body.message, /from 1 to 100\./)
  }
})

test('a foreign cursor is refused', async () => {
  for (const text of ['1 a\u0000', '1 a', '1', `x ${baseId}`, '']) {
    const cursor = Buffer.from(text).toString('base64url')
    assert.deepEqual(errorOf(await server.get(`/api/v1/transfers?cursor=${cursor}`)), [400, 'invalidField', 'cursor'])
  }
})

test('a body of any excessive depth is refused as too deep', async () => {
  for (const depth of [20, 3_000, 30_000]) {
    const body = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
    assert.deepEqual(errorOf(await server.post(configurePath, body)), [400, 'bodyTooDeep', undefined], String(depth))
  }
})

const amounts: [string, number, string | null][] = [
  ['1e-30', 422, 'amountPrecision'],
  [`1.${'0'.repeat(70)}1`, 422, 'amountPrecision'],
  ['1e-1000000000', 422, 'amountPrecision'],
  ['1e100', 422, 'amountAboveMaximum'],
  [`1${'0'.repeat(300)}`, 422, 'amountAboveMaximum'],
  ['1e1000000000', 422, 'amountAboveMaximum'],
  [`5.${'0'.repeat(200)}`, 200, null],
  ['500e-2', 200, null],
  ['0e5', 400, 'invalidAmount'],
  ['0.000', 400, 'invalidAmount'],
  ['-1e100', 400, 'invalidAmount'],
]
for (const [text, status, errorType] of amounts) {
  test(`the amount ${text.slice(0, 20)} is ${errorType ?? 'taken'}`, async () => {
    const response = await preview(server, token, text)
    assert.deepEqual([response.status, response.body.ErrorType ?? null], [status, errorType], response.text)
    if (status === 200) assert.equal(response.body.PreviewResult.Amount, 5)
  })
}

test('oversized numbers are checked as fast as they are read', async () => {
  const [zeros, started] = ['0'.repeat(60_000), performance.now()]
  for (const text of [`1${zeros}1`, `1${zeros}1e-60001`, `0.${zeros}1`, `1.${zeros}`, `1e${zeros}1`]) {
    assert.ok((await preview(server, token, text)).status < 500)
  }
  assert.ok(performance.now() - started < 3_000)
})

test('a preview does not accept an amount in dollars: Amount is required', async () => {
  const terms = { fromAuthToken: token, fromType: 'sandbox', networkId: baseId, symbol: 'USDC', toAddress: recipient }
  const response = await server.post(previewPath, { ...terms, amountInFiat: 5 })
  assert.deepEqual(errorOf(response), [400, 'missingField', 'Amount'])
  assert.equal(response.body.ErrorMessage, 'Field Amount is required.')
})

test('a secret in the wrong field does not come back, and the field has the name that the request uses', async () => {
  const misplaced = `at-sandbox-${'x'.repeat(30)}`
  const responses = [
    [await configure({ FromType: misplaced }), 'FromType'],
    [await link({ FromType: misplaced }), 'FromType'],
    [await server.request('DELETE', '/api/v1/account', clientHeaders, { authToken: token, type: misplaced }), 'type'],
    [await configure({ FromType: 'sk_live_x' }), 'FromType'],
    [await link({ ToAddresses: [{ ...toBase, NetworkId: misplaced }] }), 'ToAddresses[0].NetworkId'],
    [await link({ ToAddresses: [{ ...toBase, Symbol: 'sk_sandbox_demo' }] }), 'ToAddresses[0].Symbol'],
    [await link({ ToAddresses: [{ ...toBase, [misplaced]: 1 }] }), 'ToAddresses[0].…'],
    [await server.post(configurePath, `{"${misplaced}":1,"${misplaced}":2}`), undefined],
  ] as const
  for (const [response, field] of responses) {
    assert.equal(response.status, 400, response.text)
    assert.equal(response.body.errorData.field, field)
    assert.doesNotMatch(response.text, /x{10}|sk_/)
  }
  assert.match((await configure({ FromType: 'nowhere' })).body.message, /^nowhere is not/)
})

test('the scheme of a session is read in any casing', async () => {
  const { sessionToken } = await sessionOf(await link())
  for (const scheme of ['bearer', 'BEARER', 'Bearer']) {
    const headers = { Authorization: `${scheme} ${sessionToken}` }
    assert.equal((await server.request('GET', '/api/v1/link/session', headers)).status, 200)
  }
})

test('a compressed body is refused as one', async () => {
  const headers = { ...clientHeaders, 'Content-Encoding': 'gzip' }
  assert.deepEqual(errorOf(await server.post(configurePath, '{}', headers)), [415, 'unsupportedMediaType', undefined])
  const plain = { ...clientHeaders, 'Content-Encoding': 'identity' }
  assert.equal((await server.post(linkPath, { ToAddresses: [toBase] }, plain)).status, 200)
})

test('a 401 names the missing credentials', async () => {
  assert.equal((await server.get('/api/v1/transfers', {})).headers.get('www-authenticate'), 'X-Client-Secret')
  const session = await server.inSession('ls-sandbox-x', 'GET', '/api/v1/link/session')
  assert.equal(session.headers.get('www-authenticate'), 'Bearer')
})

test('a path with a control character is refused before routing', async () => {
  for (const path of ['/api/v1/transfers/%00', '/api/v1/link/transfer/%00', '/a%0a/broker-connect']) {
    assert.deepEqual(errorOf(await server.get(path)), [400, 'malformedRequest', undefined])
  }
})

test('text with half a character is refused', async () => {
  const body = `{"TransactionId":"\\ud800","ToAddresses":[${JSON.stringify(toBase)}]}`
  assert.deepEqual(errorOf(await server.post(linkPath, body)), [400, 'invalidField', 'TransactionId'])
})

test('a transfer that the exchange rejected has one response, in the requested shape', async () => {
  const rejected = async () => (await preview(server, token, '7.01')).body.PreviewResult.PreviewId
  const first = await execute(server, token, await rejected())
  assert.deepEqual(
    [first.status, first.body.Status, first.body.TransferResult.StatusDetail],
    [422, 'Failed', 'Rejected'],
  )
  const previewId = await rejected()
  const body = { fromAuthToken: token, fromType: 'sandbox', previewId }
  const headers = { ...clientHeaders, Accept: 'application/problem+json' }
  for (const replayed of [null, 'true']) {
    const problem = await server.post('/api/v1/transfers/managed/execute', body, headers)
    assert.equal(problem.status, 422, problem.text)
    assert.equal(problem.headers.get('content-type'), 'application/problem+json')
    assert.equal(problem.headers.get('idempotent-replayed'), replayed)
    const { title, status, instance, TransferResult } = problem.body
    assert.deepEqual([title, status, TransferResult.StatusDetail], ['exchangeRejected', 422, 'Rejected'])
    assert.equal(instance, problem.headers.get('x-request-id'))
  }
  const replay = await execute(server, token, previewId)
  assert.deepEqual([replay.status, replay.body.Status], [422, 'Failed'])
})

test('a replayed response has the id of the new request', async () => {
  const mfaToken = await signIn(server, 'user_mfa_transfer')
  const { PreviewId } = (await preview(server, mfaToken, '5')).body.PreviewResult
  const body = { fromAuthToken: mfaToken, fromType: 'sandbox', previewId: PreviewId }
  const headers = { ...clientHeaders, 'Idempotency-Key': PreviewId }
  for (const replayed of [null, 'true']) {
    const response = await server.post('/api/v1/transfers/managed/execute', body, headers)
    assert.equal(response.body.Status, 'MfaRequired')
    assert.equal(response.headers.get('idempotent-replayed'), replayed)
    assert.equal(response.body.RequestId, response.headers.get('x-request-id'))
  }
})
