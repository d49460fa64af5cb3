// The statistics by which SQLite chooses its plans. Without them it reads all transfers of a client where one user has a few. PostgreSQL
// collects its statistics itself.

import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Query } from './storage.ts'

/** SQLite reads this many entries of an index one after another, then skips to the next value of its first column. */
const entriesRead = 100_000

/**
 * At start, all tables. Takes about a second with a million rows, and nothing if they have changed little.
 *
 * The limit also leaves out samples of values. With samples, SQLite plans a statement again whenever its values change, which takes
 * longer than most statements. Samples of an earlier version are removed.
 */
export async function collectStatistics(query: Query): Promise<void> {
  if (isPostgres(query)) return
  await sql`pragma analysis_limit = ${sql.lit(entriesRead)}`.execute(query)
  await sql`drop table if exists sqlite_stat4`.execute(query)
  await sql`analyze sqlite_schema`.execute(query)
  await sql`pragma optimize = 0x10002`.execute(query)
}

/** Only of tables that have grown much since. Cheap enough to run each minute. */
export async function updateStatistics(query: Query): Promise<void> {
  if (!isPostgres(query)) await sql`pragma optimize`.execute(query)
}
