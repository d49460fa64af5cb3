// The indexes of a migration, which are created outside its transaction.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { readIndexes, ServerDialect } from '../../../../server/storage/dialect.ts'
import { migrate, schemaMigrations } from '../../../../server/storage/migrate.ts'
import { openPool } from '../../../../server/storage/postgres-pool.ts'
import type { SchemaIndex } from '../../../../server/storage/schema-index.ts'
import { readSchemaState, type SchemaMigration } from '../../../../server/storage/schema-version.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import type { Tables } from '../../../../server/storage/tables.ts'
import { findPostgres } from '../../../support/postgres.ts'

const first: SchemaMigration = {
  servesPreviousVersion: false,
  async up(query) {
    await sql`create table parcel (id integer, label text)`.execute(query)
    await sql`create table schema_version (id integer primary key, oldest_usable text not null)`.execute(query)
  },
}
const byLabel: SchemaIndex = { name: 'parcel_label', unique: true, on: 'parcel(label) where label is not null' }
const second: SchemaMigration = { servesPreviousVersion: true, up: async () => {}, indexes: [byLabel] }
const before = { '0001-first': first }
const all = { ...before, '0002-second': second }

test('a missing index of the embedded storage is created at the next start', async () => {
  const { query, close } = await openSqlite(':memory:')
  const added = { name: 'client_name', on: 'client(name)' }
  const latest = { '9999-latest': { servesPreviousVersion: true, up: async () => {}, indexes: [added] } }
  const migrations = { ...schemaMigrations, ...latest }
  await migrate(query, migrations)
  await sql`drop index client_name`.execute(query)
  assert.equal(await readSchemaState(query, migrations), 'older')
  await migrate(query, migrations)
  assert.equal(await readSchemaState(query, migrations), 'current')
  await close()
})

test('a replaced index of the embedded storage is dropped once its successor is complete', async () => {
  const { query, close } = await openSqlite(':memory:')
  const migrations = { ...schemaMigrations, '9999-latest': replacement('client_id, url') }
  const namesOf = async () => [...(await readIndexes(query)).keys()].filter((name) => name.startsWith('callback_url_'))
  await sql`create index callback_url_old on callback_url(client_id)`.execute(query)
  await migrate(query, { ...schemaMigrations, '9999-latest': replacement('nothing') }).catch(() => {})
  assert.deepEqual(await namesOf(), ['callback_url_old'])
  await migrate(query, migrations)
  assert.deepEqual(await namesOf(), ['callback_url_new'])
  await close()
})

function replacement(columns: string): SchemaMigration {
  const indexes = [{ name: 'callback_url_new', on: `callback_url(${columns})` }]
  return { servesPreviousVersion: true, up: async () => {}, indexes, replacedIndexes: ['callback_url_old'] }
}

