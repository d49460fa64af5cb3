// A key that is bound to other addresses: the error names the server's addresses where the operator has set them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Exchange } from '../../../../../server/exchanges/exchange.ts'
import { withExchange } from '../../../../support/error-rows.ts'
import { newSession } from '../../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

async function connect(serverAddresses: readonly string[] | undefined) {
  const signIn: Exchange['signIn'] = {
    scheme: 'apiKey',
    fields: [{ name: 'apiKey', label: 'API key', secret: false }],
    ...(serverAddresses === undefined ? {} : { serverAddresses }),
  }
  const startSignIn: Exchange['startSignIn'] = async () => ({ state: 'failed', reason: 'keyAddressRefused' })
  const requests = withExchange(server, { signIn, startSignIn })
  const session = await newSession(requests)
  const body = { type: 'sandbox', fields: { apiKey: 'k' } }
  return (await requests.inSession(session, 'POST', '/api/v1/link/connect', body)).body
}

test('the addresses to allow are named', async () => {
  const { errorType, errorData, message } = await connect(['192.0.2.1', '192.0.2.2'])
  assert.deepEqual([errorType, errorData.addresses], ['keyAddressRefused', '192.0.2.1, 192.0.2.2'])
  assert.match(message, /allow 192\.0\.2\.1, 192\.0\.2\.2\.$/)
})

test('without SERVER_ADDRESSES the user is sent to the operator', async () => {
  for (const serverAddresses of [undefined, []]) {
    const { errorType, errorData, message } = await connect(serverAddresses)
    assert.deepEqual([errorType, errorData], ['serverAddressRefused', { name: 'Sandbox Exchange' }])
    assert.equal(
      message,
      "Sandbox Exchange does not accept this key from this server's address. Ask the operator which addresses to allow.",
    )
  }
})
