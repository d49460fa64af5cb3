import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

export async function up(database: Kysely<unknown>): Promise<void> {
  // An equal payment by link was asked for by another user: until that one can no more be on its way, nobody knows whose comes.
  await sql.raw('alter table wallet_watch add column shared_at bigint').execute(database)
}
