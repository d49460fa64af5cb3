// The embedded database knows how its rows are distributed, at start and as it grows.
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { listEvents } from '../../../../server/events/list-events.ts'
import { deleteExpired } from '../../../../server/retention.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { listTransfers, transferToResume } from '../../../../server/transfers/transfer-list.ts'
import { listDeliveries } from '../../../../server/webhooks/list-deliveries.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { rowsRead } from '../../../support/rows-read.ts'

const year = 365 * 86_400_000
const periods = { links: year, previews: year, signIns: year, idempotencyKeys: year, erasure: year }

/** One client with many users. */
async function fill({ deps: { database } }: Engine): Promise<void> {
  const row = await database.query.selectFrom('transfer').selectAll().executeTakeFirstOrThrow()
  const { client_id } = row
  for (let from = 0; from < 4_000; from += 100) {
    const ids = Array.from({ length: 100 }, (_, n) => `${from + n}`)
    const transfers = ids.map((id) => ({ ...row, id, preview_id: id, user_id: `u-${id}`, withdrawal_id: null }))
    await database.query.insertInto('transfer').values(transfers).execute()
    const event = { client_id, type: 'account.connected', at: 1, ordinal: 1, data: '{}' }
    const events = ids.map((id) => ({ ...event, id, subject_id: id, position: Number(id) + 1 }))
    await database.query.insertInto('client_event').values(events).execute()
  }
}

async function indexesOf({ deps: { database }, clientId }: Engine): Promise<string[]> {
  const { indexes } = await rowsRead(database, async (query) => {
    const over: Database = { ...database, query: query as Database['query'] }
    await transferToResume(query, { id: 'link', clientId, userId: 'u-7' })
    await listEvents(over, { clientId, after: 4_000, limit: 10, types: null })
  })
  return indexes
}

const areSmall = (indexes: string[]) =>
  indexes.includes('transfer_user') &&
  indexes.includes('client_event_unnumbered') &&
  !indexes.includes('transfer_client')

test('a database that has grown gets statistics, so that one user or reader does not read all rows of the client', async () => {
  const engine = await startEngine(await openSqlite(mkdtempSync(join(tmpdir(), 'statistics-'))))
  await engine.execute(await engine.preview())
  await fill(engine)
  await indexesOf(engine)
  await deleteExpired(engine.deps, periods)
  assert.ok(areSmall(await indexesOf(engine)), `${await indexesOf(engine)}`)
  await engine.close()
})

test('lists of the transfers and deliveries that are not the usual ones read only these', async () => {
  const engine = await startEngine(await openSqlite(mkdtempSync(join(tmpdir(), 'statistics-'))))
  await engine.execute(await engine.preview())
  await fill(engine)
  await deleteExpired(engine.deps, periods)
  const { indexes } = await rowsRead(engine.deps.database, async (query) => {
    await listTransfers(query, engine.clientId, { status: 'Pending', limit: 50 })
    await listTransfers(query, engine.clientId, { status: 'Failed', limit: 50 })
    await listDeliveries(query, { endpointId: 'endpoint', state: 'failed', limit: 50 })
  })
  for (const index of ['transfer_pending', 'transfer_failed', 'webhook_delivery_failed'])
    assert.ok(indexes.includes(index), `${index} of ${indexes}`)
  await engine.close()
})

test('a database without statistics gets them when it is opened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'statistics-'))
  const engine = await startEngine(await openSqlite(folder))
  await engine.execute(await engine.preview())
  await fill(engine)
  await sql`delete from sqlite_stat1`.execute(engine.deps.database.query).catch(() => {})
  await engine.close()
  const database = await openSqlite(folder)
  assert.ok(areSmall(await indexesOf({ ...engine, deps: { ...engine.deps, database } })))
  await database.close()
})

test('the statistics contain no samples of values, with which SQLite would plan statements again on every run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'statistics-'))
  const engine = await startEngine(await openSqlite(folder))
  await engine.execute(await engine.preview())
  await fill(engine)
  await engine.close()
  const driver = new Sqlite(join(folder, 'transfer-link.db'))
  driver.exec('analyze')
  const countSamples = driver.prepare('select count(*) from sqlite_stat4').pluck()
  assert.ok(Number(countSamples.get()) > 0, 'SQLite collects samples by default')
  const database = await openSqlite(folder)
  assert.equal(countSamples.get(), 0)
  await sql`analyze`.execute(database.query)
  assert.equal(countSamples.get(), 0)
  await database.close()
  driver.close()
})
