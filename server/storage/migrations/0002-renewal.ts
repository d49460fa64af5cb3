import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

/** Until when one process renews a sign-in's credentials, while the others wait for the result. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table sign_in add column renewing_until bigint`.execute(database)
}
