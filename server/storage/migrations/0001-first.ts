import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statements = [
  `create table client (id text primary key, name text not null, created_at bigint not null)`,
  `create table client_secret (id text primary key, client_id text not null references client(id), hash text not null,
     created_at bigint not null, revoked_at bigint)`,
  `create index client_secret_client on client_secret(client_id)`,
  `create table callback_url (client_id text not null references client(id), url text not null, created_at bigint not null,
     primary key (client_id, url))`,
  `create table sign_in (id text primary key, client_id text not null references client(id), user_id text not null,
     exchange_type text not null, sealed_credentials text not null, created_at bigint not null)`,
  `create table account (id text primary key, sign_in_id text not null references sign_in(id), client_id text not null,
     user_id text not null, exchange_type text not null, external_id text not null, name text not null, created_at bigint not null)`,
  `create table token (hash text primary key, kind text not null, family_id text not null, account_id text not null references account(id),
     client_id text not null, created_at bigint not null, expires_at bigint not null, used_at bigint, revoked_at bigint)`,
  `create index token_family on token(family_id)`,
  `create table link (id text primary key, client_id text not null references client(id), user_id text not null, callback_url text not null,
     code_hash text not null unique, transfers_enabled integer not null, destinations text not null, fixed text, from_account_id text,
     from_type text, transaction_id text, created_at bigint not null, expires_at bigint not null, redeemed_at bigint)`,
  `create table link_session (id text primary key, link_id text not null references link(id), token_hash text not null unique,
     created_at bigint not null, expires_at bigint not null, account_id text)`,
  `create table connection (id text primary key, session_id text not null references link_session(id), exchange_type text not null,
     state text not null, sealed_pending text, code_kind text, created_at bigint not null, expires_at bigint not null)`,
  `create table preview (id text primary key, client_id text not null, account_id text not null references account(id),
     session_id text, terms text not null, created_at bigint not null, expires_at bigint not null, spent_at bigint,
     wrong_codes integer not null default 0)`,
  `create table transfer (id text primary key, preview_id text not null unique references preview(id), client_id text not null,
     account_id text not null, user_id text not null, link_id text, transaction_id text, exchange_type text not null, terms text not null,
     state text not null, status text not null, withdrawal_id text, hash text not null default '', confirmations integer not null default 0,
     error_type text, error_data text, empty_looks integer not null default 0, fingerprint text, attention text, created_at bigint not null, updated_at bigint not null,
     look_at bigint, lease text, leased_until bigint, last_event integer not null default 0)`,
  `create unique index transfer_withdrawal on transfer(exchange_type, withdrawal_id) where withdrawal_id is not null`,
  `create unique index transfer_fingerprint on transfer(fingerprint) where fingerprint is not null`,
  `create index transfer_attention on transfer(attention) where attention is not null`,
  `create index transfer_due on transfer(look_at) where look_at is not null`,
  `create index transfer_client on transfer(client_id, created_at)`,
  `create index transfer_user on transfer(client_id, user_id, status)`,
  `create table attempt (transfer_id text not null references transfer(id), n integer not null, client_reference text not null,
     digest text not null, created_at bigint not null, valid_until bigint not null, outcome text, known_before text not null default '[]',
     primary key (transfer_id, n))`,
  `create table transfer_event (transfer_id text not null references transfer(id), n integer not null, at bigint not null,
     kind text not null, detail text not null, previous_hash text not null, hash text not null, primary key (transfer_id, n))`,
  `create table outbox (id text primary key, transfer_id text not null references transfer(id), n integer not null,
     created_at bigint not null, delivered_at bigint)`,
  `create unique index outbox_event on outbox(transfer_id, n)`,
  `create index outbox_waiting on outbox(created_at) where delivered_at is null`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
