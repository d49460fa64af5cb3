import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statements = [
  // Answers kept for requests that carry an Idempotency-Key, and buckets of rate limits that hold over several processes.
  `create table kept_answer (client_id text not null references client(id), key_hash text not null, request_hash text not null,
     running_until bigint, replaceable integer not null default 0, sealed_answer text, created_at bigint not null, expires_at bigint,
     primary key (client_id, key_hash))`,
  `create index kept_answer_expiry on kept_answer(expires_at) where expires_at is not null`,
  `create table rate_bucket (id text primary key, busy_until bigint not null)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
