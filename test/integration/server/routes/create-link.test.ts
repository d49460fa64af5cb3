import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ethereumId, recipient, toBase } from '../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

const path = '/api/v1/linktoken'
let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

const lowerCase = { networkId: toBase.NetworkId, symbol: 'usdc', address: recipient }

async function sessionOf(linkToken: string) {
  const authCode = new URL(atob(linkToken)).searchParams.get('auth_code')
  return (await server.post('/api/v1/link/session', { authCode }, {})).body.content
}

test('a link token is the iFrameUrl in base64, and carries the app’s fixed choices', async () => {
  const transferOptions = { toAddresses: [lowerCase], amountInFiat: 25.5, transactionId: 'order-42' }
  const { status, body } = await server.post(path, { userId: 'user-1', transferOptions })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body.content), ['linkToken', 'linkId'])
  const session = await sessionOf(body.content.linkToken)
  assert.equal(session.linkId, body.content.linkId)
  assert.equal(session.transfersEnabled, true)
  assert.deepEqual(session.fixed, { symbol: 'USDC', amount: null, amountInFiat: '25.5' })
})

test('without transferOptions the link connects an account and nothing else', async () => {
  for (const transferOptions of [undefined, null]) {
    const { body } = await server.post(path, { userId: 'user-1', transferOptions })
    assert.equal((await sessionOf(body.content.linkToken)).transfersEnabled, false)
  }
})

test('an amount in dollars for several tokens may name one of them, and no other token', async () => {
  const toAddresses = [lowerCase, { ...lowerCase, symbol: 'ETH', networkId: ethereumId }]
  const statusWith = async (symbol?: string) => {
    const transferOptions = { toAddresses, amountInFiat: 5, symbol }
    return (await server.post(path, { userId: 'user-1', transferOptions })).status
  }
  assert.deepEqual([await statusWith(), await statusWith('eth'), await statusWith('TEST')], [200, 200, 400])
})

const refusals: [string, object, string, string][] = [
  ['no userId', { transferOptions: { toAddresses: [lowerCase] } }, 'missingField', 'userId'],
  ['no address', { userId: 'u', transferOptions: {} }, 'toAddressesRequired', 'transferOptions.toAddresses'],
  [
    'a mistyped field',
    { userId: 'u', transferOptions: { toAddresses: [{ ...lowerCase, adressTag: '1' }] } },
    'unknownField',
    'transferOptions.toAddresses[0].adressTag',
  ],
  [
    'a broken address',
    { userId: 'u', transferOptions: { toAddresses: [lowerCase, { ...lowerCase, address: '0x12' }] } },
    'invalidAddress',
    'transferOptions.toAddresses[1].Address',
  ],
  [
    'an amount as text',
    { userId: 'u', transferOptions: { toAddresses: [lowerCase], amountInFiat: '5' } },
    'invalidAmount',
    'transferOptions.amountInFiat',
  ],
]
for (const [what, request, errorType, field] of refusals) {
  test(`${what} is refused by the path of its field`, async () => {
    const { status, body } = await server.post(path, request)
    assert.deepEqual([status, body.errorType, body.errorData.field], [400, errorType, field])
  })
}
