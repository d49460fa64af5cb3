// Expired rows are deleted in small batches, so that no statement holds the write lock of SQLite, or the event loop, for long.

import { type SelectQueryBuilder, sql } from 'kysely'
import { skipClaimed } from './dialect.ts'
import type { Query } from './storage.ts'
import type { Tables } from './tables.ts'

export const deletionBatch = 200

/**
 * Deletes the rows that `expired` selects, at most one batch. Returns their number. `expired` selects the columns `key`. Rows that
 * another process has locked are left for later.
 */
export async function deleteBatch<T extends keyof Tables, O>(
  query: Query,
  { table, key }: { table: T; key: readonly string[] },
  expired: SelectQueryBuilder<Tables, T, O>,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  // Materialized, so that no query plan evaluates it twice and deletes more than one batch.
  const result = await sql`with expired as materialized ${skipClaimed(query, expired.limit(deletionBatch))}
    delete from ${sql.table(table)} where (${columns}) in (select ${columns} from expired)`.execute(query)
  return Number(result.numAffectedRows ?? 0n)
}
