import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // What a receiving account looked like when its blocks were last read: while it looks the same they need not be.
  await sql.raw('alter table wallet_watch add column seen text').execute(database)
}
