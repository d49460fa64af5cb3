import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

export type ExchangeDatabase = Database.Database

// Amounts are base units as text, because SQLite would round numbers. Times are milliseconds.
const schema = `
  create table if not exists posting (
    seq integer primary key autoincrement,
    at integer not null, account_id text not null, asset text not null,
    source text not null, target text not null, units text not null,
    kind text not null, withdrawal_id text,
    unique (withdrawal_id, kind)
  ) strict;
  create table if not exists balance (
    account_id text not null, asset text not null,
    deposited text not null, available text not null, held text not null, withdrawn text not null, fees text not null,
    primary key (account_id, asset)
  ) strict;
  create table if not exists withdrawal (
    seq integer primary key autoincrement,
    id text not null unique, account_id text not null, client_id text not null,
    asset text not null, network text not null, address text not null, tag text not null,
    units text not null, fee_units text not null, exchange_fee_units text not null,
    status text not null, review text not null, reason text,
    nonce integer, raw text, hash text,
    created_at integer not null, updated_at integer not null,
    unique (account_id, client_id), unique (network, nonce)
  ) strict;
  create index if not exists withdrawal_by_status on withdrawal (status, network);
  create table if not exists hot_wallet (network text primary key, next_nonce integer not null) strict;
  create table if not exists quote (
    id text primary key, account_id text not null, asset text not null, network text not null, address text not null,
    amount text not null, fee_units text not null, exchange_fee_units text not null,
    created_at integer not null, expires_at integer not null
  ) strict;
  create index if not exists quote_by_amount on quote (account_id, asset, amount, created_at);
  create table if not exists token (
    hash text primary key, kind text not null, login text not null, expires_at integer not null
  ) strict;
  create table if not exists challenge (
    id text primary key, login text not null, method text not null, wrong_codes integer not null, created_at integer not null
  ) strict;
  create table if not exists outbox (
    seq integer primary key autoincrement,
    at integer not null, kind text not null, recipient text not null, text text not null, code text not null
  ) strict;
  create table if not exists approval (
    id text primary key, login text not null, kind text not null, purpose text not null, subject text not null,
    about text not null, answer text, created_at integer not null
  ) strict;
  create index if not exists approval_by_subject on approval (login, purpose, subject);
  create table if not exists restriction (
    login text not null, name text not null, value integer not null, primary key (login, name)
  ) strict;
  create table if not exists withdrawal_code (
    account_id text not null, client_id text not null, method text not null, primary key (account_id, client_id)
  ) strict;
  create table if not exists withdrawal_request (
    seq integer primary key autoincrement,
    at integer not null, account_id text not null, login text not null, body text not null, answer text not null
  ) strict;
`

/** Without a folder the ledger is in memory. */
export function openDatabase(folder: string | null): ExchangeDatabase {
  if (folder !== null) mkdirSync(folder, { recursive: true })
  const database = new Database(folder === null ? ':memory:' : join(folder, 'ledger.db'))
  // A client relies on every response, so the ledger must survive a power cut.
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('busy_timeout = 50')
  // A data folder of an earlier version has the table under another name.
  const earlier = database.prepare("select 1 from sqlite_master where name = 'standing'").get()
  if (earlier !== undefined) database.exec('alter table standing rename to restriction')
  database.exec(schema)
  return database
}
