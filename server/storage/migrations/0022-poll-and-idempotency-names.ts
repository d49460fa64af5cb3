import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statements = [
  'alter table transfer rename column look_at to next_poll_at',
  'alter table transfer rename column empty_looks to empty_polls',
  'drop index kept_answer_expiry',
  'alter table kept_answer rename to idempotency_key',
  'alter table idempotency_key rename column sealed_answer to sealed_response',
  'create index idempotency_key_expiry on idempotency_key(expires_at) where expires_at is not null',
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
