import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statements = [
  // Since when an account's owner wants it gone. Its credentials may be needed a little longer, by transfers under way.
  `alter table sign_in add column ended_at bigint`,
  `create index sign_in_ended on sign_in(ended_at) where ended_at is not null and sealed_credentials <> ''`,
  `create index account_sign_in on account(sign_in_id)`,
  `create index token_account on token(account_id)`,
  `create index transfer_account on transfer(account_id, status)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
