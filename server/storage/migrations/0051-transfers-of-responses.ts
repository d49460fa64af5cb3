import { type Kysely, sql } from 'kysely'
import type { SchemaIndex } from '../schema-index.ts'

/** Servers of the version before store no `transfer_id`. Their responses stay until they expire. */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency_key add column transfer_id text`.execute(database)
}

/** By it, the responses of erased transfers are found. */
export const indexes: readonly SchemaIndex[] = [
  { name: 'idempotency_key_transfer', on: 'idempotency_key(transfer_id) where transfer_id is not null' },
]
