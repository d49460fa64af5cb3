// A command whose write the database does not confirm, because it waits.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { runCliHere } from '../../../support/cli.ts'
import { findPostgres } from '../../../support/postgres.ts'

const { postgres, missing } = await findPostgres()
after(() => postgres?.drop())

/** Locks `table` until the command waits for it, ends the command's connection, and then releases the table. */
async function runUnconfirmed(database: Database, table: string, run: () => ReturnType<typeof runCliHere>) {
  return database.query.transaction().execute(async (query) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(query)
    const running = run()
    const end = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    while ((await end.execute(database.query)).rows.length === 0) await pause(20)
    return running
  })
}

test('a write that the database did not confirm is a plain error that names how to check it', {
  skip: missing,
  timeout: 30_000,
}, async () => {
  const DATABASE_URL = (await postgres?.newDatabase()) ?? ''
  const database = await openPostgres(DATABASE_URL)
  const commands = [
    ['sending_pause', ['pause', '--all'], /Check with "transfer-link pause --list"\./],
    ['client', ['client', 'create', 'Shop'], /If it shows the client, run "client rotate" to get a secret\./],
  ] as const
  for (const [table, args, check] of commands) {
    const { code, out, error } = await runUnconfirmed(database, table, () => runCliHere([...args], { DATABASE_URL }))
    assert.deepEqual([code, out], [1, ''])
    assert.match(error, /^The database did not confirm the write\. It may still take effect\. Check with /)
    assert.match(error, check)
    assert.match(error, /^Reason: \S/m)
    assert.doesNotMatch(error, /^ +at |postgres:\/\//m)
  }
  await database.close()
})
