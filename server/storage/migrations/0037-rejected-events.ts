import { type Kysely, sql } from 'kysely'

/** Servers of the version before count all failures of an endpoint alike. */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_delivery add column rejections integer not null default 0`.execute(database)
  await sql`alter table webhook_endpoint add column rejected_events integer not null default 0`.execute(database)
}
