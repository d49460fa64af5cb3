import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

export async function up(database: Kysely<unknown>): Promise<void> {
  // The state of a receiving account when its blocks were last read. They are not read again while the state is the same.
  await sql.raw('alter table wallet_watch add column seen text').execute(database)
}
