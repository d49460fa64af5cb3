// Replays beside turns that are running, over several pages, and of deliveries that were deleted.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { createClient } from '../../../../server/clients/clients.ts'
import { listDeliveries } from '../../../../server/webhooks/list-deliveries.ts'
import { replayDelivery, replayFailed, replaySince } from '../../../../server/webhooks/replay.ts'
import type { WebhookEndpoint } from '../../../../server/webhooks/webhook-endpoint.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { responseOf, type WebhookEngine, webhookEngine } from '../../../support/webhook-engine.ts'

const [secondMs, minuteMs] = [1_000, 60_000]
let engine: Engine
let hooks: WebhookEngine
let clientId: string
let endpoint: WebhookEndpoint
let start: Date
beforeEach(async () => {
  engine = await startEngine()
  hooks = webhookEngine(engine.deps.database, engine.deps.now)
  clientId = engine.clientId
  endpoint = await hooks.addEndpoint(clientId)
  // After the events of the engine's own account.
  engine.wait(secondMs)
  start = engine.deps.now()
})
afterEach(() => engine.close())

const replayOne = (deliveryId: string) =>
  replayDelivery(engine.deps.database, endpoint, { deliveryId, now: engine.deps.now() })
const replayAll = (since = start) => replaySince(engine.deps.database, endpoint, { since, now: engine.deps.now })

async function serve(): Promise<string[]> {
  hooks.received.length = 0
  await hooks.serve()
  return hooks.received.map(({ id }) => id)
}

async function setState(state: 'on' | 'off'): Promise<void> {
  await engine.deps.database.query
    .updateTable('webhook_endpoint')
    .set({ state })
    .where('id', '=', endpoint.id)
    .execute()
}

test('a turn does not send an event before an earlier one that was replayed since the turn began', async () => {
  await hooks.record(clientId, 'a', 1)
  await serve()
  engine.wait(secondMs)
  for (let n = 1; n <= 12; n++) await hooks.record(clientId, `other ${n}`, 1)
  engine.wait(secondMs)
  await hooks.record(clientId, 'a', 2)
  let replaying: Promise<boolean> | null = null
  hooks.respond = async () => {
    replaying ??= replayOne('a 1')
    await replaying
    return responseOf(200)
  }
  const ofSubject = (await serve()).filter((id) => id.startsWith('a '))
  assert.deepEqual(ofSubject, ['a 1', 'a 2'])
})

test('an event whose request is running is sent once more if it is replayed, after the earlier ones', async () => {
  await hooks.record(clientId, 'a', 1)
  await serve()
  await hooks.record(clientId, 'a', 2)
  let replays = 0
  hooks.respond = async () => {
    if (replays++ === 0) assert.equal(await replayAll(), 2)
    return responseOf(200)
  }
  assert.deepEqual(await serve(), ['a 2', 'a 1', 'a 2'])
})

test('the first request of an event does not end a replay that was requested while it ran', async () => {
  await hooks.record(clientId, 'a', 1)
  let replays = 0
  hooks.respond = async () => {
    if (replays++ === 0) assert.equal(await replayOne('a 1'), true)
    return responseOf(200)
  }
  assert.deepEqual(await serve(), ['a 1', 'a 1'])
})

test('the schedule of a replay does not count a request that was running', async () => {
  await hooks.record(clientId, 'a', 1)
  let replays = 0
  hooks.respond = async () => {
    if (replays++ === 0) await replayOne('a 1')
    return responseOf(500)
  }
  assert.deepEqual(await serve(), ['a 1', 'a 1'])
  engine.wait(5 * secondMs)
  assert.deepEqual(await serve(), ['a 1'], 'its first retry')
})

test('a replayed delivery that waits for its next try is due at once, with the earlier ones of its subject', async () => {
  await hooks.record(clientId, 'a', 1)
  await hooks.record(clientId, 'a', 2)
  hooks.respond = () => responseOf(500)
  await serve()
  hooks.respond = () => responseOf(200)
  await replayOne('a 2')
  assert.deepEqual(await serve(), ['a 1', 'a 2'])
})

test('events are replayed in order although their times, and the pages of a replay, have another order', async () => {
  engine.wait(minuteMs)
  await hooks.record(clientId, 'a', 1)
  engine.wait(-secondMs)
  await hooks.record(clientId, 'a', 2)
  await hooks.record(clientId, 'b', 1)
  await hooks.record(clientId, 'b', 2)
  await serve()
  hooks.received.length = 0
  // The server sends between two pages.
  const database = { ...engine.deps.database, pause: () => hooks.serve() }
  const replayed = await replaySince(database, endpoint, { since: start, now: engine.deps.now, piece: 1 })
  assert.equal(replayed, 4)
  await hooks.serve()
  assert.deepEqual(
    hooks.received.map(({ id }) => id),
    ['a 1', 'a 2', 'b 1', 'b 2'],
  )
})

test('an event of a process whose clock is ahead is replayed', async () => {
  await setState('off')
  engine.wait(minuteMs)
  await hooks.record(clientId, 'a', 1)
  engine.wait(-minuteMs)
  await setState('on')
  assert.equal(await replayAll(), 1)
  engine.wait(minuteMs)
  assert.deepEqual(await serve(), ['a 1'])
})

