// A database that another connection has locked: an error before anything is sent, a later write after.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import { isStorageFailure } from '../../../../server/storage/storage.ts'
import { pendingWrites } from '../../../../server/transfers/pending-writes.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { accept } from '../../../support/scripted-exchange.ts'

const folder = mkdtempSync(join(tmpdir(), 'locked-database-'))
let engine: Engine
let other: Sqlite.Database
before(async () => {
  const database = await openSqlite(folder)
  engine = await startEngine({ ...database, pause: () => new Promise((resolve) => setImmediate(resolve)) })
  other = new Sqlite(join(folder, 'transfer-link.db'))
})
after(async () => {
  other.close()
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

const lock = () => other.exec('begin immediate')
const unlock = () => other.exec('rollback')

test('a locked database refuses an execute before anything is sent', async () => {
  const preview = await engine.preview()
  lock()
  await assert.rejects(engine.execute(preview), isStorageFailure)
  unlock()
  assert.equal(engine.script.orders.length, 0)
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
  assert.equal(engine.script.orders.length, 1)
})

test('a database that is locked while the exchange responds leaves the transfer pending, and the outcome is stored later', async () => {
  const writes = pendingWrites()
  engine.deps.pendingWrites = writes
  const preview = await engine.preview('30')
  engine.script.outcomes = [
    (order, made) => {
      lock()
      return accept(order, made)
    },
  ]
  const result = await engine.execute(preview)
  unlock()
  assert.ok('transfer' in result)
  assert.deepEqual([result.outcome, result.transfer.state], ['ordered', 'Submitting'])
  await writes.settled()
  assert.equal((await engine.transferOf(preview)).state, 'Submitted')
  assert.equal(engine.script.orders.length, 2)
})
