import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createCode } from '../../../../server/console/one-time-codes.ts'
import { consoleOver, type TestConsole } from '../../../support/console.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

describe('signing in by a one-time URL', () => {
  let server: TestServer
  let tested: TestConsole
  before(async () => {
    server = await startTestServer()
    tested = consoleOver(server.deps)
  })
  after(() => server.stop())

  const newCode = (kind: 'once' | 'invite' = 'once', name = 'Demo operator') =>
    createCode(
      server.deps.database.query,
      { kind, name, role: 'admin', operatorId: null },
      { now: server.deps.now(), seconds: 900 },
    )
  const signIn = (code: string) => tested.request('POST', '/api/sign-in/once', { body: { code } })
  const sessionOf = (headers: Headers) => /console-session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1]

  test('it signs in once, even if two browsers open it at the same moment', async () => {
    const code = await newCode()
    const responses = await Promise.all([signIn(code), signIn(code)])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 401])
    const [opened] = responses.filter(({ status }) => status === 200)
    const session = sessionOf(opened?.headers ?? new Headers())
    const { body } = await tested.request('GET', '/api/session', { session })
    assert.deepEqual([body.operator.name, body.operator.role], ['Demo operator', 'admin'])
    assert.equal((await signIn(code)).body.errorType, 'codeInvalid')
  })

  test('it does not sign in after it has expired', async () => {
    const code = await newCode()
    server.wait(900_000)
    assert.equal((await signIn(code)).status, 401)
  })

  test('an invitation does not sign in', async () => {
    const code = await newCode('invite')
    assert.equal((await signIn(code)).status, 401)
  })

  test('the cookie is out of reach of scripts and other sites, and storage has only its hash', async () => {
    const { headers } = await signIn(await newCode())
    const cookie = headers.get('set-cookie') ?? ''
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/']) assert.ok(cookie.includes(part), cookie)
    assert.ok(!/domain/i.test(cookie), cookie)
    const stored = await server.deps.database.query.selectFrom('operator_session').selectAll().execute()
    assert.ok(!JSON.stringify(stored).includes(sessionOf(headers) ?? ''))
  })

  test('sign-in and sign-out are in the audit log', async () => {
    const { headers } = await signIn(await newCode())
    const session = sessionOf(headers)
    assert.equal((await tested.request('POST', '/api/sign-out', { session })).status, 200)
    assert.equal((await tested.request('GET', '/api/session', { session })).status, 401)
    const viewer = await tested.signedIn('viewer')
    const { body } = await tested.request('GET', '/api/audit?actor=Demo operator', { session: viewer })
    assert.deepEqual(
      body.rows.slice(0, 2).map(({ action }: { action: string }) => action),
      ['operator.signOut', 'operator.signIn'],
    )
    assert.equal((await tested.request('GET', '/api/audit/verify', { session: viewer })).body.broken, null)
  })

  test('the operator who exists from the first sign-in on is in the audit log', async () => {
    await signIn(await newCode('once', 'New operator'))
    await signIn(await newCode('once', 'New operator'))
    const viewer = await tested.signedIn('viewer')
    const { body } = await tested.request('GET', '/api/audit?actor=New operator', { session: viewer })
    assert.deepEqual(
      body.rows.map(({ action }: { action: string }) => action),
      ['operator.signIn', 'operator.signIn', 'operator.create'],
    )
    assert.deepEqual(body.rows[2].after, { name: 'New operator', role: 'admin', method: 'one-time URL' })
  })

  test('over https the cookie is bound to the host', async () => {
    const settings = { ...tested.deps.settings, url: 'https://console.example.com' }
    const secure = consoleOver(server.deps, { settings })
    const { headers } = await secure.request('POST', '/api/sign-in/once', {
      body: { code: await newCode() },
      headers: { host: 'console.example.com', origin: 'https://console.example.com' },
    })
    assert.match(headers.get('set-cookie') ?? '', /^__Host-console-session=.*Secure/)
    assert.match(headers.get('strict-transport-security') ?? '', /max-age/)
  })
})
