import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inviteOperator } from '../../../../server/console/change-operators.ts'
import { operatorNamed, removeOperator } from '../../../../server/console/operators.ts'
import type { Role } from '../../../../server/contract/console/role.ts'
import { createPasskey, type TestPasskey, usePasskey } from '../../../support/authenticator.ts'
import { consoleOver, type TestConsole } from '../../../support/console.ts'
import { openStorageUnderTest } from '../../../support/storage-under-test.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

const url = 'http://console.localhost:4003'
const place = { origin: url, rpId: 'console.localhost' }
const headers = { host: 'console.localhost:4003', origin: url }

describe('passkeys', () => {
  let server: TestServer
  let tested: TestConsole
  before(async () => {
    server = await startTestServer()
    const settings = { port: 4003, hosts: ['127.0.0.1'], url, oidc: null, twoPersonResolve: false }
    const database = await openStorageUnderTest()
    tested = consoleOver({ ...server.deps, database }, { settings })
  })
  after(async () => {
    await tested.deps.database.close()
    await server.stop()
  })

  const invite = async (name: string, role?: Role, replacesPasskeys = false) => {
    const { query } = tested.deps.database
    const changing = { query, now: server.deps.now(), record() {} }
    return (await inviteOperator(changing, { name, role, replacesPasskeys, invitedBy: null })).code
  }
  const post = async (path: string, body: object, { cookie = '', session = '' } = {}) => {
    const sent = { ...headers, cookie: `console-sign-in=${cookie}; console-session=${session}` }
    const response = await tested.request('POST', path, { body, headers: sent })
    const set = response.headers.getSetCookie().join('\n')
    const cookieOf = (name: string) => new RegExp(`${name}=([^;]+)`).exec(set)?.[1] ?? ''
    return { ...response, cookie: cookieOf('console-sign-in'), session: cookieOf('console-session') }
  }
  /** Accepts an invitation with a new passkey. */
  const register = async (code: string, change: { isUserVerified?: boolean; origin?: string; rpId?: string } = {}) => {
    const options = await post('/api/sign-in/invitation/options', { code })
    assert.equal(options.status, 200, options.text)
    const { challenge, user } = options.body
    const userHandle = Buffer.from(user.id, 'base64url').toString()
    const { passkey, credential } = createPasskey({ challenge, userHandle, ...place, ...change })
    const result = await post('/api/sign-in/invitation/passkey', { code, credential }, options)
    return { passkey, credential, options, ...result }
  }
  interface Use {
    counter?: number
    isUserVerified?: boolean
    origin?: string
    rpId?: string
    challenge?: string
  }
  const signIn = async (passkey: TestPasskey, use: Use = {}, { session = '', again = false } = {}) => {
    const options = await post('/api/sign-in/passkey/options', { again }, { session })
    const credential = usePasskey(passkey, { challenge: options.body.challenge, ...place, ...use })
    const result = await post('/api/sign-in/passkey', { credential }, { cookie: options.cookie, session })
    return { ...result, credential, options }
  }
  const sessionOf = async (session: string) => {
    const cookie = `console-session=${session}`
    return (await tested.request('GET', '/api/session', { headers: { host: headers.host, cookie } })).body
  }

  test('an invitation registers a passkey and signs in, once', async () => {
    const code = await invite('Ada', 'operator')
    const shown = await post('/api/sign-in/invitation', { code })
    assert.deepEqual(shown.body, { name: 'Ada', role: 'operator', addsPasskey: false })
    const { status, session, options } = await register(code)
    assert.equal(status, 200)
    const { rp, authenticatorSelection, attestation } = options.body
    assert.deepEqual([rp.id, attestation], ['console.localhost', 'none'])
    assert.equal(authenticatorSelection.residentKey, 'required')
    assert.equal(authenticatorSelection.userVerification, 'required')
    assert.deepEqual((await sessionOf(session)).operator.name, 'Ada')
    const again = await post('/api/sign-in/invitation', { code })
    assert.deepEqual([again.status, again.body.errorType], [401, 'codeInvalid'])
  })

  test('a passkey keeps the operator whose invitation it accepts, and none of a command', async () => {
    const { query } = tested.deps.database
    const inviterOf = async (name: string) =>
      query
        .selectFrom('operator_passkey')
        .innerJoin('operator', 'operator.id', 'operator_id')
        .select('invited_by')
        .where('name', '=', name)
        .execute()
    await register(await invite('By command', 'operator'))
    assert.deepEqual(await inviterOf('By command'), [{ invited_by: null }])
    const session = await tested.signedIn('admin', 'Inviting')
    const body = { name: 'By an admin', role: 'operator', reason: 'A new colleague' }
    const invited = await tested.request('POST', '/api/operators/invite', { session, body, headers })
    await register(invited.body.url.split('#invite=')[1])
    const { id = '' } = (await operatorNamed(query, 'Inviting')) ?? {}
    assert.deepEqual(await inviterOf('By an admin'), [{ invited_by: id }])
  })

  test('a passkey signs in, and the options name no operator', async () => {
    const { passkey } = await register(await invite('Grace', 'admin'))
    const { status, session, options } = await signIn(passkey)
    assert.equal(status, 200)
    assert.deepEqual(options.body.allowCredentials, [])
    assert.equal(options.body.userVerification, 'required')
    const { operator, recentUntil } = await sessionOf(session)
    assert.deepEqual([operator.name, operator.role], ['Grace', 'admin'])
    assert.match(recentUntil, /Z$/)
  })

  test('a passkey that was not created here for this challenge is not registered', async () => {
    for (const wrong of [{ isUserVerified: false }, { origin: 'https://evil.example' }, { rpId: 'evil.example' }]) {
      const { status, body } = await register(await invite('Eve', 'admin'), wrong)
      assert.deepEqual([status, body.errorType], [401, 'signInFailed'], JSON.stringify(wrong))
    }
    const code = await invite('Eve', 'admin')
    const one = await register(code, { isUserVerified: false })
    const other = await post('/api/sign-in/invitation/options', { code })
    const stale = await post('/api/sign-in/invitation/passkey', { code, credential: one.credential }, other)
    assert.equal(stale.status, 401)
    // The challenge of another invitation.
    const elsewhere = await post('/api/sign-in/invitation/options', { code: await invite('Mallory', 'viewer') })
    const { credential } = createPasskey({ challenge: elsewhere.body.challenge, userHandle: 'x', ...place })
    assert.equal((await post('/api/sign-in/invitation/passkey', { code, credential }, elsewhere)).status, 401)
  })

  test('a signature is accepted once, only for its challenge, its origin and a verified user', async () => {
    const { passkey } = await register(await invite('Linus', 'operator'))
    for (const wrong of [
      { isUserVerified: false },
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: 'bWFkZS11cA' },
    ] satisfies Use[]) {
      const { status, body } = await signIn(passkey, wrong)
      assert.deepEqual([status, body.errorType], [401, 'signInFailed'], JSON.stringify(wrong))
    }
    const { status, credential, options } = await signIn(passkey)
    assert.equal(status, 200)
    assert.equal((await post('/api/sign-in/passkey', { credential }, options)).status, 401)
    const next = await post('/api/sign-in/passkey/options', {})
    assert.equal((await post('/api/sign-in/passkey', { credential }, next)).status, 401)
  })

  test('a counter that does not grow is refused: the passkey may have been copied', async () => {
    const { passkey } = await register(await invite('Copied', 'operator'))
    assert.equal((await signIn(passkey, { counter: 7 })).status, 200)
    for (const counter of [7, 6, 0]) assert.equal((await signIn(passkey, { counter })).status, 401, `${counter}`)
    assert.equal((await signIn(passkey, { counter: 8 })).status, 200)
    const { passkey: synced } = await register(await invite('Synced', 'operator'))
    // Passkeys that several devices share always state 0.
    for (const counter of [0, 0]) assert.equal((await signIn(synced, { counter })).status, 200)
  })

  test('the passkey of another operator neither signs in under a wrong handle nor confirms an action', async () => {
    const one = await register(await invite('One', 'operator'))
    const other = await register(await invite('Other', 'operator'))
    const { userHandle } = other.passkey
    assert.equal((await signIn({ ...one.passkey, userHandle })).status, 401)
    const { status, body } = await signIn(other.passkey, {}, { session: one.session, again: true })
    assert.deepEqual([status, body.errorType], [401, 'signInFailed'])
    assert.equal((await sessionOf(one.session)).operator.name, 'One')
  })

  test('signing in again renews the session, and offers the operator’s passkeys only', async () => {
    const { passkey, session } = await register(await invite('Again', 'operator'))
    server.wait(301_000)
    assert.equal((await sessionOf(session)).recentUntil, null)
    const renewed = await signIn(passkey, {}, { session, again: true })
    assert.deepEqual(
      renewed.options.body.allowCredentials.map(({ id }: { id: string }) => id),
      [passkey.id],
    )
    assert.match((await sessionOf(renewed.session)).recentUntil, /Z$/)
    assert.equal((await sessionOf(session)).errorType, 'signInRequired')
  })

  test('a further invitation adds a passkey, and one that replaces deletes the others', async () => {
    const { passkey, session } = await register(await invite('Lost', 'operator'))
    const second = await register(await invite('Lost'))
    assert.equal((await signIn(passkey)).status, 200)
    assert.equal((await signIn(second.passkey)).status, 200)
    const code = await invite('Lost', undefined, true)
    assert.equal((await signIn(passkey)).status, 401)
    assert.equal((await sessionOf(session)).errorType, 'signInRequired')
    const third = await register(code)
    assert.equal((await signIn(third.passkey)).status, 200)
  })

  test('only the newest invitation of a name works, and none for a name that was taken since', async () => {
    const [first, second] = [await invite('Twice', 'operator'), await invite('Twice', 'viewer')]
    assert.equal((await post('/api/sign-in/invitation/options', { code: first })).status, 401)
    await tested.signedIn('admin', 'Twice')
    const { status, body } = await register(second)
    assert.deepEqual([status, body.errorType], [401, 'codeInvalid'])
  })

  test('a removed operator has no passkey, and no invitation brings the operator back', async () => {
    const { passkey, session } = await register(await invite('Removed', 'operator'))
    const code = await invite('Removed')
    const { operator } = await sessionOf(session)
    await removeOperator(tested.deps.database.query, operator.id, server.deps.now())
    assert.equal((await signIn(passkey)).status, 401)
    assert.equal((await post('/api/sign-in/invitation', { code })).status, 401)
    await assert.rejects(invite('Removed', 'operator'), /operator restore/)
  })

  test('an invitation ends after fifteen minutes', async () => {
    const code = await invite('Late', 'operator')
    server.wait(900_000)
    assert.equal((await post('/api/sign-in/invitation', { code })).status, 401)
  })

  test('at an IP address there are no passkeys, and the console says why', async () => {
    const over = consoleOver(server.deps)
    const { body } = await over.request('GET', '/api/sign-in')
    assert.equal(body.passkeys, false)
    assert.match(body.passkeysRefused, /^Browsers offer passkeys only at a host name/)
    const refused = await over.request('POST', '/api/sign-in/passkey/options', { body: {} })
    assert.deepEqual([refused.status, refused.body.errorType], [409, 'conflict'])
  })

  test('storage and log have no code and no cookie', async () => {
    const code = await invite('Secret', 'operator')
    const { session, options } = await register(code)
    const tables = ['operator_code', 'operator_challenge', 'operator_session', 'audit_entry'] as const
    const { query } = tested.deps.database
    const rows = await Promise.all(tables.map((table) => query.selectFrom(table).selectAll().execute()))
    for (const secret of [code, session, options.cookie]) {
      assert.ok(secret.length > 20)
      assert.ok(!JSON.stringify(rows).includes(secret) && !server.logged().includes(secret))
    }
  })
})
