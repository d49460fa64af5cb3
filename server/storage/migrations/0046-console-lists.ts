import { type Kysely, sql } from 'kysely'
import type { SchemaIndex } from '../schema-index.ts'

/** The version before writes neither the beginning of a secret nor its use. */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table client_secret add column prefix text`.execute(database)
  await sql`alter table client_secret add column last_used_at bigint`.execute(database)
}

export const indexes: readonly SchemaIndex[] = [
  { name: 'client_created', on: 'client(created_at, id)' },
  // Without a condition: the search for the next endpoint to serve would read it instead of the table.
  { name: 'webhook_endpoint_created', on: 'webhook_endpoint(created_at, id)' },
  // A request that succeeds writes nothing to it.
  { name: 'webhook_attempt_failed', on: 'webhook_attempt(endpoint_id, at) where reason is not null' },
]