const { postgres, missing } = await findPostgres()
if (postgres === null) test('indexes are created while the table is written', { skip: missing }, () => {})
else {
  after(() => postgres.drop())
  const open = (url: string) => new Kysely<Tables>({ dialect: new ServerDialect({ pool: openPool(url, { max: 2 }) }) })
  /** A database of the version before, with a separate connection to it. */
  const openEarlier = async () => {
    const url = await postgres.newDatabase()
    const database = open(url)
    await migrate(database, before)
    const other = new Client({ connectionString: url })
    await other.connect()
    const close = async () => {
      await database.destroy()
      await other.end()
    }
    return { url, database, other, close }
  }

  test('processes that start at once create an index once, while the table is written', async () => {
    const { url, database, other, close } = await openEarlier()
    // The build waits for this transaction.
    await other.query('begin')
    await other.query(`insert into parcel values (1, 'a')`)
    const more = [open(url), open(url)]
    const beside = open(url)
    const starts = [database, ...more].map((each) => migrate(each, all))
    const writer = new Client({ connectionString: url, statement_timeout: 5_000 })
    await writer.connect()
    await untilWaiting(writer, 'create unique index concurrently%')
    await writer.query(`insert into parcel values (2, 'b')`)
    assert.equal(await readSchemaState(beside, all), 'older')
    await other.query('commit')
    await Promise.all(starts)
    assert.equal(await readSchemaState(database, all), 'current')
    await assert.rejects(writer.query(`insert into parcel values (3, 'b')`), /parcel_label/)
    await writer.end()
    await Promise.all([...more, beside].map((each) => each.destroy()))
    await close()
  })

  test('a build that continues after its process ended is awaited', async () => {
    const { url, database, other, close } = await openEarlier()
    await other.query('begin')
    await other.query(`insert into parcel values (1, 'a')`)
    const interrupted = assert.rejects(migrate(database, all), /connection/)
    const observer = new Client({ connectionString: url })
    await observer.connect()
    await untilWaiting(observer, 'create unique index concurrently%')
    const ofLock = `state = 'idle in transaction' and query like '%idle_in_transaction_session_timeout%'`
    await observer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ${ofLock}`,
    )
    const indexId = async () => (await observer.query(`select 'parcel_label'::regclass::oid as id`)).rows[0].id
    const first = await indexId()
    const next = open(url)
    const starting = migrate(next, all)
    await untilRun(observer, '%pg_stat_progress_create_index%')
    await other.query('commit')
    await Promise.all([starting, interrupted])
    assert.equal(await readSchemaState(next, all), 'current')
    assert.equal(await indexId(), first)
    await Promise.all([observer.end(), next.destroy()])
    await close()
  })

  test('an index whose build failed is built again', async () => {
    const { database, other, close } = await openEarlier()
    await other.query(`insert into parcel values (1, 'a'), (2, 'a')`)
    await assert.rejects(migrate(database, all), /parcel_label/)
    assert.equal(await readSchemaState(database, all), 'older')
    await other.query('delete from parcel where id = 2')
    await migrate(database, all)
    assert.equal(await readSchemaState(database, all), 'current')
    await close()
  })

  test('a replaced index is dropped while the table is written', async () => {
    const { url, database, other, close } = await openEarlier()
    await other.query('create index parcel_id on parcel(id)')
    await other.query('begin')
    await other.query(`insert into parcel values (1, 'a')`)
    const observer = new Client({ connectionString: url })
    await observer.connect()
    const replaced = { ...all, '0002-second': { ...second, replacedIndexes: ['parcel_id'] } }
    const starting = migrate(database, replaced)
    await untilWaiting(observer, 'create unique index concurrently%')
    const found = await observer.query(`select to_regclass('parcel_id') is not null as found`)
    assert.equal(found.rows[0].found, true)
    await other.query('commit')
    await starting
    assert.ok(!(await readIndexes(database)).has('parcel_id'))
    await observer.end()
    await close()
  })

  test('a migration that waits for a table does not hold up statements of the version before', async () => {
    const { url, database, other, close } = await openEarlier()
    await other.query('begin')
    await other.query('select * from parcel')
    const up = (query: Kysely<unknown>) => sql`alter table parcel add column note text`.execute(query)
    const starting = migrate(database, { ...before, '0002-second': { servesPreviousVersion: true, up } } as never)
    const reader = new Client({ connectionString: url, statement_timeout: 10_000 })
    await reader.connect()
    await untilWaiting(reader, 'alter table%')
    await reader.query('select * from parcel')
    await other.query('commit')
    await starting
    await reader.query('select note from parcel')
    await reader.end()
    await close()
  })
}

async function untilRun(client: Client, statement: string): Promise<void> {
  const find =
    'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like $1'
  const deadline = Date.now() + 20_000
  while ((await client.query(find, [statement])).rowCount === 0) assert.ok(Date.now() < deadline, 'it was never run')
}

async function untilWaiting(client: Client, statement: string): Promise<void> {
  const find = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`
  const deadline = Date.now() + 20_000
  while ((await client.query(find, [statement])).rowCount === 0) assert.ok(Date.now() < deadline, 'no statement waits')
}
