import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statement =
  // A message that a wallet is requested to sign and this server sends. Written before the request, and again before it is sent.
  `create table wallet_message (
     transfer_id text primary key references transfer(id),
     message text not null,
     last_height bigint not null,
     signed text
   )`

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(database)
}
