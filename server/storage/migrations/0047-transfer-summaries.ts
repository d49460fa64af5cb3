import { type Kysely, sql } from 'kysely'
import type { SchemaIndex } from '../schema-index.ts'

/** A transfer that ends there waits for the first summary of this version. */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table transfer add column summarised_at bigint`.execute(database)
  await sql`create table transfer_summary (period text not null, starts_at bigint not null, exchange_type text not null,
    network_key text not null, symbol text not null, result text not null, transfers bigint not null, amount text not null,
    fiat text not null, without_price bigint not null, arrivals text not null,
    primary key (period, starts_at, exchange_type, network_key, symbol, result))`.execute(database)
}

export const indexes: readonly SchemaIndex[] = [
  {
    name: 'transfer_not_summarised',
    on: `transfer(updated_at) where summarised_at is null and status in ('Succeeded', 'Failed')`,
  },
]
