import { type Kysely, sql } from 'kysely'

/** Whether a server of the version before can serve while this migration runs, and after it. */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table schema_version (id integer primary key, oldest_usable text not null)`.execute(database)
}
