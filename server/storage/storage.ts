// The one door to stored data. Statements are written where they belong (clients/, links/, transfers/ …), over these tables.

import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export interface Database {
  readonly query: Kysely<Tables>
  /** Waits between two tries, where time is not the machine's own. */
  readonly pause?: (ms: number) => Promise<void>
  close(): Promise<void>
}

/** Statements run alone or inside a transaction alike. */
export type Query = Kysely<Tables> | Transaction<Tables>

const tries = 20
const triesLost = 3
const pauseMs = 25

/**
 * All statements of `work` take effect together or not at all. If the database requires a retry (busy, serialisation, deadlock),
 * the whole work runs again, so it must only run statements.
 */
export async function inTransaction<T>(
  database: Database,
  work: (query: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  let lost = 0
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.query.transaction().execute(work)
    } catch (error) {
      if (isLostToAnother(error)) lost += 1
      else if (!isWorthRepeating(error)) throw error
      if (attempt === tries || lost > triesLost) throw error
      await pauseFor(database, pauseMs * Math.min(attempt, 4))
    }
  }
}

/** Waits before another try, by the database's own measure of time. */
export function pauseFor(database: Database, ms: number): Promise<void> {
  return database.pause?.(ms) ?? new Promise((resolve) => setTimeout(resolve, ms))
}

/** Whether an update or insert by condition hit a row. */
export function changedOne(result: { numUpdatedRows: bigint }): boolean {
  return result.numUpdatedRows === 1n
}

/** The database cannot do its work now (full, locked, unreachable), as opposed to a statement that is wrong. */
export function isStorageFailure(error: unknown): boolean {
  const code = codeOf(error)
  return (
    /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|LOCKED|CORRUPT|NOTADB)/.test(code) ||
    /^((08|28|3D|40|53|55|57|58|XX)...|25006|25P0.)$/.test(code)
  )
}

function isWorthRepeating(error: unknown): boolean {
  return /^(SQLITE_BUSY.*|40001|40P01)$/.test(codeOf(error))
}

/**
 * A row with the same unique value came between a check and the insert, which only PostgreSQL allows. The next try finds that
 * row, or finds it gone and may lose to another one.
 */
function isLostToAnother(error: unknown): boolean {
  return codeOf(error) === '23505'
}

/** A value that may occur once is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return /^(23505|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/.test(codeOf(error))
}

/** The statement names a table that the database does not have. */
export function isMissingTable(error: unknown): boolean {
  return codeOf(error) === '42P01' || (error instanceof Error && error.message.startsWith('no such table: '))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Throws when the database does not answer, or accepts no writes. It writes one number. */
export async function checkReachable(database: Database): Promise<void> {
  const first = { id: 1, environment: null, writes: 1 }
  await inTransaction(database, async (query) => {
    const insert = query.insertInto('store').values(first)
    const more = sql<number>`${sql.ref('store.writes')} + 1`
    await insert.onConflict((conflict) => conflict.column('id').doUpdateSet({ writes: more })).execute()
  })
}
