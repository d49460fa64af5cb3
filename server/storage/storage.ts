// The one door to stored data. Statements are written where they belong (clients/, links/, transfers/ …), over these tables.

import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export interface Database {
  readonly query: Kysely<Tables>
  close(): Promise<void>
}

/** Statements run alone or inside a transaction alike. */
export type Query = Kysely<Tables> | Transaction<Tables>

/** All statements of `work` take effect together or not at all. */
export function inTransaction<T>(database: Database, work: (query: Transaction<Tables>) => Promise<T>): Promise<T> {
  return database.query.transaction().execute(work)
}

/** Whether an update or insert by condition hit a row. */
export function changedOne(result: { numUpdatedRows: bigint }): boolean {
  return result.numUpdatedRows === 1n
}

/** Throws when the database does not answer. */
export async function checkReachable(database: Database): Promise<void> {
  await sql`select 1`.execute(database.query)
}
