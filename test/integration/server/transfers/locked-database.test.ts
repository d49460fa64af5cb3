// A database that another connection has locked: an error before anything is sent, a later write after.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { projectRoot } from '../../../../scripts/command.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import { isStorageFailure } from '../../../../server/storage/storage.ts'
import { pendingWrites } from '../../../../server/transfers/pending-writes.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { acceptedTransfers } from '../../../support/pending-transfers.ts'
import { pollDue } from '../../../support/poll-due.ts'
import { accept } from '../../../support/scripted-exchange.ts'

const folder = mkdtempSync(join(tmpdir(), 'locked-database-'))
let engine: Engine
let other: Sqlite.Database
before(async () => {
  const database = await openSqlite(folder)
  engine = await startEngine({ ...database, pause: () => new Promise((resolve) => setImmediate(resolve)) })
  // Each try waits for the lock. The number of tries is the same without that.
  await sql`pragma busy_timeout = 0`.execute(database.query)
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

for (const heldMs of [200, 500]) {
  test(`a pass over pending transfers waits for another process that writes for ${heldMs} ms`, async () => {
    engine.script.outcomes = [accept]
    await acceptedTransfers(engine, 1)
    const { ended } = await lockedByAnotherProcess(heldMs)
    assert.ok((await pollDue(engine.deps)) >= 1)
    await ended
  })
}

test('a statement that waits for a locked database does not hold up reads', async () => {
  const { query } = engine.deps.database
  lock()
  const write = query.updateTable('client').set({ name: 'Renamed' }).execute()
  const read = await query.selectFrom('client').select('name').execute()
  unlock()
  await write
  assert.notEqual(read[0]?.name, 'Renamed')
  assert.deepEqual(await query.selectFrom('client').select('name').execute(), [{ name: 'Renamed' }])
})

/** Another process has the write lock now, and releases it before it ends. */
async function lockedByAnotherProcess(heldMs: number): Promise<{ ended: Promise<unknown> }> {
  const script = `import Sqlite from 'better-sqlite3'
    const database = new Sqlite(process.argv[1])
    database.exec('begin immediate')
    process.stdout.write('locked')
    setTimeout(() => database.exec('commit'), Number(process.argv[2]))`
  const args = ['--input-type=module', '--eval', script, join(folder, 'transfer-link.db'), String(heldMs)]
  const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [output] = await Promise.race([once(child.stdout, 'data'), ended])
  assert.equal(String(output), 'locked')
  return { ended }
}
