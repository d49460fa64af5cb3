import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`update transfer set state = 'RequiresAction' where state = 'AwaitingMfa'`.execute(database)
  await sql`update transfer set state = 'Ambiguous' where state = 'Unclear'`.execute(database)
}