test('the requests after a replay are numbered after those that are left of a deleted delivery', async () => {
  await hooks.record(clientId, 'a', 1)
  await serve()
  const { query } = engine.deps.database
  await query.deleteFrom('webhook_delivery').where('endpoint_id', '=', endpoint.id).execute()
  await replayAll()
  assert.deepEqual(await serve(), ['a 1'])
  const [delivery] = await listDeliveries(query, { endpointId: endpoint.id, limit: 10 })
  assert.deepEqual([delivery?.state, delivery?.attempts.map(({ n }) => n)], ['delivered', [1, 2]])
})

test('failed deliveries are replayed over several pages, in order, and no others', async () => {
  await hooks.record(clientId, 'c', 1)
  await serve()
  for (const [subject, ordinal] of [
    ['a', 1],
    ['b', 1],
    ['a', 2],
    ['b', 2],
  ] as const)
    await hooks.record(clientId, subject, ordinal)
  await engine.deps.database.query
    .updateTable('webhook_delivery')
    .set({ state: 'failed', due_at: null, done_at: engine.deps.now().getTime() })
    .where('endpoint_id', '=', endpoint.id)
    .where('state', '=', 'waiting')
    .where('event_id', '<>', 'b 2')
    .execute()
  hooks.received.length = 0
  // The server sends between two pages.
  const database = { ...engine.deps.database, pause: () => hooks.serve() }
  assert.equal(await replayFailed(database, endpoint, { now: engine.deps.now, piece: 1 }), 3)
  await hooks.serve()
  const sent = hooks.received.map(({ id }) => id)
  assert.deepEqual(
    sent.filter((id) => id.startsWith('a ')),
    ['a 1', 'a 2'],
  )
  assert.deepEqual(
    sent.filter((id) => id.startsWith('b ')),
    ['b 1', 'b 2'],
  )
  assert.equal(sent.length, 4)
})

test('a delivery of another endpoint, or one that was deleted, cannot be replayed', async () => {
  await hooks.record(clientId, 'a', 1)
  const other = await hooks.addEndpoint(clientId)
  const delivery = { deliveryId: 'a 1', now: engine.deps.now() }
  assert.equal(await replayDelivery(engine.deps.database, other, delivery), false)
  await engine.deps.database.query.deleteFrom('webhook_delivery').execute()
  assert.equal(await replayOne('a 1'), false)
})

test('replays of one client run one after the other, and those of another client beside them', {
  timeout: 30_000,
}, async () => {
  for (let n = 0; n < 3; n++) await hooks.record(clientId, `subject ${n}`, 1)
  const { id: otherId } = await createClient(engine.deps, { name: 'Other', callbackUrls: [] })
  const other = await hooks.addEndpoint(otherId)
  for (let n = 0; n < 3; n++) await hooks.record(otherId, `other ${n}`, 1)
  const pieces: string[] = []
  const otherBegan = Promise.withResolvers<void>()
  const replay = (name: string, of: WebhookEndpoint) => {
    const pause = async () => {
      pieces.push(name)
      if (name === 'c') otherBegan.resolve()
      // However fast it is, it goes on only once the replay of the other client runs.
      if (name === 'a') await otherBegan.promise
    }
    const database = { ...engine.deps.database, pause }
    return replaySince(database, of, { since: start, now: engine.deps.now, piece: 1 })
  }
  const counts = await Promise.all([replay('a', endpoint), replay('b', endpoint), replay('c', other)])
  assert.deepEqual(counts, [3, 3, 3])
  const ofClient = pieces.filter((name) => name !== 'c')
  assert.deepEqual(ofClient, ['a', 'a', 'a', 'b', 'b', 'b'])
  assert.ok(pieces.indexOf('c') < pieces.lastIndexOf('a'), `${pieces}`)
  await assert.rejects(replay('d', { ...endpoint, types: null as never }))
  assert.equal(await replay('e', endpoint), 3, 'one that failed stops no other')
})

test('of the replays of a client, one runs and one waits, and more are refused until one has ended', {
  timeout: 30_000,
}, async () => {
  await hooks.record(clientId, 'subject', 1)
  const { id: otherId } = await createClient(engine.deps, { name: 'Other', callbackUrls: [] })
  const other = await hooks.addEndpoint(otherId)
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const pause = () => {
    begun.resolve()
    return end.promise
  }
  const since = { since: start, now: engine.deps.now }
  const running = replaySince({ ...engine.deps.database, pause }, endpoint, since)
  await begun.promise
  const waiting = replaySince(engine.deps.database, endpoint, since)
  const isLimited = { type: 'rateLimited', data: { seconds: 5 } }
  await assert.rejects(replaySince(engine.deps.database, endpoint, since), isLimited)
  await assert.rejects(replayFailed(engine.deps.database, endpoint, since), isLimited)
  assert.equal(await replaySince(engine.deps.database, other, since), 0)
  assert.equal(await replayOne('subject 1'), true, 'a replay of one delivery does not count')
  end.resolve()
  assert.deepEqual(await Promise.all([running, waiting]), [1, 1])
  assert.equal(await replayAll(), 1)
})
