import { type Kysely, sql } from 'kysely'

/** Servers of the version before write no rows. */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table server_process (id text primary key, host text not null, key_ids text not null,
    reported_at bigint not null)`.execute(database)
}
