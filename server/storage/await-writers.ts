// On PostgreSQL, each statement of a transaction reads what was committed before that statement. A transaction that is still open may
// have read what has changed since, and what it wrote is not visible yet.

import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import { type Database, pauseFor, type Query } from './storage.ts'
import type { Tables } from './tables.ts'

const pollMs = 20
/** The limits of a connection end a transaction earlier. */
const longestMs = 30_000
const lockNotAvailable = '55P03'

/**
 * Waits for the open transactions that have written to `table`. Later ones read what is committed now. Takes no lock, so it delays no
 * writer. Throws a storage failure after `longestMs`. SQLite has one writer at a time, so there is nothing to wait for.
 */
export async function awaitWriters(database: Database, table: keyof Tables): Promise<void> {
  if (!isPostgres(database.query)) return
  let open = await openWriters(database.query, table)
  for (let waitedMs = 0; open.length > 0; waitedMs += pollMs) {
    if (waitedMs >= longestMs)
      throw Object.assign(new Error(`a transaction that writes to ${table} does not end`), { code: lockNotAvailable })
    await pauseFor(database, pollMs)
    const stillOpen = await openWriters(database.query, table)
    open = open.filter((id) => stillOpen.includes(id))
  }
}

/** A writer has this lock on the table until its transaction ends. */
async function openWriters(query: Query, table: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select virtualtransaction as id from pg_locks
    where locktype = 'relation' and relation = to_regclass(${table}) and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`.execute(query)
  return rows.map(({ id }) => id)
}
