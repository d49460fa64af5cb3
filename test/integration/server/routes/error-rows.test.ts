// Every refusal that the contract names before a transfer is proposed, one row a case: which HTTP status, which errorType.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ErrorType } from '../../../../server/contract/errors.ts'
import type { FailureKind } from '../../../../server/exchanges/exchange-failure.ts'
import { readBlocklist } from '../../../../server/risk/blocklist.ts'
import {
  failing,
  type Row,
  testRow,
  withExchange,
  withLimit,
  withoutStorage,
  withTags,
} from '../../../support/error-rows.ts'
import { baseId, newLink, newSession, recipient, signIn, toBase } from '../../../support/native-flow.ts'
import { expectedRows, namesOfRows } from '../../../support/provoked-errors.ts'
import { clientHeaders, type Requests, startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
let token: string
let brokerToken: string
before(async () => {
  server = await startTestServer()
  token = await signIn(server, 'user_good')
  brokerToken = await signIn(server, 'user_good', 'sandboxBroker')
})
after(() => server.stop())

const networksPath = '/api/v1/transfers/managed/networks'
const configurePath = '/api/v1/transfers/managed/configure'
const linkPath = '/api/v1/cataloglink?userId=user-1&enableTransfers=true'

const configure = (more: object = {}, on: Requests = server) =>
  on.post(configurePath, { FromAuthToken: token, FromType: 'sandbox', ToAddresses: [toBase], ...more })
const link = (more: object, query = '', headers = clientHeaders) =>
  server.post(linkPath + query, { ToAddresses: [toBase], ...more }, headers)
const entry = (change: object) => link({ ToAddresses: [{ ...toBase, ...change }] })
const withSecret = (secret: string) => ({ ...clientHeaders, 'X-Client-Secret': secret })

const withFailingHoldings = (kind: FailureKind, code?: string) =>
  withExchange(server, { holdings: failing(kind, code) })

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
    () => configure({}, withExchange(server, { holdings: () => Promise.reject(new TypeError('canary')) })),
  ],
  ['every endpoint', 'storageUnavailable', () => withoutStorage(server).get(networksPath)],
]

const refusing = () => server.over({ blocklist: readBlocklist(server.deps.networks, recipient) })

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
  ['cataloglink', 'tagRequired', () => withTags(server).post(linkPath, { ToAddresses: [toBase] })],
  ['cataloglink', 'invalidTag', () => entry({ AddressTag: '1' })],
  ['cataloglink', 'riskBlocked', () => entry({ Address: `0x${'0'.repeat(40)}` })],
  ['cataloglink', 'addressSanctioned', () => refusing().post(linkPath, { ToAddresses: [toBase] })],
  ['cataloglink', 'destinationNotAllowed', () => withLimit(server, 'allow-list', () => link({}))],
  ['cataloglink', 'integrationUnknown', () => link({ FromType: 'nowhere' })],
  ['cataloglink', 'fromTokenTypeMismatch', () => link({ FromAuthToken: brokerToken, FromType: 'sandbox' })],
  ['cataloglink', 'authTokenInvalid', () => link({ FromAuthToken: 'at-sandbox-x', FromType: 'sandbox' })],
  ['cataloglink', 'environmentMismatch', () => link({ FromAuthToken: 'at-production-x', FromType: 'sandbox' })],
  ['cataloglink', 'invalidFixedAmount', () => link({ Amount: 5, AmountInFiat: 5, Symbol: 'USDC' })],
  ['session', 'linkExpired', () => server.post('/api/v1/link/session', { authCode: 'ac-sandbox-x' }, {})],
  [
    'session',
    'linkOfOtherClient',
    async () => {
      const { authCode } = await newLink(server)
      return server.post('/api/v1/link/session', { authCode, clientId: 'another' }, {})
    },
  ],
  ['session', 'sessionEnded', () => server.inSession('ls-sandbox-x', 'GET', '/api/v1/link/session')],
]

const configureRows: Row[] = [
  ['configure', 'selfCustodyNotSupported', () => configure({ FromType: 'DeFiWallet' })],
  ['configure', 'integrationUnknown', () => configure({ FromType: 'nowhere' })],
  ['configure', 'integrationNotSupported', () => configure({ FromAuthToken: brokerToken, FromType: 'sandboxBroker' })],
  ['configure', 'authTokenInvalid', () => configure({ FromAuthToken: 'at-sandbox-x' })],
  ['configure', 'missingField', () => configure({ FromAuthToken: undefined })],
  ['configure', 'toAddressesRequired', () => configure({ ToAddresses: [] })],
  ['configure', 'unknownNetwork', () => configure({ ToAddresses: [{ ...toBase, NetworkId: 'nowhere' }] })],
  ['configure', 'destinationNotAllowed', () => withLimit(server, 'allow-list', () => configure())],
  ['configure', 'kycRequired', async () => configure({ FromAuthToken: await signIn(server, 'user_kyc') })],
  [
    'configure',
    'missingExchangePermission',
    async () => configure({ FromAuthToken: await signIn(server, 'user_readonly') }),
  ],
  [
    'configure',
    'reconnectRequired',
    () => configure({}, withExchange(server, { holdings: failing('signInEnded'), renew: failing('signInEnded') })),
  ],
  ['configure', 'exchangeError', () => configure({}, withFailingHoldings('unreachable'))],
  ['configure', 'exchangeTimeout', () => configure({}, withFailingHoldings('timeout'))],
  ['configure', 'exchangeUnavailable', () => configure({}, withFailingHoldings('unavailable'))],
  ['configure', 'exchangeRateLimited', () => configure({}, withFailingHoldings('rateLimited'))],
  ['configure', 'exchangeRejected', () => configure({}, withFailingHoldings('rejected', 'a_code'))],
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

const rows = [...everyEndpoint, ...linkRows, ...configureRows, ...connectRows]
for (const row of rows) testRow(row)

test('there is a row for each listed error, and no other', () => {
  assert.deepEqual(
    namesOfRows(rows),
    expectedRows(['every endpoint', 'cataloglink', 'session', 'configure', 'connect']),
  )
})

test('configure: that nothing is eligible is no error', async () => {
  const empty = await signIn(server, 'user_empty')
  const ineligible = await signIn(server, 'user_ineligible')
  const none = (await configure({ FromAuthToken: empty })).body.content
  assert.deepEqual([none.status, none.holdings], ['succeeded', []])
  const { holdings } = (await configure({ FromAuthToken: ineligible })).body.content
  assert.ok(holdings.every((holding: { eligibleForTransfer: boolean }) => !holding.eligibleForTransfer))
})
