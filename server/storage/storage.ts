// Access to stored data: the database, and transactions with retries. The statements are in the folders that use them (clients/, links/,
// transfers/ …).

import { type Kysely, type QueryResult, sql, type Transaction } from 'kysely'
import { isBusy, lockTries, lockWaitMs, pauseForReal } from './lock-wait.ts'
import type { Tables } from './tables.ts'

export interface Database {
  readonly query: Kysely<Tables>
  /** Reads the state of PostgreSQL on a separate connection. */
  readonly monitor?: Kysely<Tables>
  /** Replaces the wait between two tries where time is simulated. */
  readonly pause?: (ms: number) => Promise<void>
  /** Receives how long each transaction has waited for a connection, for the lock to write and for another try. */
  readonly onWait?: (seconds: number) => void
  close(): Promise<void>
}

/** Runs statements, inside a transaction or without one. */
export type Query = Kysely<Tables> | Transaction<Tables>

const triesLost = 3

/**
 * All statements of `work` take effect together or not at all. If the database requires a retry (busy, serialisation, deadlock),
 * the whole `work` runs again, so it must only run statements. Inside of another transaction, `work` belongs to that one.
 */
export async function inTransaction<T>(
  database: Database,
  work: (query: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (database.query.isTransaction) return work(database.query as Transaction<Tables>)
  const requestedAt = performance.now()
  let begunAt = null as number | null
  try {
    return await repeated(database, () => {
      begunAt = null
      return database.query.transaction().execute((query) => {
        begunAt = performance.now()
        return work(query)
      })
    })
  } finally {
    database.onWait?.(((begunAt ?? performance.now()) - requestedAt) / 1_000)
  }
}

async function repeated<T>(database: Database, run: () => Promise<T>): Promise<T> {
  let lost = 0
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (isLostToAnother(error)) lost += 1
      else if (!isWorthRepeating(error)) throw error
      if (attempt === lockTries || lost > triesLost) throw error
      await pauseFor(database, lockWaitMs(attempt))
    }
  }
}

/** Waits before another try, by the clock of the database if it has one. */
export function pauseFor(database: Database, ms: number): Promise<void> {
  return database.pause?.(ms) ?? pauseForReal(ms)
}

/** Whether a conditional update changed its row. */
export function changedOne(result: { numUpdatedRows: bigint } | QueryResult<unknown>): boolean {
  return ('numUpdatedRows' in result ? result.numUpdatedRows : result.numAffectedRows) === 1n
}

/** The database currently fails (full, locked, unreachable), as opposed to a wrong statement. */
export function isStorageFailure(error: unknown): boolean {
  const code = codeOf(error)
  return (
    /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|LOCKED|CORRUPT|NOTADB)/.test(code) ||
    /^((08|28|3D|40|53|55|57|58|XX)...|25006|25P0.)$/.test(code)
  )
}

function isWorthRepeating(error: unknown): boolean {
  return isBusy(error) || /^(40001|40P01)$/.test(codeOf(error))
}

/**
 * Another transaction inserted a row with the same unique value between a check and the insert, which only PostgreSQL allows. The next
 * try finds that row. If the row was deleted since, the next try may fail in the same way.
 */
function isLostToAnother(error: unknown): boolean {
  return codeOf(error) === '23505'
}

/** A unique value already exists. */
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

/** Throws if the database does not respond or accepts no writes. Writes one number. */
export async function checkReachable(database: Database): Promise<void> {
  const first = { id: 1, environment: null, writes: 1 }
  await inTransaction(database, async (query) => {
    const insert = query.insertInto('store').values(first)
    const more = sql<number>`${sql.ref('store.writes')} + 1`
    await insert.onConflict((conflict) => conflict.column('id').doUpdateSet({ writes: more })).execute()
  })
}
