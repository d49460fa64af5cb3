// A sign-in at an exchange that is opened in a window which no page of ours opened: by a link in a mail or a chat, by another
// site, or by the browser of an app. Nothing starts by itself, and no token exists before the number was entered.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { loadConnection, replaceConnection } from '../../../../../server/accounts/connection-rows.ts'
import { createClient } from '../../../../../server/clients/clients.ts'
import { fillInPages } from '../../../../support/emulator-exchange.ts'
import { toBase } from '../../../../support/native-flow.ts'
import {
  type ApiResponse,
  clientHeaders,
  shopOrigin,
  startTestServer,
  type TestServer,
} from '../../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer({ realExchanges: true })
})
after(() => server.stop())

const publicUrl = 'http://localhost:4000'
const ours = { 'sec-fetch-site': 'same-origin' }

interface Begun {
  /** The connection, as the session reads it. */
  read(): Promise<ApiResponse>
  /** The user leaves the page that shows the connection. */
  leave(): Promise<ApiResponse>
  /** Below the server's own address. */
  start: string
}

async function begin(confirmByNumber: boolean | undefined, headers = clientHeaders, userId = 'user-1'): Promise<Begun> {
  const query = new URLSearchParams({ userId, enableTransfers: 'true' })
  const link = await server.post(`/api/v1/cataloglink?${query}`, { ToAddresses: [toBase] }, headers)
  const authCode = new URL(link.body.content.iFrameUrl).searchParams.get('auth_code')
  const opened = await server.post('/api/v1/link/session', { authCode }, {})
  const token = opened.body.content.sessionToken
  const body = { type: 'coinbase', fields: {}, confirmByNumber }
  const { content } = (await server.inSession(token, 'POST', '/api/v1/link/connect', body)).body
  return {
    read: () => server.inSession(token, 'GET', `/api/v1/link/connect/${content.connectionId}`),
    leave: () => server.inSession(token, 'DELETE', '/api/v1/link/session'),
    start: content.redirectUrl.slice(publicUrl.length),
  }
}

