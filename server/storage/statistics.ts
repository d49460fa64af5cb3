// The statistics by which SQLite chooses its plans. Without them it reads all transfers of a client where one user has a few. PostgreSQL
// collects its statistics itself.

import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Query } from './storage.ts'

/** At start, all tables. Takes about a second with a million rows, and nothing if they have changed little. */
export async function collectStatistics(query: Query): Promise<void> {
  if (!isPostgres(query)) await sql`pragma optimize = 0x10002`.execute(query)
}

/** Only of tables that have grown much since. Cheap enough to run each minute. */
export async function updateStatistics(query: Query): Promise<void> {
  if (!isPostgres(query)) await sql`pragma optimize`.execute(query)
}
