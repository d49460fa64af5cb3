import { type Kysely, sql } from 'kysely'

/** The version before has no console. */
export const servesPreviousVersion = true

const tables = [
  `create table operator (id text primary key, name text not null unique, role text not null, issuer text, subject text,
    created_at bigint not null, signed_in_at bigint, removed_at bigint)`,
  'create unique index operator_subject on operator(issuer, subject)',
  `create table operator_passkey (id text primary key, operator_id text not null references operator(id), public_key text not null,
    counter bigint not null, transports text not null, created_at bigint not null, used_at bigint)`,
  'create index operator_passkey_operator on operator_passkey(operator_id)',
  `create table operator_code (hash text primary key, kind text not null, name text not null, role text not null,
    operator_id text, created_at bigint not null, expires_at bigint not null)`,
  `create table operator_challenge (hash text primary key, kind text not null, details text not null, expires_at bigint not null)`,
  'create index operator_challenge_expires on operator_challenge(expires_at)',
  `create table operator_session (hash text primary key, id text not null unique, operator_id text not null references operator(id),
    created_at bigint not null, signed_in_at bigint not null, used_at bigint not null, expires_at bigint not null, address text not null)`,
  'create index operator_session_operator on operator_session(operator_id)',
  'create index operator_session_expires on operator_session(expires_at)',
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of tables) await sql.raw(statement).execute(database)
}
