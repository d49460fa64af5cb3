import { type Kysely, sql } from 'kysely'

/** The version before refuses to start on a marked database, too. It calls the database a restored backup. */
export const servesPreviousVersion = true

/** When the data of an embedded database was moved to PostgreSQL. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table store add column moved_at bigint`.execute(database)
}
