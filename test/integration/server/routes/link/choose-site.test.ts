// Signing in to an exchange that has several sites: the request names one, or the default is used.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Exchange } from '../../../../../server/exchanges/exchange.ts'
import type { Credentials, SignInResult } from '../../../../../server/exchanges/sign-in.ts'
import { withExchange } from '../../../../support/error-rows.ts'
import { newSession } from '../../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

const siteField = {
  ...{ name: 'site', label: 'Site of your account', secret: false, defaultValue: 'global' },
  options: [
    { value: 'global', label: 'exchange.example' },
    { value: 'eu', label: 'eu.exchange.example' },
  ],
}
const signIn: Exchange['signIn'] = {
  scheme: 'apiKey',
  fields: [{ name: 'apiKey', label: 'API key', secret: false }, siteField],
}

/** Signs in with these fields: the response, and the credentials that reached the exchange. */
async function connect(fields: Record<string, string>, result?: SignInResult) {
  const given: Credentials[] = []
  const startSignIn = async (credentials: Credentials): Promise<SignInResult> => {
    given.push(credentials)
    const accounts = [{ externalId: '1', name: 'Main' }]
    return result ?? { state: 'connected', credentials, accounts, renewable: true }
  }
  const requests = withExchange(server, { signIn, startSignIn })
  const session = await newSession(requests)
  const response = await requests.inSession(session, 'POST', '/api/v1/link/connect', { type: 'sandbox', fields })
  return { response, given }
}

test('the sites are listed with the other fields', async () => {
  const requests = withExchange(server, { signIn })
  const session = await newSession(requests)
  const { body } = await requests.inSession(session, 'GET', '/api/v1/link/integrations')
  const listed = body.content.integrations.find(({ type }: { type: string }) => type === 'sandbox')
  assert.deepEqual(listed.auth.fields[1], siteField)
})

test('the chosen site reaches the exchange, and the default where none is chosen', async () => {
  for (const [fields, site] of [
    [{ apiKey: 'k', site: 'eu' }, 'eu'],
    [{ apiKey: 'k', site: '' }, 'global'],
    [{ apiKey: 'k' }, 'global'],
  ] as const) {
    const { response, given } = await connect(fields)
    assert.equal(response.body.content.state, 'connected', response.text)
    assert.deepEqual(given, [{ apiKey: 'k', site }])
  }
})

test('an unknown site is refused by the name of its field, and nothing is sent', async () => {
  const { response, given } = await connect({ apiKey: 'k', site: 'moon' })
  assert.deepEqual([response.status, response.body.errorType], [400, 'invalidField'])
  assert.equal(response.body.message, 'Field fields.site must be one of global, eu.')
  assert.deepEqual(given, [])
})

test('a key that a site does not know is refused by the name of that site', async () => {
  const { response } = await connect(
    { apiKey: 'k' },
    { state: 'failed', reason: 'keyNotFoundAtSite', site: 'exchange.example' },
  )
  assert.deepEqual([response.status, response.body.errorType], [422, 'keyNotFoundAtSite'])
  assert.deepEqual(response.body.errorData, { name: 'Sandbox Exchange', site: 'exchange.example' })
  assert.match(response.body.message, /^This key was not found at exchange\.example\. .* choose that site\.$/)
})
