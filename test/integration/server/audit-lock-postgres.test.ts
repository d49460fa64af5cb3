// The lock of the audit log, while others wait for it or for the same rows.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { audited } from '../../../server/audit/audited.ts'
import { createCode } from '../../../server/console/one-time-codes.ts'
import { insertOperator } from '../../../server/console/operators.ts'
import { checkReachable, type Database } from '../../../server/storage/storage.ts'
import { consoleOver } from '../../support/console.ts'
import { findPostgres, openEmpty } from '../../support/postgres.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const { postgres, missing } = await findPostgres()
const actor = { name: 'Kim', origin: 'console 127.0.0.1' }
const change = { action: 'operator.role', target: 'operator-1', before: { role: 'viewer' }, after: { role: 'admin' } }

if (postgres === null) test('the audit log locks no other row', { skip: missing }, () => {})
else {
  describe('the lock of the audit log', () => {
    let server: TestServer
    let database: Database
    before(async () => {
      server = await startTestServer()
      database = await openEmpty(await postgres.newDatabase())
      await checkReachable(database)
      await insertOperator(database.query, {
        id: 'operator-1',
        name: 'Lee',
        role: 'viewer',
        createdAt: server.deps.now(),
      })
      await audited(deps(), actor, async (_, record) => record(change))
    })
    after(async () => {
      await database.close()
      await server.stop()
      await postgres.drop()
    })
    const deps = () => ({ database, now: server.deps.now })

    test('does not make the check of /readyz wait for an action', async () => {
      await audited(deps(), actor, async () => {
        await sql`set statement_timeout = 2000`.execute(database.query)
        await checkReachable(database)
      })
    })

    test('comes first: a sign-in that waits for it has locked no row that an action could need', async () => {
      const once = { kind: 'once', name: 'Lee', role: 'viewer', operatorId: null } as const
      const code = await createCode(database.query, once, { now: server.deps.now(), seconds: 900 })
      const tested = consoleOver({ ...server.deps, database }, { database })
      let signIn: ReturnType<typeof tested.request> | undefined
      await audited(deps(), actor, async ({ query }, record) => {
        signIn ??= tested.request('POST', '/api/sign-in/once', { body: { code } })
        await someoneWaits()
        await query.selectFrom('operator').select('id').forUpdate().noWait().execute()
        record(change)
      })
      assert.equal((await signIn)?.status, 200)
    })

    async function someoneWaits(): Promise<void> {
      const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      const deadline = Date.now() + 10_000
      while ((await waiting.execute(database.query)).rows[0]?.count === 0)
        assert.ok(Date.now() < deadline, 'the sign-in did not reach the lock')
    }
  })
}
