// A receiver that rejects some events for good. The others must not wait for them.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { listDeliveries } from '../../../../server/webhooks/list-deliveries.ts'
import { replayDelivery } from '../../../../server/webhooks/replay.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { type ReceivedWebhook, responseOf, type WebhookEngine, webhookEngine } from '../../../support/webhook-engine.ts'

const [secondMs, minuteMs, hourMs, dayMs] = [1_000, 60_000, 3_600_000, 86_400_000]
let engine: Engine
let hooks: WebhookEngine
let clientId: string
let endpointId: string
/** When each event was accepted. */
let accepted: Map<string, number>
beforeEach(async () => {
  engine = await startEngine()
  hooks = webhookEngine(engine.deps.database, engine.deps.now)
  clientId = engine.clientId
  endpointId = (await hooks.addEndpoint(clientId)).id
  accepted = new Map()
})
afterEach(() => engine.close())

const now = () => engine.deps.now().getTime()
const isBad = ({ id }: ReceivedWebhook) => id.startsWith('bad')

function respondTo(request: ReceivedWebhook) {
  if (isBad(request)) return responseOf(400)
  if (!accepted.has(request.id)) accepted.set(request.id, now())
  return responseOf(200)
}

async function serveAfter(ms: number): Promise<void> {
  engine.wait(ms)
  await hooks.serve()
}

async function serveFor(ms: number, stepMs = 5 * secondMs): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await hooks.serve()
    engine.wait(stepMs)
  }
  await hooks.serve()
}

const deliveries = (state?: 'waiting' | 'failed') =>
  listDeliveries(engine.deps.database.query, { endpointId, limit: 1_000, state })

for (const [title, badPerMinute] of [
  ['one event a minute that is rejected for good delays no other', 1],
  ['nor do twelve, of which each is rejected before the next good one', 12],
] as const) {
  test(title, async () => {
    hooks.respond = respondTo
    const recorded = new Map<string, number>()
    const minutes = badPerMinute === 1 ? 360 : 30
    for (let minute = 1; minute <= minutes; minute++) {
      for (let n = 1; n <= badPerMinute; n++) await hooks.record(clientId, `bad ${minute}-${n}`, 1)
      await serveAfter(0)
      await serveAfter(30 * secondMs)
      recorded.set(await hooks.record(clientId, `good ${minute}`, 1), now())
      await serveAfter(0)
      engine.wait(30 * secondMs)
    }
    const late = [...recorded].map(([id, at]) => (accepted.get(id) ?? Number.POSITIVE_INFINITY) - at)
    assert.equal(late.filter((ms) => ms === 0).length, minutes)
    assert.equal((await hooks.endpoint(clientId, endpointId)).state, 'on')
  })
}

test('a rejected event ends after ten tries on its schedule, stays in the log and can be replayed', async () => {
  hooks.respond = respondTo
  await hooks.record(clientId, 'bad', 1)
  const startedAt = now()
  const ended = async () => (await deliveries('failed'))[0]
  for (let hours = 0; hours < 90 && (await ended()) === undefined; hours++) {
    await hooks.record(clientId, `good ${hours}`, 1)
    await serveFor(hourMs, 5 * minuteMs)
  }
  const failed = await ended()
  assert.deepEqual([failed?.id, failed?.tries, failed?.attempts.length], ['bad 1', 10, 10])
  const lastedHours = ((failed?.doneAt?.getTime() ?? 0) - startedAt) / hourMs
  assert.ok(lastedHours > 75 && lastedHours < 77, `${lastedHours} hours`)
  assert.deepEqual(await deliveries('waiting'), [])

  await replayDelivery(
    engine.deps.database,
    { id: endpointId, clientId },
    { deliveryId: 'bad 1', now: engine.deps.now() },
  )
  await hooks.serve()
  const [again] = await deliveries('waiting')
  assert.deepEqual([again?.id, again?.tries], ['bad 1', 11], 'a replay starts the schedule again')
})

test('the only event of a quiet endpoint ends too, and the endpoint stays on', async () => {
  hooks.respond = respondTo
  await hooks.record(clientId, 'bad', 1)
  await serveFor(6 * dayMs, 10 * minuteMs)
  assert.deepEqual(
    (await deliveries('failed')).map(({ id, tries }) => [id, tries]),
    [['bad 1', 10]],
  )
  assert.equal((await hooks.endpoint(clientId, endpointId)).state, 'on')
})

test('one rejection after a long outage does not end an event that was tried ten times in the outage', async () => {
  await hooks.record(clientId, 'bad', 1)
  hooks.respond = () => responseOf(503)
  while (((await deliveries())[0]?.tries ?? 0) < 12) await serveFor(5 * minuteMs, minuteMs)
  hooks.respond = respondTo
  await hooks.record(clientId, 'good', 1)
  await serveFor(10 * minuteMs, minuteMs)
  assert.ok(accepted.has('good 1'))
  const [waiting] = await deliveries('waiting')
  assert.deepEqual([waiting?.id, waiting?.attempts.at(-1)?.status], ['bad 1', 400])
})

