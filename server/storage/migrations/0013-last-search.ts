import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statements = [
  // When the one search of all blocks began that every watch ends with.
  'alter table wallet_watch add column last_search_at bigint',
  // Of a coin's receiver: its balance and nonce as of the first block, so that the last search need not read blocks in vain.
  'alter table wallet_watch add column first_state text',
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