const visit = (path: string, headers: Record<string, string> = {}) => server.get(path, headers)
const submit = (path: string, headers: Record<string, string>, fields: Record<string, string> = {}) =>
  server.request(
    'POST',
    path,
    { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    new URLSearchParams(fields).toString(),
  )
const cookieOf = ({ headers }: ApiResponse) => (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
const addressIn = ({ text }: ApiResponse) =>
  (/url=([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&').replaceAll('&#39;', "'")

/** A person who was taken in, or who has started it: continues, signs in, and is back with this cookie. */
async function comeBack({
  start,
}: Begun): Promise<{ page: ApiResponse; cookie: string; confirm: string; back: string }> {
  const leaving = await submit(start, ours)
  assert.equal(leaving.status, 200, leaving.text)
  const cookie = cookieOf(leaving)
  const back = (await fillInPages(addressIn(leaving), 'user_good')).href.slice(publicUrl.length)
  const page = await visit(back, { cookie })
  const state = new URLSearchParams(back.split('?')[1]).get('state') ?? ''
  const confirm = `/api/v1/link/redirect/confirm?${new URLSearchParams({ state })}`
  return { page, cookie, confirm, back: `/api/v1/link/redirect/return?${new URLSearchParams({ state })}` }
}

async function countTokens(): Promise<number> {
  const { query } = server.deps.database
  const [accounts, tokens] = [
    await query.selectFrom('account').select('id').execute(),
    await query.selectFrom('sign_in').select('id').execute(),
  ]
  return accounts.length + tokens.length
}

const values = [
  'none',
  'cross-site',
  'same-site',
  'CROSS-SITE',
  'Same-Origin',
  'same-origin, none',
  'same-origin, same-origin',
]
for (const value of [undefined, ...values]) {
  test(`Sec-Fetch-Site ${value ?? 'absent'}: a page that names app, user and exchange, and nothing starts`, async () => {
    const begun = await begin(true)
    const page = await visit(begun.start, value === undefined ? {} : { 'sec-fetch-site': value })
    assert.equal(page.status, 200)
    assert.equal(page.headers.get('set-cookie'), null)
    assert.equal(page.headers.get('location'), null)
    assert.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin')
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/)
    for (const text of [/Coinbase/, /Northwind/, /user-1/, /started in another window/]) assert.match(page.text, text)
    assert.doesNotMatch(page.text, /http-equiv|oauth2|code_challenge/)
    const { content } = (await begun.read()).body
    assert.deepEqual([content.state, content.confirmationNumber], ['redirect', undefined])
  })
}

test('Sec-Fetch-Site same-origin goes to the exchange at once, and needs no number at the end', async () => {
  const begun = await begin(true)
  const entered = await visit(begun.start, ours)
  assert.equal(entered.status, 302)
  const back = (await fillInPages(entered.headers.get('location') ?? '', 'user_good')).href.slice(publicUrl.length)
  assert.match((await visit(back, { cookie: cookieOf(entered) })).text, /The account is connected/)
  assert.equal((await begun.read()).body.content.state, 'connected')
})

test('without confirmByNumber no other window goes anywhere', async () => {
  const begun = await begin(undefined)
  const page = await visit(begun.start, { 'sec-fetch-site': 'none' })
  assert.equal(page.status, 200)
  assert.doesNotMatch(page.text, /<form|<button/)
  const sent = await submit(begun.start, ours)
  assert.deepEqual([sent.status, sent.headers.get('set-cookie')], [404, null])
  assert.equal((await visit(begun.start, ours)).status, 302)
})

test('no other site can press the button', async () => {
  const begun = await begin(true)
  const refused: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: publicUrl },
    { 'sec-fetch-site': 'same-site', origin: shopOrigin },
    { 'sec-fetch-site': 'none' },
    { origin: shopOrigin },
    { origin: 'null' },
    {},
  ]
  for (const headers of refused) {
    const response = await submit(begun.start, headers)
    assert.deepEqual([response.status, response.headers.get('set-cookie')], [404, null], JSON.stringify(headers))
  }
  // A browser without Sec-Fetch-Site.
  const old = await submit(begun.start, { origin: publicUrl })
  assert.deepEqual([old.status, addressIn(old).includes('/oauth2/auth')], [200, true])
})

test('the names of an app and of its user are never markup', async () => {
  const name = `<img src=x onerror=alert(1)>"'&`
  const { id, secret } = await createClient(server.deps, { name, callbackUrls: [`${shopOrigin}/`] })
  const begun = await begin(true, { 'X-Client-Id': id, 'X-Client-Secret': secret }, '<script>alert(2)</script>')
  const first = await visit(begun.start)
  const { page } = await comeBack(begun)
  for (const { text } of [first, page]) assert.doesNotMatch(text, /<img|<script/)
  assert.match(first.text, /&lt;img src=x onerror=alert\(1\)&gt;/)
  assert.match(first.text, /&lt;script&gt;alert\(2\)/)
  assert.match(page.text, /&lt;img/)
})

test('an attacker who sends the link gets no token, whatever its receiver clicks without seeing the number', async () => {
  const attacker = await begin(true)
  const before = await countTokens()
  const { page, cookie, confirm, back } = await comeBack(attacker)
  assert.match(page.text, /<form method="post" action="confirm\?state=/)
  const held = (await attacker.read()).body.content
  assert.match(held.confirmationNumber, /^[1-9][0-9]{2}$/)
  assert.deepEqual([held.state, held.accounts, held.authData], ['redirect', undefined, undefined])
  // Three digits appear by chance in the random word of the sign-in, and in the style.
  const shown = page.text.replaceAll(confirm.replace(/.*\//, ''), '').replace(/<style>.*?<\/style>/s, '')
  assert.doesNotMatch(shown, /\d{3}/)

  // The attacker has the address and the number, and neither the cookie nor the window.
  const number = held.confirmationNumber
  assert.equal((await submit(confirm, ours, { number })).status, 404)
  assert.equal((await submit(confirm, { ...ours, cookie: cookie.replace(/=.*/, '=x') }, { number })).status, 404)
  assert.equal((await submit(confirm, { cookie, 'sec-fetch-site': 'cross-site' }, { number })).status, 404)
  assert.equal((await visit(attacker.start, ours)).status, 404)

  const wrong = { number: number === '123' ? '124' : '123' }
  for (const again of [1, 2]) {
    assert.equal((await submit(confirm, { ...ours, cookie }, wrong)).headers.get('location'), back.replace(/.*\//, ''))
    assert.match((await visit(back, { cookie })).text, /That is not the number/, `try ${again}`)
  }
  await submit(confirm, { ...ours, cookie }, wrong)
  assert.match((await visit(back, { cookie })).text, /The account was not connected/)
  assert.equal((await attacker.read()).body.errorType, 'codeLocked')
  await submit(confirm, { ...ours, cookie }, { number })
  assert.equal((await attacker.read()).body.errorType, 'codeLocked')
  assert.equal(await countTokens(), before)
})

test('of two writes after one read only the first counts: guesses at once are guesses one by one', async () => {
  const { start } = await begin(true)
  const [, id = ''] = /state=([0-9a-f-]{36})/.exec(start) ?? []
  const found = await loadConnection(server.deps, null, id)
  await replaceConnection(server.deps, found, { state: 'redirect', pending: { ...found.pending, triesLeft: '2' } })
  await assert.rejects(
    replaceConnection(server.deps, found, { state: 'redirect', pending: { ...found.pending, triesLeft: '2' } }),
    {
      type: 'connectionNotFound',
    },
  )
})

test('a user who did not start it declines, and nothing is connected', async () => {
  const begun = await begin(true)
  const before = await countTokens()
  const { cookie, confirm, back } = await comeBack(begun)
  assert.equal((await submit(confirm, { ...ours, cookie })).body.errorType, 'missingField')
  await submit(confirm, { ...ours, cookie }, { answer: 'decline' })
  assert.match((await visit(back, { cookie })).text, /The account was not connected/)
  assert.equal((await begun.read()).body.errorType, 'confirmationDeclined')
  assert.equal(await countTokens(), before)
})

test('the right number connects once, however often it is sent, and the window may be loaded again', async () => {
  const begun = await begin(true)
  const before = await countTokens()
  const { cookie, confirm, back } = await comeBack(begun)
  assert.match((await visit(back, { cookie })).text, /Enter the number/)
  const { confirmationNumber: number } = (await begun.read()).body.content
  const sent = await Promise.all([1, 2, 3].map(() => submit(confirm, { ...ours, cookie }, { number: ` ${number} ` })))
  assert.ok(sent.some(({ status }) => status === 303))
  for (const _ of [1, 2]) assert.match((await visit(back, { cookie })).text, /The account is connected/)
  const { content } = (await begun.read()).body
  assert.deepEqual([content.state, content.accounts.length], ['connected', 1])
  assert.equal((await countTokens()) - before, 2)
  assert.ok(!server.logged().includes(`"${number}"`))
})

test('a session that its user has left connects nothing any more, on the way there, back, or at the number', async () => {
  const before = await countTokens()
  const waiting = await begin(true)
  assert.equal((await waiting.leave()).status, 200)
  assert.equal((await visit(waiting.start, ours)).status, 404)

  const away = await begin(true)
  const entered = await visit(away.start, ours)
  const returned = (await fillInPages(entered.headers.get('location') ?? '', 'user_good')).href.slice(publicUrl.length)
  await away.leave()
  assert.equal((await visit(returned, { cookie: cookieOf(entered) })).status, 404)

  const confirming = await begin(true)
  const { cookie, confirm } = await comeBack(confirming)
  const { confirmationNumber: number } = (await confirming.read()).body.content
  await confirming.leave()
  assert.equal((await submit(confirm, { ...ours, cookie }, { number })).status, 404)
  assert.equal(await countTokens(), before)
})

test('a callback of another person cannot be used in a session', async () => {
  // The attacker signs in at the exchange and sends the address of the return.
  const attacker = await begin(true)
  const entered = await visit(attacker.start, ours)
  const returned = (await fillInPages(entered.headers.get('location') ?? '', 'user_good')).href.slice(publicUrl.length)
  const victim = await begin(true)
  const window = await visit(victim.start, ours)
  assert.equal((await visit(returned, { cookie: cookieOf(window) })).status, 404)
  assert.deepEqual([(await attacker.read()).body.content.state], ['redirect'])
  // With the state of the victim's own sign-in, the code was made for another challenge.
  const word = new URLSearchParams(victim.start.split('?')[1]).get('state') ?? ''
  const code = new URLSearchParams(returned.split('?')[1]).get('code') ?? ''
  const forged = `/api/v1/link/redirect/return?${new URLSearchParams({ state: word, code })}`
  assert.match((await visit(forged, { cookie: cookieOf(window) })).text, /was not connected/)
  assert.equal((await victim.read()).body.errorType, 'signInRejected')
})
