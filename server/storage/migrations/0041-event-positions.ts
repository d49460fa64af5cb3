import { type Kysely, sql } from 'kysely'
import type { SchemaIndex } from '../schema-index.ts'

/** Servers of the version before number events from the last one of their client. */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table store add column first_position bigint not null default 0`.execute(database)
}

/** Lists of the transfers of a link, and of one transaction of a client. */
export const indexes: readonly SchemaIndex[] = [
  { name: 'transfer_link', on: 'transfer(link_id) where link_id is not null' },
  { name: 'transfer_transaction', on: 'transfer(client_id, transaction_id) where transaction_id is not null' },
]
