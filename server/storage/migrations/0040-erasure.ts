import { type Kysely, sql } from 'kysely'

/** Servers of the version before write no `detail_hash`. The hash of their events covers the detail itself. */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table transfer_event add column detail_hash text`.execute(database)
  await sql`alter table transfer add column erased_at bigint`.execute(database)
  await sql`create table erasure (client_id text not null references client(id), user_id text not null,
    requested_at bigint not null, primary key (client_id, user_id))`.execute(database)
}
