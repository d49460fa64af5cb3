import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { FolderInUse, openSqlite } from '../../../../server/storage/sqlite.ts'
import { leaseEndpoints } from '../../../../server/webhooks/endpoint-lease.ts'
import { startEngine } from '../../../support/engine.ts'
import { claimYoungest } from '../../../support/poll-due.ts'
import { storageSuite } from '../../../support/storage-suite.ts'
import { webhookEngine } from '../../../support/webhook-engine.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'storage-'))

storageSuite('in memory', () => openSqlite(':memory:'))
storageSuite('in a file', () => openSqlite(newFolder()))

test('written rows are there after closing and opening again', async () => {
  const folder = newFolder()
  const first = await openSqlite(folder)
  await first.query.insertInto('client').values({ id: 'a', name: 'Shop', created_at: 1 }).execute()
  await first.close()
  const second = await openSqlite(folder)
  assert.equal((await second.query.selectFrom('client').selectAll().execute()).length, 1)
  await second.close()
})

test('a second server on the same folder is refused, and accepted once the first has closed', async () => {
  const folder = newFolder()
  const first = await openSqlite(folder)
  await assert.rejects(openSqlite(folder), FolderInUse)
  await first.close()
  await (await openSqlite(folder)).close()
})

test('a transfer that a killed server was polling is polled by the next one at once', async () => {
  const folder = newFolder()
  const killed = await startEngine(await openSqlite(folder))
  await killed.execute(await killed.preview('10'))
  killed.wait(60_000)
  const { exchange } = killed.script
  assert.equal((await claimYoungest(killed.deps, exchange.type, 'killed')).length, 1)
  await killed.deps.database.close()
  const deps = { ...killed.deps, database: await openSqlite(folder) }
  assert.equal((await claimYoungest(deps, exchange.type, 'next')).length, 1)
  await deps.database.close()
})

test('an endpoint that a killed server was serving is served by the next one at once', async () => {
  const folder = newFolder()
  const killed = await startEngine(await openSqlite(folder))
  const hooks = webhookEngine(killed.deps.database, killed.deps.now)
  await hooks.addEndpoint(killed.clientId)
  await hooks.record(killed.clientId, 'account', 1)
  assert.equal((await leaseEndpoints(hooks.deps, { lease: 'killed', count: 1 })).length, 1)
  await killed.deps.database.close()
  const deps = { ...hooks.deps, database: await openSqlite(folder) }
  assert.equal((await leaseEndpoints(deps, { lease: 'next', count: 1 })).length, 1)
  await deps.database.close()
})
