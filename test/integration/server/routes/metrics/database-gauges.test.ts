// What the gauges of the database count, and by which indexes.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { countSealedCredentials } from '../../../../../server/accounts/count-sealed-credentials.ts'
import { countSealedResponses } from '../../../../../server/clients/count-sealed-responses.ts'
import { claimKey, storeResponse } from '../../../../../server/clients/idempotency-store.ts'
import { databaseGauges } from '../../../../../server/routes/metrics/database-gauges.ts'
import { keyRing } from '../../../../../server/secrets/key-ring.ts'
import { sealer } from '../../../../../server/secrets/seal.ts'
import { isPostgres } from '../../../../../server/storage/dialect.ts'
import { recordBackup } from '../../../../../server/storage/last-backup.ts'
import type { Query } from '../../../../../server/storage/storage.ts'
import { beginRestore, confirmRestore, readRestore, recordComparison } from '../../../../../server/transfers/restore.ts'
import { countNeedingAttention, countTransfers } from '../../../../../server/transfers/transfer-counts.ts'
import { countEndpoints, countWaiting } from '../../../../../server/webhooks/count-backlog.ts'
import { changeEndpoint } from '../../../../../server/webhooks/webhook-endpoint.ts'
import { type Engine, startEngine } from '../../../../support/engine.ts'
import { rowsRead } from '../../../../support/rows-read.ts'
import { responseOf, webhookEngine } from '../../../../support/webhook-engine.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
// The storage may be shared by the tests.
afterEach(async () => {
  await engine.deps.database.query.updateTable('transfer').set({ next_poll_at: null, attention: null }).execute()
  for (const table of ['webhook_attempt', 'webhook_delivery', 'webhook_endpoint'] as const)
    await engine.deps.database.query.deleteFrom(table).execute()
  await engine.close()
})

/** The values of a gauge by its labels. */
async function valuesOf(name: string, read = databaseGauges(engine.deps)): Promise<Record<string, number>> {
  const gauge = (await read()).find((each) => each.name === `transfer_link_${name}`)
  assert.ok(gauge, `there is no gauge ${name}`)
  return Object.fromEntries(gauge.values.map(([labels, value]) => [labels.join(' '), value]))
}

test('open transfers are counted by state, with the age of the oldest, and flagged ones apart', async () => {
  const before = await valuesOf('transfers')
  const first = await engine.preview('5')
  await engine.execute(first)
  engine.wait(90_000)
  await engine.execute(await engine.preview('6'))
  await engine.deps.database.query
    .updateTable('transfer')
    .set({ attention: 'a reason' })
    .where('preview_id', '=', first.id)
    .execute()
  assert.deepEqual(await valuesOf('open_transfers'), { Submitted: 2 })
  assert.deepEqual(await valuesOf('oldest_open_transfer_age_seconds'), { Submitted: 90 })
  assert.deepEqual(await valuesOf('transfers_needing_attention'), { '': 1 })
  const { Pending = 0, ...others } = await valuesOf('transfers')
  assert.deepEqual([Pending - (before.Pending ?? 0), Object.keys(others)], [2, ['Succeeded', 'Failed', 'Hidden']])
})

test('webhook endpoints are counted by state, with how long a delivery has been due', async () => {
  const { database, now } = engine.deps
  const webhooks = webhookEngine(database, now)
  const states = () => valuesOf('webhook_endpoints')
  const oldest = () => valuesOf('webhook_oldest_due_seconds')
  const { id } = await webhooks.addEndpoint(engine.clientId)
  const idle = { on: 0, failing: 0, paused: 0, off: 0 }
  assert.deepEqual([await states(), await oldest()], [{ ...idle, on: 1 }, idle])
  for (let n = 0; n < 6; n++) await webhooks.record(engine.clientId, `subject ${n}`, 1)
  engine.wait(20_000)
  assert.deepEqual([await oldest(), await valuesOf('webhook_waiting')], [{ ...idle, on: 20 }, { '': 6 }])
  webhooks.respond = () => responseOf(500)
  await webhooks.serve()
  const { pausedUntil } = await webhooks.endpoint(engine.clientId, id)
  assert.ok(pausedUntil)
  assert.deepEqual(await states(), { ...idle, failing: 1 })
  engine.wait(pausedUntil.getTime() - now().getTime() + 1_000)
  webhooks.respond = () => responseOf(200)
  await webhooks.serve()
  engine.wait(3_600_000)
  await webhooks.serve()
  assert.deepEqual(
    [await states(), await oldest(), await valuesOf('webhook_waiting')],
    [{ ...idle, on: 1 }, idle, { '': 0 }],
  )
  await changeEndpoint(engine.deps, { clientId: engine.clientId, id }, { state: 'paused' })
  assert.deepEqual(await states(), { ...idle, paused: 1 })
})

test('an endpoint fails from its first failure until it accepts a request, and one rejected event is no failure', async () => {
  const { database, now } = engine.deps
  const webhooks = webhookEngine(database, now)
  const failing = async () => (await valuesOf('webhook_longest_failing_seconds'))['']
  const serveAfter = async (ms: number, status: number) => {
    engine.wait(ms)
    webhooks.respond = () => responseOf(status)
    await webhooks.serve()
  }
  const { id } = await webhooks.addEndpoint(engine.clientId)
  await webhooks.record(engine.clientId, 'first', 1)
  await serveAfter(0, 401)
  engine.wait(60_000)
  assert.equal(await failing(), 0)
  await webhooks.record(engine.clientId, 'second', 1)
  await serveAfter(0, 401)
  engine.wait(60_000)
  assert.equal(await failing(), 120)
  await serveAfter(600_000, 200)
  engine.wait(60_000)
  assert.equal(await failing(), 0)

  for (let n = 0; n < 2; n++) await webhooks.record(engine.clientId, `rejected ${n}`, 1)
  await serveAfter(0, 401)
  engine.wait(60_000)
  assert.equal(await failing(), 60)
  await database.query.updateTable('webhook_delivery').set({ state: 'failed', due_at: null }).execute()
  assert.equal(await failing(), 0, 'nothing waits')

  for (let n = 0; n < 6; n++) await webhooks.record(engine.clientId, `subject ${n}`, 1)
  await serveAfter(0, 500)
  engine.wait(60_000)
  assert.equal(await failing(), 120, 'since the rejection')
  await changeEndpoint(engine.deps, { clientId: engine.clientId, id }, { state: 'paused' })
  assert.equal(await failing(), 0)
})

