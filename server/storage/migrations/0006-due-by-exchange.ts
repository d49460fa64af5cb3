import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statements = [
  // Due transfers are claimed exchange by exchange.
  `drop index transfer_due`,
  `create index transfer_due on transfer(exchange_type, look_at) where look_at is not null`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
