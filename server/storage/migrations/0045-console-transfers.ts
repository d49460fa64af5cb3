import { type Kysely, sql } from 'kysely'
import type { SchemaIndex } from '../schema-index.ts'

/** Commands of the version before leave the proposal of a transfer that they resolve. It is deleted once the transfer has ended. */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table resolve_proposal (transfer_id text primary key references transfer(id), resolution text not null,
    evidence text not null, operator_id text not null references operator(id), last_event bigint not null,
    proposed_at bigint not null)`.execute(database)
}

/** The lists of the console, which are of all clients, newest first. */
export const indexes: readonly SchemaIndex[] = [
  { name: 'transfer_created', on: 'transfer(created_at, id)' },
  // As an expression, so that no other statement with an exchange uses it instead of its own index.
  { name: 'transfer_of_exchange', on: `transfer((exchange_type || ''), created_at, id)` },
  // Most transfers have succeeded: a list of those reads few others.
  { name: 'transfer_not_succeeded', on: `transfer(status, created_at, id) where status <> 'Succeeded'` },
  // Some states are rare among thousands of transfers that have failed. Few are pending at a time.
  { name: 'transfer_rare_state', on: `transfer(state, created_at, id) where status in ('Failed', 'Hidden')` },
  { name: 'transfer_hash', on: `transfer(hash) where hash <> ''` },
  { name: 'transfer_recipient', on: 'transfer(to_address, created_at, id)' },
]
