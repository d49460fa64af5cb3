import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table attempt rename column known_before to existing_matches`.execute(database)
}
