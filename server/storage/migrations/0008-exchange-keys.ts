import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statements = [
  // The last number given to a call of one key at an exchange, and until when a call of it is under way.
  `create table exchange_key (id text primary key, nonce bigint not null, busy_until bigint not null)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
