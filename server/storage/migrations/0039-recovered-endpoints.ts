import { type Kysely, sql } from 'kysely'

/** Servers of the version before do not write these columns. Then a rejection counts as the first since the last success. */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  // When the receiver last rejected the event.
  await sql`alter table webhook_delivery add column rejected_at bigint`.execute(database)
  // When the receiver accepted an event after it had rejected everything.
  await sql`alter table webhook_endpoint add column accepting_since bigint`.execute(database)
  // Who paused it: client or operator. Null: the client.
  await sql`alter table webhook_endpoint add column paused_by text`.execute(database)
}
