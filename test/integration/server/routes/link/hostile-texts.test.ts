// Foreign texts in a link: a caller's are refused by field. Those of an exchange, a wallet or an older row are
// made plain before they are shown.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Exchange } from '../../../../../server/exchanges/exchange.ts'
import { selfCustodyType } from '../../../../../server/exchanges/registry.ts'
import type { SignInResult } from '../../../../../server/exchanges/sign-in.ts'
import { newLink, newSession, recipient, toBase } from '../../../../support/native-flow.ts'
import { type Requests, startTestServer, type TestServer } from '../../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer({ realExchanges: true })
})
after(() => server.stop())

const hostile = 'Ma\u202ein\u0007 \u2066Acc\u200f'
const shown = 'Main Acc'

/** The same server, whose sandbox exchange is changed. */
function withExchange(change: (exchange: Exchange) => Partial<Exchange>): Requests {
  const { exchanges } = server.deps
  return server.over({
    exchanges: {
      ...exchanges,
      byType(type) {
        const found = exchanges.byType(type)
        return found?.type === 'sandbox' ? { ...found, ...change(found) } : found
      },
    },
  })
}

async function connect(result: SignInResult) {
  const token = await newSession(server, { ToAddresses: [toBase] })
  const changed = withExchange(() => ({ startSignIn: async () => result }))
  const fields = { username: 'user_good', password: 'pass_good' }
  return (await changed.inSession(token, 'POST', '/api/v1/link/connect', { type: 'sandbox', fields })).body.content
}

test('the names of accounts, and where a code or a message was sent', async () => {
  const connected = await connect({
    state: 'connected',
    credentials: {},
    accounts: [{ externalId: 'hostile-1', name: hostile }],
    renewable: false,
  })
  assert.equal(connected.accounts[0].name, shown)
  assert.equal(connected.authData.accessToken.accountTokens[0].account.accountName, shown)
  const methods = [{ kind: 'phone' as const, to: hostile }]
  const code = await connect({ state: 'codeRequired', pending: {}, kind: 'phone', methods, codeLength: 6 })
  assert.deepEqual([code.codeSentTo, code.codeMethods[0].to], [shown, shown])
  const by = { by: 'device' as const, sentTo: hostile, url: null, expiresInSeconds: 60 }
  assert.equal((await connect({ state: 'waiting', pending: {}, ...by })).sentTo, shown)
})

test('where the code for a transfer was sent', async () => {
  const methods = [{ kind: 'phone' as const, to: hostile }]
  const changed = withExchange(() => ({ withdraw: async () => ({ kind: 'mfaRequired', method: 'phone', methods }) }))
  const token = await newSession(server, { ToAddresses: [toBase] })
  const post = (path: string, body: object) => changed.inSession(token, 'POST', `/api/v1/link/${path}`, body)
  const fields = { username: 'user_good', password: 'pass_good' }
  const { accounts } = (await post('connect', { type: 'sandbox', fields })).body.content
  const terms = { accountId: accounts[0].accountId, networkId: toBase.NetworkId, symbol: 'USDC', amount: '25' }
  const { previewId } = (await post('preview', terms)).body.content.preview
  const { text } = await post('execute', { previewId })
  assert.ok(text.includes(shown), text)
  assert.doesNotMatch(text, /[\u202e\u2066\u200f]|\\u/)
})

test('the name of a wallet', async () => {
  const token = await newSession(server, { ToAddresses: [toBase] })
  const fields = { address: recipient, walletName: 'My\u200d Wallet' }
  const { text, body } = await server.inSession(token, 'POST', '/api/v1/link/connect', {
    type: selfCustodyType,
    fields,
  })
  assert.match(body.content.accounts[0].name, /^My Wallet 0x/, text)
  // The preview shows this one.
  const origin = server.deps.exchanges.byType(selfCustodyType)
  const signIn = await origin?.startSignIn(fields, { url: '', state: '' })
  assert.ok(signIn?.state === 'connected')
  assert.equal(signIn.credentials.walletName, 'My Wallet')
})

test('names of clients and ids of users that are older than the rule', async () => {
  const { query } = server.deps.database
  const [client] = await query.selectFrom('client').selectAll().execute()
  const { authCode, linkId } = await newLink(server)
  await query.updateTable('link').set({ user_id: `user\u202e-9` }).where('id', '=', linkId).execute()
  await query.updateTable('client').set({ name: hostile }).execute()
  const opened = (await server.post('/api/v1/link/session', { authCode }, {})).body.content
  assert.equal(opened.client.name, shown)
  const begun = { type: 'coinbase', fields: {}, confirmByNumber: true }
  const { content } = (await server.inSession(opened.sessionToken, 'POST', '/api/v1/link/connect', begun)).body
  const page = await server.get(content.redirectUrl.slice('http://localhost:4000'.length), {})
  await query
    .updateTable('client')
    .set({ name: client?.name ?? '' })
    .execute()
  assert.match(page.text, /<bdi>Main Acc<\/bdi>.*<bdi>user-9<\/bdi>/)
})

test('a request with such a text is refused, and the error names the field', async () => {
  const link = (userId: string, body: object) =>
    server.post(`/api/v1/cataloglink?${new URLSearchParams({ userId, enableTransfers: 'true' })}`, body)
  for (const userId of ['a\u202eb', 'a\u2066b', 'a\u200db', 'a\u2028b', 'a\u0085b']) {
    const { status, body } = await link(userId, { ToAddresses: [toBase] })
    assert.deepEqual([status, body.errorType, body.errorData.field], [400, 'invalidUserId', 'userId'])
    assert.match(body.message, /without control, invisible or direction characters/)
  }
  const { status, body } = await link('user-1', { ToAddresses: [toBase], TransactionId: 'order\u202e-1' })
  assert.deepEqual([status, body.errorData.field], [400, 'TransactionId'])
  assert.match(body.message, /control, invisible or direction characters: remove them/)
  assert.equal((await server.get(`/api/v1/transfers?${new URLSearchParams({ userId: 'a\u202eb' })}`)).status, 400)
  assert.equal((await server.get('/api/v1/transfers/a%E2%80%AEb')).status, 400)
})

test('a password may have joiners, and no direction characters', async () => {
  const token = await newSession(server, { ToAddresses: [toBase] })
  const connectWith = (password: string) =>
    server.inSession(token, 'POST', '/api/v1/link/connect', {
      type: 'sandbox',
      fields: { username: 'user_good', password },
    })
  assert.equal((await connectWith('pass👩\u200d💻')).body.errorType, 'signInRejected')
  const { status, body } = await connectWith('pass\u202e')
  assert.deepEqual([status, body.errorData.field], [400, 'fields.password'])
})
