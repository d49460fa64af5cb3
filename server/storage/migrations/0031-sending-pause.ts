import { type Kysely, sql } from 'kysely'

/** Servers of the version before do not know of a pause, and continue to send. */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table sending_pause (scope text primary key, paused_at bigint not null)`.execute(database)
}
