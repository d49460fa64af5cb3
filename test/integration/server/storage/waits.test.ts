// How long transactions wait for the database, as the metrics report it.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { connectionLimit, openPostgres } from '../../../../server/storage/postgres.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import { type Database, inTransaction } from '../../../../server/storage/storage.ts'
import { findPostgres } from '../../../support/postgres.ts'

const readStore = (database: Database) =>
  inTransaction(database, (query) => query.selectFrom('store').select('id').execute())

/** Runs a transaction on each of `connections` connections while `work` runs. It may free them. */
async function whileBusy(
  database: Database,
  connections: number,
  work: (free: () => void) => Promise<void>,
): Promise<void> {
  const done = Promise.withResolvers<void>()
  const began = Array.from({ length: connections }, () => Promise.withResolvers<void>())
  const holding = began.map(({ resolve }) =>
    database.query.transaction().execute(async () => {
      resolve()
      await done.promise
    }),
  )
  await Promise.all(began.map(({ promise }) => promise))
  await work(done.resolve)
  done.resolve()
  await Promise.all(holding)
}

async function waitForConnection(opened: Database, connections: number): Promise<void> {
  const waits: number[] = []
  const database = { ...opened, onWait: (seconds: number) => void waits.push(seconds) }
  // The first connection may take long to open.
  await readStore(opened)
  await readStore(database)
  assert.equal(waits.length, 1)
  await whileBusy(database, connections, async (free) => {
    const waiting = readStore(database)
    setTimeout(free, 300)
    await waiting
  })
  assert.equal(waits.length, 2)
  const [idle = 1, busy = 0] = waits
  assert.ok(busy > 0.29 && busy > idle, `${busy}`)
}

const folder = mkdtempSync(join(tmpdir(), 'waits-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('SQLite: the wait for the connection is reported', async () => {
  const database = await openSqlite(folder)
  await waitForConnection(database, 1)
  await database.close()
})

test('SQLite: a transaction that another process delays reports its whole wait, also if it fails', async () => {
  const opened = await openSqlite(folder)
  const other = new Sqlite(join(folder, 'transfer-link.db'))
  const waits: number[] = []
  let pauses = 0
  const delayed = (freeAfter: number): Database => ({
    ...opened,
    onWait: (seconds) => void waits.push(seconds),
    async pause() {
      pauses += 1
      if (pauses === freeAfter) other.exec('rollback')
    },
  })
  // Each try waits for the lock for 50 ms.
  other.exec('begin immediate')
  await readStore(delayed(2))
  other.exec('begin immediate')
  await assert.rejects(readStore(delayed(Number.POSITIVE_INFINITY)), /locked/)
  assert.equal(waits.length, 2)
  const [repeated = 0, failed = 0] = waits
  assert.ok(repeated > 0.09, `${repeated}`)
  assert.ok(failed > 0.9, `${failed}`)
  other.close()
  await opened.close()
})

const { postgres, missing } = await findPostgres()
if (postgres === null) test('PostgreSQL: waits', { skip: missing }, () => {})
else {
  after(() => postgres.drop())

  test('PostgreSQL: the wait for a connection is reported', async () => {
    const database = await openPostgres(await postgres.newDatabase())
    await waitForConnection(database, connectionLimit)
    await database.close()
  })
}
