import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ActionEndpoint, ReadEndpoint } from '../../../../server/console/console-endpoint.ts'
import { consoleEndpoints } from '../../../../server/console/console-endpoints.ts'
import { idleMs, recentMs, sessionMs } from '../../../../server/console/sessions.ts'
import { includesRole, roles } from '../../../../server/contract/console/role.ts'
import { consoleOver, type TestConsole } from '../../../support/console.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

const guarded = consoleEndpoints.filter((each): each is ReadEndpoint | ActionEndpoint => each.kind !== 'signIn')
const actions = guarded.filter((each) => each.kind === 'action')
const pathOf = ({ path }: { path: string }) => path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')

describe('who may call the console', () => {
  let server: TestServer
  let tested: TestConsole
  before(async () => {
    server = await startTestServer()
    tested = consoleOver(server.deps)
  })
  after(() => server.stop())

  const entries = async () => (await tested.deps.database.query.selectFrom('audit_entry').select('n').execute()).length

  for (const endpoint of guarded) {
    const { method, role } = endpoint
    const path = pathOf(endpoint)
    const call = (session: string | undefined, headers: Record<string, string> = {}) =>
      tested.request(method, path, {
        session,
        headers,
        ...(method === 'GET' ? {} : { body: { reason: 'to see who may call' } }),
      })

    test(`${method} ${endpoint.path} requires a session`, async () => {
      for (const session of [undefined, '', 'made-up']) {
        const { status, body } = await call(session)
        assert.deepEqual([status, body.errorType], [401, 'signInRequired'])
      }
    })

    for (const caller of roles) {
      const isAllowed = includesRole(caller, role)
      test(`${method} ${endpoint.path} ${isAllowed ? 'accepts' : 'refuses'} the role ${caller}`, async () => {
        const before = await entries()
        const { status, body } = await call(await tested.signedIn(caller))
        if (isAllowed) assert.ok(![401, 403, 500].includes(status), `${status} ${JSON.stringify(body)}`)
        else {
          assert.deepEqual([status, body.errorType], [403, 'roleRequired'])
          assert.equal(await entries(), before)
        }
      })
    }

    test(`${method} ${endpoint.path} refuses another site, another port and another host`, async () => {
      const session = await tested.signedIn(role)
      for (const headers of [
        { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
        { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:4000' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'null' },
      ]) {
        const { status, body } = await call(session, headers)
        assert.deepEqual([status, body.errorType], [403, 'forbiddenOrigin'], JSON.stringify(headers))
      }
      const { status, body } = await call(session, { host: 'evil.example:4003' })
      assert.deepEqual([status, body.errorType], [421, 'wrongHost'])
    })
  }

  for (const endpoint of actions) {
    test(`${endpoint.method} ${endpoint.path} requires a reason`, async () => {
      const session = await tested.signedIn(endpoint.role)
      for (const reason of [undefined, '', '    ', 'a'.repeat(501)]) {
        const { status, body } = await tested.request(endpoint.method, pathOf(endpoint), { session, body: { reason } })
        assert.deepEqual([status, body.field], [400, 'reason'], JSON.stringify(body))
      }
    })
  }

  for (const endpoint of actions.filter(({ recentSignIn }) => recentSignIn)) {
    test(`${endpoint.method} ${endpoint.path} requires a recent sign-in`, async () => {
      const session = await tested.signedIn(endpoint.role)
      server.wait(recentMs)
      const body = { reason: 'to see who may call' }
      const response = await tested.request(endpoint.method, pathOf(endpoint), { session, body })
      assert.deepEqual([response.status, response.body.errorType], [403, 'recentSignInRequired'])
    })
  }

  const signIns = consoleEndpoints.filter((each) => each.kind === 'signIn')
  for (const { method, path } of signIns.filter((each) => !each.fromOtherSites)) {
    test(`${method} ${path} refuses another site, another port and another host`, async () => {
      const call = (headers: Record<string, string>) =>
        tested.request(method, path, { headers, ...(method === 'GET' ? {} : { body: {} }) })
      for (const headers of [
        { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
        { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:4000' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'null' },
      ])
        assert.equal((await call(headers)).body.errorType, 'forbiddenOrigin', JSON.stringify(headers))
      assert.equal((await call({ host: 'evil.example:4003' })).body.errorType, 'wrongHost')
    })
  }

  test('only the return from the identity provider may come from another site', async () => {
    const open = signIns.filter(({ fromOtherSites }) => fromOtherSites).map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual(open, ['GET /api/sign-in/oidc/callback'])
    const headers = { host: 'evil.example:4003', 'sec-fetch-site': 'cross-site' }
    const { body } = await tested.request('GET', '/api/sign-in/oidc/callback', { headers })
    assert.equal(body.errorType, 'wrongHost')
  })

  test('what gives an app access requires an admin who has signed in recently, and pauses an operator', () => {
    const requirements = (path: string) =>
      new Set(actions.filter((each) => each.path.startsWith(path)).map((each) => `${each.role} ${each.recentSignIn}`))
    assert.deepEqual([...requirements('/api/clients')], ['admin true'])
    assert.deepEqual([...requirements('/api/webhooks')], ['operator false'])
    assert.deepEqual([...requirements('/api/pauses')], ['operator false'])
  })

  test('a page opened under another name of this machine is redirected to the console’s address', async () => {
    const open = (host: string, path = '/transfers?status=Failed') => tested.request('GET', path, { headers: { host } })
    for (const host of ['localhost:4003', '[::1]:4003', 'console.localhost:4003']) {
      const { status, headers } = await open(host)
      assert.deepEqual([status, headers.get('location')], [302, 'http://127.0.0.1:4003/transfers?status=Failed'], host)
    }
    for (const host of [
      'localhost:4000',
      'evil.example:4003',
      '127.0.0.1.evil.example:4003',
      'localhost:4003@evil.example',
    ])
      assert.equal((await open(host)).status, 421, host)
    assert.equal((await open('localhost:4003', '/api/session')).status, 421)
    assert.equal(
      (await open('localhost:4003', '//evil.example')).headers.get('location'),
      'http://127.0.0.1:4003//evil.example',
    )
  })

  test('a session ends after an hour without use, and the refreshes of an open page do not count', async () => {
    const session = await tested.signedIn('viewer')
    const refresh = { 'x-console-refresh': '1' }
    const status = async (headers = {}) => (await tested.request('GET', '/api/session', { session, headers })).status
    server.wait(idleMs - 1_000)
    assert.equal(await status(), 200)
    server.wait(idleMs - 1_000)
    assert.equal(await status(refresh), 200)
    server.wait(2_000)
    assert.equal(await status(), 401)
  })

  test('a session in use ends after twelve hours', async () => {
    const session = await tested.signedIn('viewer')
    const status = async () => (await tested.request('GET', '/api/session', { session })).status
    for (let used = 0; used < sessionMs; used += idleMs / 2) {
      assert.equal(await status(), 200)
      server.wait(idleMs / 2)
    }
    assert.equal(await status(), 401)
  })

  test('an endpoint that is not in the list does not exist', async () => {
    const session = await tested.signedIn('admin')
    for (const [method, path] of [
      ['GET', '/api/none'],
      ['PUT', '/api/session'],
      ['POST', '/api/audit'],
    ] as const) {
      const { status, body } = await tested.request(method, path, { session })
      assert.deepEqual([status, body.errorType], [404, 'notFound'], `${method} ${path}`)
    }
  })
})
