// The table of the checks. Its random name lets two checks run at once. If a check is killed, a later one drops its table.

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { isStorageFailure } from '../../storage/storage.ts'
import type { Session } from '../../storage/two-sessions.ts'
import { type CheckResult, failed, passed } from './check-result.ts'
import { rowsOf } from './database-attempt.ts'

const prefix = 'doctor_scratch_'
/** No check takes so long. */
const abandonedAfterMs = 600_000

export async function checkScratchTables(session: Session): Promise<CheckResult> {
  try {
    await dropAbandoned(session)
    await withScratchTable(session, async () => {})
    return passed('This role can create and drop tables.')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // The database did not respond in time, or failed: this is no missing privilege.
    if (isStorageFailure(error)) {
      return failed(
        `No table could be created (${reason}): writes wait for a standby, or the database is slow or fails. The statements were not checked.`,
        'Check that the standbys of synchronous_standby_names are connected, and read the log of PostgreSQL.',
      )
    }
    return failed(
      `This role cannot create tables (${reason}), so the server cannot migrate its schema and the statements were not checked.`,
      'As the owner of the database: grant create on schema public to <role>.',
    )
  }
}

export async function withScratchTable<Result>(
  session: Session,
  work: (table: string) => Promise<Result>,
): Promise<Result> {
  const name = `${prefix}${Date.now()}_${randomBytes(4).toString('hex')}`
  const table = sql.table(name)
  await sql`create table ${table} (id integer primary key, value bigint not null, name text)`.execute(session)
  try {
    await sql`insert into ${table} (id, value) values (1, 0), (2, 0)`.execute(session)
    return await work(name)
  } finally {
    await sql`drop table if exists ${table}`.execute(session)
  }
}

async function dropAbandoned(session: Session): Promise<void> {
  const tables = await rowsOf(
    session,
    sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_name like ${`${prefix.replaceAll('_', '\\_')}%`}`,
  )
  for (const { name } of tables) {
    const createdAt = Number(name.slice(prefix.length).split('_')[0])
    if (Date.now() - createdAt > abandonedAfterMs) await sql`drop table if exists ${sql.table(name)}`.execute(session)
  }
}
