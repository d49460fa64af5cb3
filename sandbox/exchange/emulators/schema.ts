import type { ExchangeDatabase } from '../database.ts'

// A nonce is an unsigned 64-bit number and is stored as text. Lists of words are separated by spaces.
const schema = `
  create table if not exists api_key (
    key text primary key, emulator text not null, login text not null, account_id text not null, secret text not null,
    permissions text not null, addresses text not null, code text not null, last_nonce text not null,
    created_at integer not null, settings text not null default '{}'
  ) strict;
  create table if not exists saved_address (
    id text primary key, login text not null, label text not null, asset text not null, network text not null,
    address text not null, tag text not null, verified integer not null, created_at integer not null,
    unique (login, label)
  ) strict;
  create table if not exists emulator_withdrawal (
    withdrawal_id text primary key, emulator text not null, reference text not null, label text not null
  ) strict;
  create index if not exists emulator_withdrawal_by_reference on emulator_withdrawal (reference);
  create table if not exists oauth_app (
    client_id text primary key, secret text not null, name text not null, redirect_uris text not null
  ) strict;
  create table if not exists oauth_attempt (
    id text primary key, requested text not null, login text not null, stage text not null, method text not null,
    wrong_codes integer not null, created_at integer not null
  ) strict;
  create table if not exists oauth_code (
    hash text primary key, requested text not null, login text not null, family text not null, used integer not null,
    created_at integer not null
  ) strict;
  create table if not exists oauth_token (
    hash text primary key, kind text not null, family text not null, client_id text not null, login text not null,
    scopes text not null, send_limit text not null, spent integer not null, expires_at integer not null
  ) strict;
  create table if not exists emulator_call (
    seq integer primary key autoincrement,
    at integer not null, emulator text not null, kind text not null, login text not null, method text not null,
    path text not null, query text not null, body text not null, reference text not null,
    withdrawal_id text not null, answer text not null
  ) strict;
  create index if not exists emulator_call_by_reference on emulator_call (reference);
`

// A data folder of an earlier version has the same tables under other names.
const renames = `
  alter table dialect_withdrawal rename to emulator_withdrawal;
  alter table emulator_withdrawal rename column dialect to emulator;
  drop index dialect_withdrawal_by_reference;
  alter table dialect_call rename to emulator_call;
  alter table emulator_call rename column dialect to emulator;
  drop index dialect_call_by_reference;
  alter table api_key rename column dialect to emulator;
`

const requestRenames = `
  alter table oauth_attempt rename column asked to requested;
  alter table oauth_code rename column asked to requested;
`

export function createEmulatorTables(database: ExchangeDatabase): void {
  const earlier = database.prepare("select 1 from sqlite_master where name = 'dialect_withdrawal'").get()
  if (earlier !== undefined) database.exec(renames)
  database.exec(schema)
  const hasEarlierName = database.prepare("select 1 from pragma_table_info('oauth_attempt') where name = 'asked'").get()
  if (hasEarlierName !== undefined) database.exec(requestRenames)
  const hasSettings = database.prepare("select 1 from pragma_table_info('api_key') where name = 'settings'").get()
  if (hasSettings === undefined) database.exec("alter table api_key add column settings text not null default '{}'")
}