test('the time since a restore has a value until the restore is confirmed', async () => {
  const { database, now } = engine.deps
  const unconfirmed = async () => (await valuesOf('restore_unconfirmed_seconds'))['']
  assert.equal(await unconfirmed(), 0)
  await beginRestore(database, { now: now() })
  engine.wait(3_600_000)
  assert.equal(await unconfirmed(), 3_600)
  const restore = await readRestore(database.query)
  assert.ok(restore && (await recordComparison(database.query, restore, 'code')))
  assert.equal(await unconfirmed(), 3_600)
  assert.ok(await confirmRestore(database, 'code'))
  assert.equal(await unconfirmed(), 0)
})

test('credentials and webhook secrets are counted by the key that sealed them', async () => {
  const { database, now } = engine.deps
  await database.query.updateTable('sign_in').set({ sealed_credentials: 'v1.1.body' }).execute()
  await engine.signInAgain()
  const [{ count }] = (await database.query
    .selectFrom('sign_in')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()) as [{ count: number }]
  const [first, second] = [
    { id: '1', bytes: Buffer.alloc(32, 7) },
    { id: '2', bytes: Buffer.alloc(32, 8) },
  ]
  const newKey = sealer(keyRing([second, first]), 'sandbox')
  for (const [key, seals] of Object.entries({ a: sealer(keyRing([first]), 'sandbox'), b: newKey })) {
    const deps = { database, sealer: seals, now }
    const claim = await claimKey(deps, { clientId: engine.clientId, key, request: key })
    assert.ok(claim.state === 'claimed')
    const response = { status: 200, type: 'application/json', body: '{}' }
    await storeResponse(deps, claim.key, { response, options: { keepMs: null, replaceable: false, transferId: null } })
  }
  await webhookEngine(database, now).addEndpoint(engine.clientId, {
    sealedSecret: 'v1.2.body',
    sealedCertificate: 'v1.1.body',
  })
  assert.deepEqual(await valuesOf('sealed_rows', databaseGauges({ ...engine.deps, sealer: newKey })), {
    'credentials 1 false': count,
    'webhooks 2 true': 1,
    'webhooks 1 false': 1,
    'responses 1 false': 1,
  })
})

test('the database is read again after ten seconds, and for what reads many rows after a minute', async () => {
  const read = databaseGauges(engine.deps)
  const open = async () => (await valuesOf('open_transfers', read)).Submitted ?? 0
  const flagged = async () => (await valuesOf('transfers_needing_attention', read))['']
  assert.deepEqual([await open(), await flagged()], [0, 0])
  await engine.execute(await engine.preview('7'))
  await engine.deps.database.query.updateTable('transfer').set({ attention: 'a reason' }).execute()
  engine.wait(9_999)
  assert.equal(await flagged(), 0)
  engine.wait(1)
  assert.notEqual(await flagged(), 0)
  engine.wait(49_999)
  assert.equal(await open(), 0)
  engine.wait(1)
  assert.equal(await open(), 1)
})

test('while the database fails, its gauges are missing', async () => {
  const failing = { ...engine.deps, database: { ...engine.deps.database, query: brokenQuery() } }
  assert.deepEqual(await databaseGauges(failing)(), [])
})

function brokenQuery(): Engine['deps']['database']['query'] {
  return new Proxy(engine.deps.database.query, {
    get() {
      throw Object.assign(new Error('the disk fails'), { code: 'SQLITE_IOERR' })
    },
  })
}

test('the age of the last backup has a value once there is one', async () => {
  assert.deepEqual(await valuesOf('backup_age_seconds'), {})
  await recordBackup(engine.deps.database.query, engine.deps.now())
  engine.wait(3_600_000)
  assert.deepEqual(await valuesOf('backup_age_seconds'), { '': 3_600 })
  await engine.deps.database.query.updateTable('store').set({ backup_at: null }).execute()
})

test('every count uses an index', async () => {
  const { database } = engine.deps
  // PostgreSQL reads a small table completely.
  if (isPostgres(database.query)) return
  const indexesOf = async (count: Parameters<typeof rowsRead>[1]) => (await rowsRead(database, count)).indexes
  assert.deepEqual(await indexesOf(countTransfers), ['transfer_account', 'transfer_lane'])
  assert.deepEqual(await indexesOf(countNeedingAttention), ['transfer_attention'])
  assert.deepEqual(await indexesOf(countEndpoints), ['webhook_delivery_due'])
  assert.deepEqual(await indexesOf(countWaiting), ['webhook_delivery_waiting'])
  assert.deepEqual(await indexesOf(countSealedCredentials), ['sign_in_key'])
  const ofOldKey = (query: Query) => countSealedResponses(query, ['1'])
  assert.deepEqual(await indexesOf(ofOldKey), ['idempotency_key_sealing_key'])
})
