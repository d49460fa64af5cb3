// Signing in on an exchange's own page, through the link's endpoints, with the sandbox's emulator of Coinbase as the exchange:
// a window that our own page opened goes there and comes back, and only the session that started it reads the result.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fillInPages } from '../../../../support/emulator-exchange.ts'
import { type LinkSession, openSession } from '../../../../support/link-session.ts'
import { startTestServer, type TestServer } from '../../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer({ realExchanges: true })
})
after(() => server.stop())

interface Begun {
  session: LinkSession
  connectionId: string
  /** Below the server's own address. */
  start: string
}

async function begin(): Promise<Begun> {
  const session = await openSession(server)
  const { status, body } = await session.post('connect', { type: 'coinbase', fields: {} })
  assert.deepEqual([status, body.content.state], [200, 'redirect'])
  const { connectionId, redirectUrl } = body.content
  assert.ok(redirectUrl.startsWith('http://localhost:4000/api/v1/link/redirect?state='))
  return { session, connectionId, start: redirectUrl.slice('http://localhost:4000'.length) }
}

const visit = (path: string, headers: Record<string, string> = {}) => server.get(path, headers)

/** The window's redirect: the exchange's address, and the cookie that the window stores. */
async function enter(start: string): Promise<{ exchange: string; cookie: string }> {
  const decision = await visit(start, { 'sec-fetch-site': 'same-origin' })
  assert.equal(decision.status, 302)
  const setCookie = decision.headers.get('set-cookie') ?? ''
  assert.match(setCookie, /; Path=\/api\/v1\/link\/redirect; Max-Age=600; HttpOnly; SameSite=Lax$/)
  return { exchange: decision.headers.get('location') ?? '', cookie: setCookie.split(';')[0] ?? '' }
}

/** The address that the exchange leads back to, below ours. */
async function back(exchange: string, decision?: string): Promise<string> {
  const { href, origin } = await fillInPages(exchange, 'user_good', decision)
  assert.equal(origin, 'http://localhost:4000')
  return href.slice(origin.length)
}

const stateOf = async ({ session, connectionId }: Begun) => {
  const { status, body } = await session.get(`connect/${connectionId}`)
  return status === 200 ? body.content.state : body.errorType
}

test('the window goes there and back, and the session finds its account connected', async () => {
  const begun = await begin()
  const { exchange, cookie } = await enter(begun.start)
  assert.match(exchange, /code_challenge_method=S256/)
  assert.equal(await stateOf(begun), 'redirect')
  const page = await visit(await back(exchange), { cookie })
  assert.equal(page.status, 200)
  assert.match(page.text, /The account is connected/)
  assert.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin')
  const { content } = (await begun.session.get(`connect/${begun.connectionId}`)).body
  assert.deepEqual([content.state, content.accounts[0].type], ['connected', 'coinbase'])
  const holdings = await begun.session.get(`holdings?accountId=${content.accounts[0].accountId}`)
  assert.equal(holdings.status, 200, holdings.text)
  assert.ok(!server.logged().includes('code_verifier'))
})

test('a callback counts once, in the window that was redirected, and with its own state', async () => {
  const begun = await begin()
  const { exchange, cookie } = await enter(begun.start)
  const returned = await back(exchange)
  const other = await enter((await begin()).start)
  assert.equal((await visit(returned)).status, 404)
  assert.equal((await visit(returned, { cookie: other.cookie })).status, 404)
  assert.equal((await visit(returned.replace(/state=([^&]+)/, 'state=$1x'), { cookie })).status, 404)
  assert.equal(await stateOf(begun), 'redirect')
  assert.equal((await visit(returned, { cookie })).status, 200)
  assert.equal((await visit(returned, { cookie })).status, 404)
  assert.equal(await stateOf(begun), 'connected')
})

test('another session cannot read the connection', async () => {
  const begun = await begin()
  const stranger = await begin()
  const decision = await stranger.session.get(`connect/${begun.connectionId}`)
  assert.deepEqual([decision.status, decision.body.errorType], [404, 'connectionNotFound'])
})

test('a declined consent is reported, and an invalid code connects nothing', async () => {
  const declined = await begin()
  const first = await enter(declined.start)
  const page = await visit(await back(first.exchange, 'deny'), { cookie: first.cookie })
  assert.match(page.text, /The account was not connected/)
  assert.equal(await stateOf(declined), 'confirmationDeclined')

  const wrong = await begin()
  const second = await enter(wrong.start)
  const returned = (await back(second.exchange)).replace(/code=[^&]+/, 'code=nonsense')
  await visit(returned, { cookie: second.cookie })
  assert.equal(await stateOf(wrong), 'signInRejected')
})

test('access that has expired is renewed with a token that works once', async () => {
  const begun = await begin()
  const { exchange, cookie } = await enter(begun.start)
  await visit(await back(exchange), { cookie })
  const { accountId } = (await begun.session.get(`connect/${begun.connectionId}`)).body.content.accounts[0]
  for (const _ of [1, 2]) {
    await fetch(`${server.exchangeUrl}/console/emulators/coinbase/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ nonceWrong: true, scope: 'read', times: 1 }),
    })
    const decision = await begun.session.get(`holdings?accountId=${accountId}`)
    assert.equal(decision.status, 200, decision.text)
  }
})

test('a user who leaves while the exchange responds to the code connects nothing', async () => {
  const begun = await begin()
  const { exchange, cookie } = await enter(begun.start)
  const returned = await back(exchange)
  const { exchanges, database } = server.deps
  const leaving = server.over({
    exchanges: {
      ...exchanges,
      byType(type) {
        const found = exchanges.byType(type)
        if (found?.finishRedirect === undefined) return found
        const finishRedirect: typeof found.finishRedirect = async (...given) => {
          const result = (await found.finishRedirect?.(...given)) as Awaited<ReturnType<typeof finishRedirect>>
          await server.inSession(begun.session.token, 'DELETE', '/api/v1/link/session')
          return result
        }
        return { ...found, finishRedirect }
      },
    },
  })
  const signIns = () => database.query.selectFrom('sign_in').select('id').execute()
  const before = await signIns()
  const page = await leaving.get(returned, { cookie })
  assert.match(page.text, /The account was not connected/)
  const rows = database.query.selectFrom('connection').select('state').where('id', '=', begun.connectionId)
  assert.deepEqual(await rows.execute(), [])
  assert.deepEqual(await signIns(), before)
})
