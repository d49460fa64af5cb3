// A store belongs to one environment, on both storages, and after a move.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { WrongEnvironment } from '../../../../server/storage/environment-mark.ts'
import { openStorage, openStorageBeside } from '../../../../server/storage/open.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import { checkReachable } from '../../../../server/storage/storage.ts'
import type { Tables } from '../../../../server/storage/tables.ts'
import { runCliHere } from '../../../support/cli.ts'
import { findPostgres } from '../../../support/postgres.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'mark-'))
const { postgres, missing } = await findPostgres()
after(() => postgres?.drop())

async function refusesOther(place: { databaseUrl: string | null; dataFolder: string }): Promise<void> {
  for (const open of [openStorage, openStorageBeside]) {
    await assert.rejects(open({ ...place, environment: 'sandbox' }), (error: Error) => {
      assert.match(error.message, /belongs to the production environment.*TRANSFER_ENV=production/)
      return error instanceof WrongEnvironment
    })
    await (await open({ ...place, environment: 'production' })).close()
  }
}

test('the embedded store is marked by the first that opens it, also one from before the mark', async () => {
  const dataFolder = newFolder()
  const unmarked = await openSqlite(dataFolder)
  await checkReachable(unmarked)
  await unmarked.close()
  const place = { databaseUrl: null, dataFolder }
  await (await openStorage({ ...place, environment: 'production' })).close()
  await refusesOther(place)
})

test('a move to PostgreSQL preserves the mark', { skip: missing }, async () => {
  if (postgres === null) return
  const dataFolder = newFolder()
  await (await openStorage({ databaseUrl: null, dataFolder, environment: 'production' })).close()
  const databaseUrl = await postgres.newDatabase()
  assert.equal((await runCliHere(['migrate-storage', '--from', dataFolder, '--to', databaseUrl])).code, 0)
  await refusesOther({ databaseUrl, dataFolder })
})

/** The store is one migration behind: opening it would migrate it. */
async function staysUnchanged(place: { databaseUrl: string | null; dataFolder: string }): Promise<void> {
  const names = async (query: Kysely<Tables>) =>
    (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(query)).rows.map(
      ({ name }) => name,
    )
  const database = await openStorage({ ...place, environment: 'production' })
  const before = (await names(database.query)).slice(0, -1)
  await sql`delete from kysely_migration where name > ${before.at(-1)}`.execute(database.query)
  await database.close()
  await assert.rejects(openStorage({ ...place, environment: 'sandbox' }), WrongEnvironment)
  const url = place.databaseUrl
  const dialect =
    url === null
      ? new SqliteDialect({ database: new Sqlite(join(place.dataFolder, 'transfer-link.db')) })
      : new PostgresDialect({ pool: new Pool({ connectionString: url, max: 1 }) })
  const query = new Kysely<Tables>({ dialect })
  assert.deepEqual(await names(query), before)
  await query.destroy()
}

test('the wrong environment does not migrate the embedded store', () =>
  staysUnchanged({ databaseUrl: null, dataFolder: newFolder() }))

test('the wrong environment does not migrate PostgreSQL', { skip: missing }, async () => {
  if (postgres !== null) await staysUnchanged({ databaseUrl: await postgres.newDatabase(), dataFolder: newFolder() })
})

test('a new data folder and every file in it are closed to other users', () =>
  staysPrivate(join(newFolder(), 'server')))

test('a data folder that was open to other users is closed', async () => {
  const folder = join(newFolder(), 'server')
  mkdirSync(join(folder, 'keys'), { recursive: true, mode: 0o755 })
  writeFileSync(join(folder, 'keys', 'master-keys'), 'x', { mode: 0o644 })
  writeFileSync(join(folder, 'transfer-link.db'), '', { mode: 0o644 })
  await staysPrivate(folder)
})

async function staysPrivate(folder: string): Promise<void> {
  const database = await openSqlite(folder)
  await checkReachable(database)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const modes = new Map(['', ...names].map((name) => [name, statSync(join(folder, name)).mode & 0o777]))
  for (const name of ['transfer-link.db', 'transfer-link.db-wal', 'transfer-link.db-shm', 'server.lock']) {
    assert.ok(modes.has(name), name)
  }
  for (const [name, mode] of modes) assert.equal(mode, name === '' || name === 'keys' ? 0o700 : 0o600, name)
  await database.close()
}
