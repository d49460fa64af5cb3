import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

export async function up(database: Kysely<unknown>): Promise<void> {
  // Each event of a transfer was also written here, and nothing has ever read it.
  await sql.raw('drop table outbox').execute(database)
}
