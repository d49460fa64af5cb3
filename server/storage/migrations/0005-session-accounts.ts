import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table session_account (session_id text not null references link_session(id), account_id text not null references account(id),
         primary key (session_id, account_id))`,
    )
    .execute(database)
}
