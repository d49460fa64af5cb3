// Old webhooks and their log are deleted, events and deliveries that can still be sent are not.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { defaultRetention } from '../../../../server/config-values.ts'
import { deleteExpired } from '../../../../server/retention.ts'
import type { Tables } from '../../../../server/storage/tables.ts'
import { replayDelivery, replaySince } from '../../../../server/webhooks/replay.ts'
import { changeEndpoint, deleteEndpoint } from '../../../../server/webhooks/webhook-endpoint.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { responseOf, type WebhookEngine, webhookEngine } from '../../../support/webhook-engine.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
let engine: Engine
let hooks: WebhookEngine
beforeEach(async () => {
  engine = await startEngine()
  hooks = webhookEngine(engine.deps.database, engine.deps.now)
})
afterEach(() => engine.close())

async function countAfter(ms: number, ...tables: (keyof Tables)[]): Promise<number[]> {
  engine.wait(ms)
  await deleteExpired(engine.deps, defaultRetention)
  const rows = tables.map((table) => engine.deps.database.query.selectFrom(table).selectAll().execute())
  return (await Promise.all(rows)).map(({ length }) => length)
}

test('a delivery, its requests and its body are deleted after 30 days, and a replay sends the event again', async () => {
  const endpoint = await hooks.addEndpoint(engine.clientId)
  const since = engine.deps.now()
  await hooks.record(engine.clientId, 'a', 1)
  await hooks.serve()
  const tables = ['webhook_delivery', 'webhook_attempt', 'webhook_message'] as const
  assert.deepEqual(await countAfter(30 * dayMs - 1, ...tables), [1, 1, 1])
  assert.deepEqual(await countAfter(1, ...tables, 'client_event'), [0, 0, 0, 2])
  await replaySince(engine.deps.database, endpoint, { since, now: engine.deps.now })
  await hooks.serve()
  const bodies = hooks.received.filter(({ id }) => id === 'a 1').map(({ body }) => body)
  assert.equal(bodies.length, 2)
  assert.equal(new Set(bodies).size, 1)
})

const timeout = { kind: 'failed', reason: 'timeout', durationMs: 1 } as const

test('a delivery that waits for its next try stays with its body', async () => {
  await hooks.addEndpoint(engine.clientId)
  await hooks.record(engine.clientId, 'a', 1)
  hooks.respond = () => timeout
  await hooks.serve()
  assert.deepEqual(await countAfter(60 * dayMs, 'webhook_delivery', 'webhook_message'), [1, 1])
})

test('an endpoint that its client has paused for 30 days sends what is younger, in order, once it is on', async () => {
  const { id } = await hooks.addEndpoint(engine.clientId)
  const setState = (state: 'on' | 'paused') => changeEndpoint(engine.deps, { clientId: engine.clientId, id }, { state })
  await hooks.record(engine.clientId, 'a', 1)
  hooks.respond = () => timeout
  await hooks.serve()
  await setState('paused')
  engine.wait(10 * dayMs)
  await hooks.record(engine.clientId, 'a', 2)
  await hooks.record(engine.clientId, 'a', 3)
  const tables = ['webhook_delivery', 'webhook_message'] as const
  assert.deepEqual(await countAfter(20 * dayMs - 1, ...tables), [3, 1])
  assert.deepEqual(await countAfter(1, ...tables), [2, 0])
  hooks.received.length = 0
  hooks.respond = () => responseOf(200)
  await setState('on')
  await hooks.serve()
  assert.deepEqual(
    hooks.received.map((request) => request.id),
    ['a 2', 'a 3'],
  )
})

test('a delivery that was replayed at a paused endpoint stays until the endpoint is on', async () => {
  const { id, clientId } = await hooks.addEndpoint(engine.clientId)
  await hooks.record(clientId, 'a', 1)
  await changeEndpoint(engine.deps, { clientId, id }, { state: 'paused' })
  await replayDelivery(engine.deps.database, { id, clientId }, { deliveryId: 'a 1', now: engine.deps.now() })
  assert.deepEqual(await countAfter(60 * dayMs, 'webhook_delivery'), [1])
})

test('an endpoint that is off keeps what has waited for it for 30 days', async () => {
  const { id, clientId } = await hooks.addEndpoint(engine.clientId)
  await hooks.record(clientId, 'a', 1)
  hooks.respond = () => responseOf(410)
  await hooks.serve()
  assert.equal((await hooks.endpoint(clientId, id)).state, 'off')
  assert.deepEqual(await countAfter(30 * dayMs - 1, 'webhook_delivery'), [1])
  assert.deepEqual(await countAfter(1, 'webhook_delivery'), [0])
})

test('an endpoint that its client has deleted goes with its deliveries', async () => {
  const { id } = await hooks.addEndpoint(engine.clientId)
  await hooks.record(engine.clientId, 'a', 1)
  await hooks.serve()
  await hooks.record(engine.clientId, 'a', 2)
  await deleteEndpoint(engine.deps.database.query, { clientId: engine.clientId, id }, engine.deps.now())
  const tables = ['webhook_delivery', 'webhook_attempt', 'webhook_endpoint'] as const
  assert.deepEqual(await countAfter(0, ...tables), [0, 0, 1])
  assert.deepEqual(await countAfter(hourMs, ...tables), [0, 0, 0])
})
