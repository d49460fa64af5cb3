import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { idleMs } from '../../../../server/console/sessions.ts'
import type { OperatorRow, SessionRow } from '../../../../server/contract/console/operators.ts'
import { consoleOver, type TestConsole } from '../../../support/console.ts'
import { openStorageUnderTest } from '../../../support/storage-under-test.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

const url = 'http://console.localhost:4003'
const reason = 'to test the operators'
const oidc = { issuer: 'https://login.example.com', clientId: 'c', clientSecret: 's', roles: [] }

describe('operators', () => {
  let server: TestServer
  let tested: TestConsole
  let admin: string
  before(async () => {
    server = await startTestServer()
    tested = await newConsole()
    admin = await tested.signedIn('admin', 'Admin')
  })
  after(async () => {
    await tested.deps.database.close()
    await server.stop()
  })

  async function newConsole(parts: { oidc?: typeof oidc | null } = {}): Promise<TestConsole> {
    const settings = { port: 4003, hosts: ['127.0.0.1'], url, oidc: null, twoPersonResolve: false, ...parts }
    const database = await openStorageUnderTest()
    return consoleOver({ ...server.deps, database }, { settings, database })
  }
  const call = async (method: string, path: string, body?: object, { session = admin, over = tested } = {}) =>
    over.request(method, path, {
      session,
      ...(body === undefined ? {} : { body }),
      headers: { host: 'console.localhost:4003', ...(method === 'GET' ? {} : { origin: url }) },
    })
  const operators = async (): Promise<OperatorRow[]> => (await call('GET', '/api/operators')).body.rows
  const named = async (name: string) => {
    const found = (await operators()).find((each) => each.name === name)
    assert.ok(found !== undefined, name)
    return found
  }
  const lastEntry = async (session = admin) => (await call('GET', '/api/audit', undefined, { session })).body.rows[0]

  test('an invitation returns its URL once, and its entry in the audit log has no code', async () => {
    const { status, body } = await call('POST', '/api/operators/invite', { name: 'Ada', role: 'operator', reason })
    assert.equal(status, 200)
    const [, code = ''] = /^http:\/\/console\.localhost:4003\/sign-in#invite=([\w-]{43})$/.exec(body.url) ?? []
    assert.ok(code !== '', body.url)
    const entry = await lastEntry()
    assert.deepEqual(
      [entry.action, entry.actor, entry.target, entry.reason],
      ['operator.invite', 'Admin', 'Ada', reason],
    )
    assert.deepEqual(Object.keys(entry.after), ['name', 'role', 'expiresAt'])
    assert.ok(!JSON.stringify(entry).includes(code))
  })

  test('an invitation is refused without a role, with another role, and at the identity provider', async () => {
    const invite = async (body: object) => {
      const { status, body: answer } = await call('POST', '/api/operators/invite', { reason, ...body })
      return [status, answer.field]
    }
    assert.deepEqual(await invite({ name: 'Nobody' }), [400, 'role'])
    assert.deepEqual(await invite({ name: 'Admin', role: 'viewer' }), [400, 'role'])
    assert.deepEqual(await invite({ name: '\u202eAda', role: 'viewer' }), [400, 'name'])
    assert.deepEqual(await invite({ name: 'Admin', replacesPasskeys: true }), [409, undefined])
    await tested.signedIn('operator', 'At the provider')
    const { id } = await named('At the provider')
    const issuer = { issuer: oidc.issuer, subject: '1' }
    await tested.deps.database.query.updateTable('operator').set(issuer).where('id', '=', id).execute()
    assert.deepEqual(await invite({ name: 'At the provider' }), [409, undefined])
    const { status } = await call('POST', `/api/operators/${id}/role`, { role: 'admin', reason })
    assert.equal(status, 409)
  })

  test('a role changes at once, also in open sessions', async () => {
    const session = await tested.signedIn('operator', 'Promoted')
    const { id } = await named('Promoted')
    assert.equal((await call('GET', '/api/operators', undefined, { session })).status, 403)
    assert.equal((await call('POST', `/api/operators/${id}/role`, { role: 'admin', reason })).status, 200)
    assert.equal((await call('GET', '/api/operators', undefined, { session })).status, 200)
    const entry = await lastEntry()
    assert.deepEqual([entry.before, entry.after, entry.target], [{ role: 'operator' }, { role: 'admin' }, id])
    await call('POST', `/api/operators/${id}/role`, { role: 'viewer', reason })
    assert.equal((await call('GET', '/api/operators', undefined, { session })).status, 403)
  })

  test('nobody changes the own role', async () => {
    const { id } = await named('Admin')
    const { status, body } = await call('POST', `/api/operators/${id}/role`, { role: 'viewer', reason })
    assert.deepEqual([status, body.message], [409, 'You cannot change your own role. Ask another admin.'])
  })

  test('a removed operator is signed out, and is in no list', async () => {
    const session = await tested.signedIn('operator', 'Removed')
    const { id } = await named('Removed')
    assert.equal((await call('DELETE', `/api/operators/${id}`, { reason })).status, 200)
    assert.equal((await call('GET', '/api/session', undefined, { session })).status, 401)
    assert.ok(!(await operators()).some(({ name }) => name === 'Removed'))
    assert.deepEqual((await lastEntry()).before, { name: 'Removed', role: 'operator' })
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/role'],
      ['POST', '/end-sessions'],
    ] as const) {
      const { status } = await call(method, `/api/operators/${id}${path}`, { role: 'viewer', reason })
      assert.equal(status, 404)
    }
  })

  test('sessions are listed with their operators, and end one by one, by operator, and all', async () => {
    const sessions = [await tested.signedIn('viewer', 'Busy')]
    const { id } = await named('Busy')
    const list = async (): Promise<SessionRow[]> => (await call('GET', '/api/operators/sessions')).body.rows
    const [newest] = await list()
    assert.deepEqual([newest?.operator, newest?.isOwn], [{ id, name: 'Busy' }, false])
    assert.equal((await list()).filter(({ isOwn }) => isOwn).length, 1)
    assert.equal((await named('Busy')).sessions, 1)
    const isOpen = async (session = '') => (await call('GET', '/api/session', undefined, { session })).status === 200
    assert.equal((await call('DELETE', `/api/operators/sessions/${newest?.id}`, { reason })).status, 200)
    assert.equal(await isOpen(sessions[0]), false)
    assert.equal((await lastEntry()).action, 'operator.endSession')
    assert.equal((await call('DELETE', `/api/operators/sessions/${newest?.id}`, { reason })).status, 404)

    const other = await tested.signedIn('viewer', 'Other')
    const { body } = await call('POST', `/api/operators/${(await named('Other')).id}/end-sessions`, { reason })
    assert.deepEqual([body.ended, await isOpen(other), await isOpen(admin)], [1, false, true])
    const before = (await list()).length
    assert.equal((await call('POST', '/api/operators/end-sessions', { reason })).body.ended, before)
    assert.equal(await isOpen(admin), false)
    admin = await tested.signedIn('admin', 'Admin 2')
  })

  test('operators and sessions are in pages of fifty', async () => {
    for (let n = 10; n < 80; n++) await tested.signedIn('viewer', `Many ${n}`)
    for (const path of ['/api/operators', '/api/operators/sessions']) {
      const all: { id: string }[] = []
      let [after, pages] = ['', 0]
      do {
        const { body } = await call('GET', `${path}?${new URLSearchParams(after === '' ? {} : { after })}`)
        assert.ok(body.rows.length <= 50)
        all.push(...body.rows)
        after = body.next ?? ''
        pages++
      } while (after !== '')
      assert.equal(pages, 2)
      assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
      assert.ok(all.length > 70)
    }
    assert.equal((await call('GET', '/api/operators/sessions?after=nonsense')).body.field, 'after')
  })

  test('the last use outlasts the session', async () => {
    await tested.signedIn('viewer', 'Earlier')
    const used = (await named('Earlier')).lastUsedAt
    assert.ok(used !== null)
    server.wait(idleMs)
    admin = await tested.signedIn('admin', 'Admin 3')
    assert.deepEqual((await call('GET', '/api/operators/sessions')).body.rows.length, 1)
    assert.deepEqual([(await named('Earlier')).lastUsedAt, (await named('Earlier')).sessions], [used, 0])
  })

  test('the last admin cannot be removed, unless admins come from the identity provider', async () => {
    const alone = await newConsole()
    const session = await alone.signedIn('admin', 'Last')
    await alone.signedIn('operator', 'Not an admin')
    const rows = (await call('GET', '/api/operators', undefined, { session, over: alone })).body.rows as OperatorRow[]
    const path = `/api/operators/${rows.find(({ name }) => name === 'Last')?.id}`
    const refused = await call('DELETE', path, { reason }, { session, over: alone })
    assert.deepEqual([refused.status, refused.body.errorType], [409, 'conflict'])
    assert.match(refused.body.message, /last admin.*transfer-link operator remove "Last"/)
    await alone.deps.database.close()

    const withProvider = await newConsole({ oidc })
    const own = await withProvider.signedIn('admin', 'Last')
    const [row] = (await call('GET', '/api/operators', undefined, { session: own, over: withProvider })).body.rows
    assert.equal(
      (await call('DELETE', `/api/operators/${row.id}`, { reason }, { session: own, over: withProvider })).status,
      200,
    )
    await withProvider.deps.database.close()
  })

  for (const [what, change] of [
    ['remove', { method: 'DELETE', suffix: '', body: { reason } }],
    ['demote', { method: 'POST', suffix: '/role', body: { reason, role: 'viewer' } }],
  ] as const) {
    test(`of two admins who ${what} each other at the same moment, one remains`, async () => {
      const { method, suffix, body } = change
      const over = await newConsole()
      for (let round = 1; round <= 5; round++) {
        const { query } = over.deps.database
        for (const table of ['operator_session', 'operator'] as const) await query.deleteFrom(table).execute()
        const [one, other] = [await over.signedIn('admin', 'One'), await over.signedIn('admin', 'Other')]
        const rows = await query.selectFrom('operator').select(['id', 'name']).execute()
        const pathOf = (name: string) => `/api/operators/${rows.find((row) => row.name === name)?.id}${suffix}`
        const answers = await Promise.all([
          call(method, pathOf('Other'), body, { session: one, over }),
          call(method, pathOf('One'), body, { session: other, over }),
        ])
        const [succeeded] = [answers.filter(({ status }) => status === 200).length]
        assert.equal(succeeded, 1, `round ${round}: ${JSON.stringify(answers.map((answer) => answer.body))}`)
      }
      await over.deps.database.close()
    })
  }
})
