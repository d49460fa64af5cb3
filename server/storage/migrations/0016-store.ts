import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statement =
  // One row: the environment that this store belongs to, and a counter that proves that writes are accepted.
  `create table store (
     id integer primary key check (id = 1),
     environment text,
     writes bigint not null
   )`

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(database)
}
