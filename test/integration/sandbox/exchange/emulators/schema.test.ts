// A data folder of a version whose tables had other names and no settings of keys.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { openDatabase } from '../../../../../sandbox/exchange/database.ts'
import { createEmulatorTables } from '../../../../../sandbox/exchange/emulators/schema.ts'

const earlier = `
  create table api_key (
    key text primary key, dialect text not null, login text not null, account_id text not null, secret text not null,
    permissions text not null, addresses text not null, code text not null, last_nonce text not null,
    created_at integer not null
  ) strict;
  create table dialect_withdrawal (
    withdrawal_id text primary key, dialect text not null, reference text not null, label text not null
  ) strict;
  create index dialect_withdrawal_by_reference on dialect_withdrawal (reference);
  create table dialect_call (
    seq integer primary key autoincrement,
    at integer not null, dialect text not null, kind text not null, login text not null, method text not null,
    path text not null, query text not null, body text not null, reference text not null,
    withdrawal_id text not null, answer text not null
  ) strict;
  create index dialect_call_by_reference on dialect_call (reference);
  create table oauth_attempt (
    id text primary key, asked text not null, login text not null, stage text not null, method text not null,
    wrong_codes integer not null, created_at integer not null
  ) strict;
  create table oauth_code (
    hash text primary key, asked text not null, login text not null, family text not null, used integer not null,
    created_at integer not null
  ) strict;
  insert into oauth_code values ('hash', '{}', 'user_good', 'family', 0, 1);
  insert into api_key values ('key', 'kraken', 'user_good', 'main', 'secret', 'read', '', '', '7', 1);
  insert into dialect_withdrawal values ('1', 'kraken', 'reference', 'mine');
`

test('keys, sign-ins and withdrawals of earlier data are preserved, also when the tables are created twice', () => {
  const database = new Sqlite(':memory:')
  database.exec(earlier)
  createEmulatorTables(database)
  createEmulatorTables(database)
  const key = database.prepare('select emulator, last_nonce, settings from api_key').get()
  assert.deepEqual(key, { emulator: 'kraken', last_nonce: '7', settings: '{}' })
  const withdrawal = database.prepare('select emulator, reference from emulator_withdrawal').get()
  assert.deepEqual(withdrawal, { emulator: 'kraken', reference: 'reference' })
  const code = database.prepare('select hash, requested from oauth_code').get()
  assert.deepEqual(code, { hash: 'hash', requested: '{}' })
  assert.deepEqual(database.prepare('select * from emulator_call').all(), [])
  database.close()
})

test('restrictions of earlier data are preserved', () => {
  const folder = mkdtempSync(join(tmpdir(), 'earlier-data-'))
  const before = openDatabase(folder)
  before.exec("alter table restriction rename to standing; insert into standing values ('user_kyc', 'verified', 1)")
  before.close()
  const database = openDatabase(folder)
  assert.deepEqual(database.prepare('select name, value from restriction').get(), { name: 'verified', value: 1 })
  database.close()
  rmSync(folder, { recursive: true })
})
