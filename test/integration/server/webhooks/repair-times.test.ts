// Times that were written while the clock was ahead must not stop an endpoint once it is right.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { leaseEndpoints } from '../../../../server/webhooks/endpoint-lease.ts'
import { repairTimes } from '../../../../server/webhooks/repair-times.ts'
import { replayDelivery } from '../../../../server/webhooks/replay.ts'
import { changeEndpoint } from '../../../../server/webhooks/webhook-endpoint.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { responseOf, type WebhookEngine, webhookEngine } from '../../../support/webhook-engine.ts'

const [hourMs, monthMs] = [3_600_000, 30 * 86_400_000]
let engine: Engine
let hooks: WebhookEngine
let id: string
beforeEach(async () => {
  engine = await startEngine()
  hooks = webhookEngine(engine.deps.database, engine.deps.now)
  id = (await hooks.addEndpoint(engine.clientId)).id
})
afterEach(() => engine.close())

const repair = () => repairTimes(engine.deps.database.query, engine.deps.now().getTime())
async function received(): Promise<number> {
  const before = hooks.received.length
  await hooks.serve()
  return hooks.received.length - before
}

test('a retry, a pause and a lease from a clock that was ahead end when it is set back', async () => {
  hooks.respond = () => responseOf(503)
  engine.wait(monthMs)
  for (let n = 1; n <= 6; n++) await hooks.record(engine.clientId, `subject ${n}`, 1)
  await hooks.serve()
  assert.equal((await hooks.endpoint(engine.clientId, id)).state, 'paused')
  engine.wait(60_000)
  const leased = await leaseEndpoints(hooks.deps, { lease: 'of a process that ended', count: 1 })
  assert.equal(leased.length, 1)
  engine.wait(-monthMs - 60_000)
  hooks.respond = () => responseOf(200)
  assert.equal(await received(), 0)
  await repair()
  assert.equal(await received(), 6)
})

test('an event that a clock an hour ahead has recorded is sent when it is set back', async () => {
  engine.wait(hourMs)
  await hooks.record(engine.clientId, 'subject', 1)
  engine.wait(-hourMs)
  assert.equal(await received(), 0)
  await repair()
  assert.equal(await received(), 1)
})

test('an event that became due by a clock an hour ahead is sent when it is set back', async () => {
  for (const ordinal of [1, 2]) await hooks.record(engine.clientId, 'subject', ordinal)
  engine.wait(hourMs)
  await hooks.pool.fill()
  await hooks.pool.settled()
  assert.equal(hooks.received.length, 1, 'the second one waited for it')
  engine.wait(-hourMs)
  assert.equal(await received(), 0)
  await repair()
  assert.equal(await received(), 1)
})

test('a replay by a clock an hour ahead is sent when it is set back', async () => {
  const deliveryId = await hooks.record(engine.clientId, 'subject', 1)
  await hooks.serve()
  engine.wait(hourMs)
  const replayed = { deliveryId, now: engine.deps.now() }
  assert.equal(await replayDelivery(engine.deps.database, { id, clientId: engine.clientId }, replayed), true)
  engine.wait(-hourMs)
  assert.equal(await received(), 0)
  await repair()
  assert.equal(await received(), 1)
})

test('a pause by a clock an hour ahead ends when it is set back', async () => {
  hooks.respond = () => responseOf(503)
  engine.wait(hourMs)
  for (let n = 1; n <= 6; n++) await hooks.record(engine.clientId, `subject ${n}`, 1)
  await hooks.serve()
  assert.equal((await hooks.endpoint(engine.clientId, id)).state, 'paused')
  engine.wait(-hourMs)
  assert.equal(await received(), 0)
  await repair()
  assert.equal(await received(), 1, 'the probe')
  const probed = await hooks.endpoint(engine.clientId, id)
  engine.wait(1_000)
  await repair()
  assert.deepEqual(await hooks.endpoint(engine.clientId, id), probed, 'the next pause is by a right clock')
})

test('events wait for a pause by the client, also if a clock was ahead', async () => {
  const { database, now } = engine.deps
  engine.wait(hourMs)
  await hooks.record(engine.clientId, 'subject', 1)
  await changeEndpoint({ database, now }, { id, clientId: engine.clientId }, { state: 'paused' })
  engine.wait(-hourMs)
  await repair()
  assert.equal(await received(), 0)
  const { state, pausedUntil } = await hooks.endpoint(engine.clientId, id)
  assert.deepEqual([state, pausedUntil], ['paused', null])
})

test('waits of a right clock stay', async () => {
  hooks.respond = () => responseOf(429, 86_400)
  await hooks.record(engine.clientId, 'subject', 1)
  await hooks.serve()
  const before = await hooks.endpoint(engine.clientId, id)
  engine.wait(-30_000)
  await repair()
  assert.deepEqual(await hooks.endpoint(engine.clientId, id), before)
  engine.wait(86_400_000)
  assert.equal(await received(), 0)
  engine.wait(10 * 3_600_000)
  assert.equal(await received(), 1)
})

test('a retry in half an hour stays', async () => {
  hooks.respond = () => responseOf(422)
  await hooks.record(engine.clientId, 'subject', 1)
  await hooks.serve()
  for (const waitMs of [10_000, 400_000]) {
    engine.wait(waitMs)
    assert.equal(await received(), 1)
  }
  await repair()
  assert.equal(await received(), 0)
  engine.wait(hourMs)
  assert.equal(await received(), 1)
})