test('no event ends while the receiver rejects everything, and all follow once it accepts one', async () => {
  for (let n = 1; n <= 6; n++) await hooks.record(clientId, `subject ${n}`, 1)
  hooks.respond = () => responseOf(404)
  await serveFor(80 * hourMs, 5 * minuteMs)
  assert.equal((await deliveries('waiting')).length, 6)
  hooks.respond = respondTo
  await hooks.record(clientId, 'good', 1)
  await hooks.serve()
  assert.equal(accepted.size, 7)
})

test('once the receiver works again, one more rejection does not end what it rejected in the outage', async () => {
  for (let n = 1; n <= 3; n++) await hooks.record(clientId, `subject ${n}`, 1)
  hooks.respond = () => responseOf(404)
  await serveFor(80 * hourMs, 10 * minuteMs)
  // It accepts one event, and rejects each other one once more.
  const rejectedAgain = new Set<string>()
  hooks.respond = (request) => {
    const isNew = request.id !== 'good 1' && !rejectedAgain.has(request.id)
    rejectedAgain.add(request.id)
    return isNew ? responseOf(404) : respondTo(request)
  }
  await hooks.record(clientId, 'good', 1)
  await serveFor(10 * minuteMs, minuteMs)
  assert.deepEqual(await deliveries('failed'), [])
  assert.equal(accepted.size, 4)
})

test('events that were rejected before a success count as rejected when they are rejected after it', async () => {
  for (const name of ['bad 1', 'bad 2']) await hooks.record(clientId, name, 1)
  hooks.respond = respondTo
  await hooks.serve()
  await hooks.record(clientId, 'good', 1)
  await serveAfter(1)
  // From now on the receiver rejects everything.
  await serveFor(90 * hourMs, 10 * minuteMs)
  assert.equal((await deliveries('waiting')).length, 2)
})

test('a failure long after a rejected event has ended does not turn a quiet endpoint off', async () => {
  hooks.respond = respondTo
  await hooks.record(clientId, 'bad', 1)
  await serveFor(4 * dayMs, 10 * minuteMs)
  assert.equal((await deliveries('failed')).length, 1)
  await serveAfter(3 * dayMs)
  hooks.respond = () => responseOf(503)
  await hooks.record(clientId, 'good', 1)
  await hooks.serve()
  const { state, failures } = await hooks.endpoint(clientId, endpointId)
  assert.deepEqual([state, failures], ['on', 1])
})

test('two failures around a week in which no server ran do not turn an endpoint off', async () => {
  hooks.respond = () => responseOf(503)
  await hooks.record(clientId, 'good', 1)
  await hooks.serve()
  await serveAfter(7 * dayMs)
  const { state, failures } = await hooks.endpoint(clientId, endpointId)
  assert.deepEqual([state, failures], ['on', 2])
})

test('a receiver that rejects every event is turned off, although each event comes alone', async () => {
  hooks.respond = () => responseOf(404)
  for (let event = 1; event <= 2; event++) {
    await hooks.record(clientId, `event ${event}`, 1)
    await serveFor(4 * dayMs, 10 * minuteMs)
  }
  const { state, offReason } = await hooks.endpoint(clientId, endpointId)
  assert.deepEqual([state, offReason], ['off', 'failing'])
})

test('a receiver that rejects everything for five days is turned off', async () => {
  for (let n = 1; n <= 2; n++) await hooks.record(clientId, `subject ${n}`, 1)
  hooks.respond = () => responseOf(404)
  await serveFor(6 * dayMs, 10 * minuteMs)
  const { state, offReason } = await hooks.endpoint(clientId, endpointId)
  assert.deepEqual([state, offReason], ['off', 'failing'])
  assert.equal((await deliveries('waiting')).length, 2)
})

test('a rejection ends a pause, because the receiver works, and does not lengthen another one', async () => {
  await hooks.record(clientId, 'bad', 1)
  hooks.respond = () => responseOf(503)
  while ((await hooks.endpoint(clientId, endpointId)).state !== 'paused') await serveFor(minuteMs, 5 * secondMs)
  hooks.respond = respondTo
  await serveFor(5 * minuteMs)
  assert.equal((await hooks.endpoint(clientId, endpointId)).state, 'on')
  await hooks.record(clientId, 'good', 1)
  await hooks.serve()
  assert.ok(accepted.has('good 1'))
})

test('the wait that a rejection requests holds for its event only', async () => {
  hooks.respond = (request) => (isBad(request) ? responseOf(403, 3_600) : respondTo(request))
  await hooks.record(clientId, 'bad', 1)
  await hooks.serve()
  await hooks.record(clientId, 'good', 1)
  await hooks.serve()
  assert.ok(accepted.has('good 1'))
  const [waiting] = await deliveries('waiting')
  assert.equal(waiting?.dueAt?.getTime(), now() + hourMs)
})
