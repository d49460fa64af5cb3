// What a connection must retain between transactions. A pooler in transaction mode gives each transaction another connection to the
// database.

import { sql } from 'kysely'
import { configuredCommit } from '../../storage/durability.ts'
import { preparedStatement } from '../../storage/prepared-statement.ts'
import type { Session } from '../../storage/two-sessions.ts'
import { type CheckResult, failed, note, passed } from './check-result.ts'
import { begin, check, rollBack, rowsOf } from './database-attempt.ts'

const readNumber = preparedStatement((query, { value }: { value: number }) =>
  query.selectNoFrom([sql<number>`cast(${value} as integer)`.as('value')]),
)

export async function checkSessions(first: Session, second: Session): Promise<CheckResult[]> {
  return [
    await check({
      works: 'Prepared statements can be used again in a later transaction.',
      fails: 'A prepared statement is lost between transactions: a pooler in transaction mode.',
      fix: 'Use the pooler in session mode, or one that supports prepared statements (PgBouncer: max_prepared_statements above 0).',
      async attempt() {
        const once = await readNumber(first, { value: 1 })
        const again = await besideTransaction(second, () => readNumber(first, { value: 2 }))
        return once.rows[0]?.value === 1 && again.rows[0]?.value === 2
      },
    }),
    await checkSetting(first, second),
  ]
}

async function checkSetting(first: Session, second: Session): Promise<CheckResult> {
  const read = sql<{ name: string; configured: string }>`select current_setting('application_name') as name,
    ${configuredCommit} as configured`
  const name = 'transfer-link doctor'
  await sql`select set_config('application_name', ${name}, false)`.execute(first)
  const [row] = await besideTransaction(second, () => rowsOf(first, read))
  if (row?.name === name) return passed('Settings of a connection last until it closes.')
  const lost = 'Settings of a connection are lost between transactions: a pooler in transaction mode.'
  if (row !== undefined && ['on', 'remote_apply'].includes(row.configured))
    return note(`${lost} synchronous_commit is ${row.configured} without them, so acknowledged writes are safe.`)
  return failed(
    `${lost} Acknowledged writes can be lost, because synchronous_commit is ${row?.configured ?? 'unknown'} without them.`,
    'alter role <role> set synchronous_commit = on, or use the pooler in session mode.',
  )
}

/** A pooler in transaction mode gives the free connection of the first session to `second`, and another one to the first. */
async function besideTransaction<Result>(second: Session, work: () => Promise<Result>): Promise<Result> {
  await begin(second)
  try {
    await sql`select 1`.execute(second)
    return await work()
  } finally {
    await rollBack(second)
  }
}
