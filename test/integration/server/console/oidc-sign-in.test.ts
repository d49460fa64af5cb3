import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ConsoleDeps } from '../../../../server/console/console-deps.ts'
import { identityProvider } from '../../../../server/console/identity-provider.ts'
import { removeOperator } from '../../../../server/console/operators.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { consoleOver, consoleUrl, type TestConsole } from '../../../support/console.ts'
import { type Cookies, startIdentityProvider, type TestIdentityProvider } from '../../../support/identity-provider.ts'
import { openStorageUnderTest } from '../../../support/storage-under-test.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

const redirectUrl = `${consoleUrl}/api/sign-in/oidc/callback`

describe('signing in at an identity provider', () => {
  let server: TestServer
  let provider: TestIdentityProvider
  let tested: TestConsole
  let database: Database
  before(async () => {
    server = await startTestServer()
    provider = await startIdentityProvider(redirectUrl)
    database = await openStorageUnderTest()
    tested = consoleAt(provider.settings)
  })
  after(async () => {
    await provider.stop()
    await database.close()
    await server.stop()
  })
  beforeEach(() => provider.accounts.clear())

  function consoleAt(oidc: TestIdentityProvider['settings'], parts: Partial<ConsoleDeps> = {}): TestConsole {
    const settings = { port: 4003, hosts: ['127.0.0.1'], url: consoleUrl, oidc, twoPersonResolve: false }
    const now = server.deps.now
    return consoleOver(
      { ...server.deps, database },
      {
        settings,
        identityProvider: identityProvider(oidc, { redirectUrl, now }),
        ...parts,
      },
    )
  }

  interface Browser {
    session?: string
    cookies: Cookies
  }
  const begin = async (
    { session }: { session?: string | undefined } = {},
    query = 'return=/clients',
    over = tested,
  ) => {
    const { status, headers } = await over.request('GET', `/api/sign-in/oidc?${query}`, { session })
    const cookie = /console-sign-in=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
    return { status, location: headers.get('location') ?? '', cookie, setCookie: headers.get('set-cookie') ?? '' }
  }
  /** Browsers leave the session's cookie out of a redirect from another site. */
  const finish = async (url: URL, cookie: string, over = tested) => {
    const headers = { cookie: `console-sign-in=${cookie}`, 'sec-fetch-site': 'cross-site', origin: '' }
    const { origin: _, ...sent } = headers
    const response = await over.request('GET', `${url.pathname}${url.search}`, { headers: sent })
    const session = /console-session=([^;]+)/.exec(response.headers.getSetCookie().join('\n'))?.[1]
    const error = new URL(response.headers.get('location') ?? '/', consoleUrl).searchParams.get('error')
    return { ...response, session, error }
  }
  const signIn = async (login: string, browser: Browser = { cookies: new Map() }, query?: string) => {
    const { location, cookie } = await begin(browser, query)
    return finish(await provider.signIn(location, login, browser.cookies), cookie)
  }
  const sessionOf = async (session: string | undefined) =>
    (await tested.request('GET', '/api/session', { session })).body
  const actions = async (actor: string) => {
    const session = await tested.signedIn('viewer')
    const { body } = await tested.request('GET', `/api/audit?actor=${actor}`, { session })
    return body.rows.map(({ action }: { action: string }) => action)
  }

  test('a group gives the role, and the page that follows continues without a script', async () => {
    provider.accounts.set('ada', { groups: ['staff', 'support'], email: 'ada@example.com' })
    const { status, text, session, headers } = await signIn('ada')
    assert.equal(status, 200)
    assert.match(text, new RegExp(`<meta http-equiv="refresh" content="0; url=${consoleUrl}/clients">`))
    assert.ok(!/<script|style=/.test(text))
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
    const { operator } = await sessionOf(session)
    assert.deepEqual([operator.name, operator.role], ['ada@example.com', 'operator'])
    assert.deepEqual(await actions('ada@example.com'), ['operator.signIn', 'operator.create'])
  })

  test('the highest of several roles counts, also where the claim is one text', async () => {
    provider.accounts.set('both', { groups: ['support', 'tl-admins'] })
    provider.accounts.set('text', { groups: 'tl-admins' })
    for (const login of ['both', 'text']) {
      const { operator } = await sessionOf((await signIn(login)).session)
      assert.deepEqual([operator.name, operator.role], [login, 'admin'])
    }
  })

  test('without a matching group there is no sign-in and no operator', async () => {
    const claims = [
      {},
      { groups: [] },
      { groups: 'tl-admins support' },
      { groups: { 'tl-admins': true } },
      { groups: 1 },
    ]
    for (const [index, each] of claims.entries()) {
      provider.accounts.set(`none-${index}`, each)
      const { status, session, error } = await signIn(`none-${index}`)
      assert.deepEqual([status, session, error], [303, undefined, 'noRole'])
    }
    const rows = await tested.deps.database.query.selectFrom('operator').select('name').execute()
    assert.ok(!rows.some(({ name }) => name.startsWith('none-')))
  })

  test('the role follows the group at each sign-in, and the operator is told', async () => {
    provider.accounts.set('grace', { groups: ['tl-admins'] })
    const { session } = await signIn('grace')
    provider.accounts.set('grace', { groups: ['support'] })
    const { text } = await signIn('grace')
    assert.match(text, /Your role has changed from admin to operator/)
    assert.ok(!text.includes('http-equiv'))
    // The earlier session, too.
    assert.equal((await sessionOf(session)).operator.role, 'operator')
    provider.accounts.set('grace', { groups: [] })
    assert.equal((await signIn('grace')).error, 'noRole')
    assert.equal((await sessionOf(session)).errorType, 'signInRequired')
    const [last, ...earlier] = await actions('grace')
    assert.equal(last, 'operator.endSessions')
    assert.ok(earlier.includes('operator.role'))
  })

  test('another sign-in in the same browser ends the session before it', async () => {
    provider.accounts.set('ada', { groups: ['support'], email: 'ada@example.com' })
    provider.accounts.set('both', { groups: ['tl-admins'] })
    const { session } = await signIn('ada')
    const { location, cookie } = await begin({ session })
    const next = await finish(await provider.signIn(location, 'both'), cookie)
    assert.equal((await sessionOf(next.session)).operator.name, 'both')
    assert.equal((await sessionOf(session)).errorType, 'signInRequired')
  })

  test('an operator who was removed does not come back by signing in', async () => {
    provider.accounts.set('gone', { groups: ['support'] })
    const { operator } = await sessionOf((await signIn('gone')).session)
    await removeOperator(tested.deps.database.query, operator.id, server.deps.now())
    assert.equal((await signIn('gone')).error, 'removed')
  })

  test('nobody gets the name of another operator', async () => {
    await tested.signedIn('viewer', 'root@example.com')
    provider.accounts.set('evil', { groups: ['support'], email: 'root@example.com' })
    assert.equal((await signIn('evil')).error, 'nameTaken')
  })

  test('a sign-in ends only in the browser that began it, with its state, once', async () => {
    provider.accounts.set('ada', { groups: ['support'], email: 'ada@example.com' })
    const one = await begin()
    const other = await begin()
    assert.match(one.setCookie, /SameSite=Lax/)
    assert.match(one.setCookie, /HttpOnly/)
    const url = await provider.signIn(one.location, 'ada')
    assert.equal((await finish(url, 'made-up')).error, 'expired')
    assert.equal((await finish(url, other.cookie)).error, 'wrongState')
    assert.equal((await finish(url, one.cookie)).status, 200)
    assert.equal((await finish(url, one.cookie)).error, 'expired')
  })

  test('storage has no cookie of a begun sign-in, and the log has no code', async () => {
    provider.accounts.set('ada', { groups: ['support'], email: 'ada@example.com' })
    const { location, cookie } = await begin()
    const stored = JSON.stringify(
      await tested.deps.database.query.selectFrom('operator_challenge').selectAll().execute(),
    )
    assert.ok(stored.includes('/clients') && !stored.includes(cookie))
    const url = await provider.signIn(location, 'ada')
    assert.equal((await finish(url, cookie)).status, 200)
    for (const secret of [url.searchParams.get('code') ?? '?', cookie, provider.settings.clientSecret])
      assert.ok(!server.logged().includes(secret))
  })

  test('a declined sign-in, a wrong client secret and a provider that is down are told apart', async () => {
    const { location, cookie } = await begin()
    assert.equal((await finish(await provider.decline(location), cookie)).error, 'denied')

    const misconfigured = consoleAt({ ...provider.settings, clientSecret: 'another' })
    provider.accounts.set('ada', { groups: ['support'], email: 'ada@example.com' })
    const begun = await begin({}, '', misconfigured)
    const url = await provider.signIn(begun.location, 'ada')
    assert.equal((await finish(url, begun.cookie, misconfigured)).error, 'refused')

    const down = consoleAt({ ...provider.settings, issuer: 'http://127.0.0.1:9' })
    const failed = await begin({}, '', down)
    assert.equal(new URL(failed.location).searchParams.get('error'), 'unavailable')
    assert.match(server.logged(), /"problem":"unavailable"/)
  })

  test('it returns only to addresses of the console', async () => {
    provider.accounts.set('ada', { groups: ['support'], email: 'ada@example.com' })
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      'https://evil.example',
      '/api/sign-out',
    ]) {
      const { text } = await signIn('ada', { cookies: new Map() }, new URLSearchParams({ return: path }).toString())
      const [, target = ''] = /url=([^"]+)"/.exec(text) ?? []
      assert.equal(new URL(target.replace('&amp;', '&'), consoleUrl).origin, consoleUrl, path)
      assert.ok(target.startsWith(`${consoleUrl}/`), target)
    }
    const { text } = await signIn(
      'ada',
      { cookies: new Map() },
      new URLSearchParams({ return: '/a?b="><b>' }).toString(),
    )
    assert.ok(!text.includes('<b>'), text)
  })

  describe('again, for an action that requires a recent sign-in', () => {
    const again = 'again&return=/clients'

    test('the provider asks the operator, and a new session replaces the old one', async () => {
      provider.accounts.set('ada', { groups: ['support'], email: 'ada@example.com' })
      const browser: Browser = { cookies: new Map() }
      const { session } = await signIn('ada', browser)
      const { location, cookie } = await begin({ session }, again)
      assert.equal(new URL(location).searchParams.get('max_age'), '300')
      const renewed = await finish(await provider.signIn(location, 'ada', browser.cookies), cookie)
      assert.equal(renewed.error, null)
      assert.match((await sessionOf(renewed.session)).recentUntil, /Z$/)
      assert.equal((await sessionOf(session)).errorType, 'signInRequired')
    })

    test('another operator cannot confirm it', async () => {
      provider.accounts.set('ada', { groups: ['support'], email: 'ada@example.com' })
      provider.accounts.set('both', { groups: ['tl-admins'] })
      const { session } = await signIn('ada')
      const { location, cookie } = await begin({ session }, again)
      const result = await finish(await provider.signIn(location, 'both'), cookie)
      assert.deepEqual([result.error, result.session], ['otherOperator', undefined])
      assert.equal((await sessionOf(session)).operator.name, 'ada@example.com')
    })

    test('an earlier sign-in at the provider does not count, whatever the provider does', async () => {
      provider.accounts.set('ada', { groups: ['support'], email: 'ada@example.com' })
      const { session } = await signIn('ada')
      const { location, cookie } = await begin({ session }, again)
      const url = await provider.signIn(location, 'ada')
      const other = await begin({ session }, again)
      const silent = new URL(other.location)
      silent.searchParams.delete('max_age')
      const withoutTime = await provider.signIn(silent.href, 'ada')
      assert.equal((await finish(withoutTime, other.cookie)).error, 'noAuthTime')

      server.wait(301_000)
      assert.equal((await finish(url, cookie)).error, 'notRecent')
    })
  })

  test('a begun sign-in ends after ten minutes', async () => {
    const { location, cookie } = await begin()
    const url = await provider.signIn(location, 'ada')
    server.wait(600_000)
    assert.equal((await finish(url, cookie)).error, 'expired')
  })
})
