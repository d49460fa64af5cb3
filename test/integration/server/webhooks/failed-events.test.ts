// A receiver whose handler always fails for some events, with 500 or a timeout. The others must not wait for them, and an outage must not
// end them.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { listDeliveries } from '../../../../server/webhooks/list-deliveries.ts'
import type { PostResult } from '../../../../server/webhooks/post-webhook.ts'
import { replayDelivery } from '../../../../server/webhooks/replay.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { type ReceivedWebhook, responseOf, type WebhookEngine, webhookEngine } from '../../../support/webhook-engine.ts'

const [secondMs, minuteMs, hourMs, dayMs] = [1_000, 60_000, 3_600_000, 86_400_000]
let engine: Engine
let hooks: WebhookEngine
let clientId: string
let endpointId: string
/** By event: when it was recorded, and first accepted. */
let recorded: Map<string, number>
let accepted: Map<string, number>
/** By event: the times of its failed requests. */
let failures: Map<string, number[]>

beforeEach(async () => {
  engine = await startEngine()
  hooks = webhookEngine(engine.deps.database, engine.deps.now)
  clientId = engine.clientId
  endpointId = (await hooks.addEndpoint(clientId)).id
  recorded = new Map()
  accepted = new Map()
  failures = new Map()
  respondWith(isBad)
})
afterEach(() => engine.close())

const now = () => engine.deps.now().getTime()
const isBad = ({ id }: ReceivedWebhook) => id.startsWith('bad')
const timeout: PostResult = { kind: 'failed', reason: 'timeout', durationMs: 5 }

function respondWith(fails: (request: ReceivedWebhook) => boolean, failure = responseOf(500)): void {
  hooks.respond = (request) => {
    if (fails(request)) {
      failures.set(request.id, [...(failures.get(request.id) ?? []), now()])
      return failure
    }
    if (!accepted.has(request.id)) accepted.set(request.id, now())
    return responseOf(200)
  }
}

async function record(name: string, ordinal = 1): Promise<void> {
  recorded.set(await hooks.record(clientId, name, ordinal), now())
}

/** Every `everyMs`, a good event is recorded. */
async function serveFor(ms: number, stepMs: number, everyMs = Number.POSITIVE_INFINITY): Promise<void> {
  const startedAt = now()
  let nextAt = startedAt + everyMs
  while (now() < startedAt + ms) {
    await hooks.serve()
    engine.wait(stepMs)
    if (now() < nextAt) continue
    nextAt += everyMs
    await record(`good at ${now()}`)
  }
  await hooks.serve()
}

/** The first three tries of an event that always fails, and others in between. */
async function failFirst(): Promise<void> {
  await serveFor(15 * secondMs, secondMs, 3 * secondMs)
  await serveFor(10 * minuteMs, 10 * secondMs, 20 * secondMs)
}

const deliveries = (state?: 'waiting' | 'failed') =>
  listDeliveries(engine.deps.database.query, { endpointId, limit: 10_000, state })
const stateOf = async () => (await hooks.endpoint(clientId, endpointId)).state

/** Of the good events that were recorded until then. */
function latestMs(until = Number.POSITIVE_INFINITY): number {
  const good = [...recorded].filter(([id, at]) => id.startsWith('good') && at <= until)
  return Math.max(...good.map(([id, at]) => (accepted.get(id) ?? Number.POSITIVE_INFINITY) - at))
}

for (const [title, failure] of [
  ['an event that always gets 500 ends after ten tries on its schedule, and can be replayed', responseOf(500)],
  ['so does one that always times out', timeout],
  ['so does one whose failures request a wait', responseOf(503, 1)],
] as const) {
  test(title, async () => {
    respondWith(isBad, failure)
    await record('bad')
    await record('bad', 2)
    await failFirst()
    await serveFor(90 * hourMs, 30 * minuteMs, 30 * minuteMs)
    const [failed] = await deliveries('failed')
    assert.deepEqual([failed?.id, failed?.tries], ['bad 1', 10])
    assert.ok(failures.has('bad 2'), 'the next event of the subject follows')
    const tries = failures.get('bad 1') ?? []
    const waits = tries.slice(1).map((at, n) => Math.floor((at - (tries[n] ?? 0)) / hourMs))
    assert.deepEqual(waits, [0, 0, 0, 2, 5, 10, 14, 20, 24])
    assert.equal(await stateOf(), 'on')

    await replayDelivery(
      engine.deps.database,
      { id: endpointId, clientId },
      { deliveryId: 'bad 1', now: engine.deps.now() },
    )
    respondWith(() => false)
    await hooks.serve()
    assert.ok(accepted.has('bad 1'))
  })
}

test('events that always fail and are due at once delay the others by seconds, and are not sent without end', async () => {
  for (let n = 1; n <= 40; n++) await record(`bad ${n}`)
  await serveFor(7 * minuteMs, secondMs, secondMs)
  assert.ok(latestMs(now() - secondMs) <= 30 * secondMs, `${latestMs()} ms`)
  const most = Math.max(...[...failures.values()].map((times) => times.length))
  assert.ok(failures.size === 40 && most <= 3, `${most} tries`)
})

test('one good event an hour passes two hundred that always fail, and the endpoint stays on', async () => {
  for (let n = 1; n <= 200; n++) await record(`bad ${n}`)
  await serveFor(12 * hourMs, 20 * secondMs, hourMs)
  assert.ok(latestMs(now() - minuteMs) <= 10 * minuteMs, `${latestMs() / minuteMs} minutes`)
  assert.notEqual(await stateOf(), 'off')
  assert.deepEqual(await deliveries('failed'), [])
})

test('an event that always fails ends among rare other events, too, and within its tries', async () => {
  await record('bad')
  await serveFor(20 * dayMs, 10 * minuteMs, 4 * hourMs)
  const [failed] = await deliveries('failed')
  assert.equal(failed?.id, 'bad 1')
  assert.ok((failed?.tries ?? 0) <= 25, `${failed?.tries} tries`)
})

test('an outage ends no event, is paused, and everything follows once it is over', async () => {
  for (let n = 1; n <= 12; n++) await record(`good ${n}`)
  await record('good 1', 2)
  respondWith(() => true)
  await serveFor(4 * dayMs, 5 * minuteMs, 5 * hourMs)
  assert.deepEqual([await stateOf(), await deliveries('failed')], ['paused', []])
  assert.equal(accepted.size, 0)
  respondWith(isBad)
  await serveFor(5 * minuteMs, secondMs)
  assert.equal(accepted.size, recorded.size)
  const counts = await engine.deps.database.query.selectFrom('webhook_delivery').select('rejections').execute()
  assert.deepEqual(new Set(counts.map(({ rejections }) => rejections)), new Set([0]))
})

test('an outage that begins while events that always fail wait ends none of them, and is paused', async () => {
  for (let n = 1; n <= 3; n++) await record(`bad ${n}`)
  await failFirst()
  await serveFor(4 * hourMs, 5 * minuteMs, 5 * minuteMs)
  const countsOf = async () =>
    (
      await engine.deps.database.query
        .selectFrom('webhook_delivery')
        .select(['event_id', 'rejections'])
        .where('event_id', 'like', 'bad%')
        .orderBy('event_id')
        .execute()
    ).map(({ rejections }) => rejections)
  assert.deepEqual(await countsOf(), [5, 5, 5])
  respondWith(() => true)
  await serveFor(4 * dayMs, 5 * minuteMs, 5 * hourMs)
  assert.equal(await stateOf(), 'paused')
  assert.deepEqual(await deliveries('failed'), [])
  // The success of before the outage is between its first failure and the one before.
  assert.ok((await countsOf()).every((count) => count <= 6))
  respondWith(isBad)
  await serveFor(5 * minuteMs, secondMs)
  assert.ok(Number.isFinite(latestMs()), 'the others are sent at once')
  assert.deepEqual(await deliveries('failed'), [])
})

test('an endpoint that accepts nothing for five days is off, also if its events failed before', async () => {
  for (let n = 1; n <= 3; n++) await record(`bad ${n}`)
  await serveFor(hourMs, minuteMs, 5 * minuteMs)
  respondWith(() => true)
  await serveFor(5.5 * dayMs, 10 * minuteMs, 5 * hourMs)
  assert.equal(await stateOf(), 'off')
})

/** From 0 to 1, the same in each run. */
function drawn(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('a receiver that fails half of all requests at random gets every event, and pauses end none of them', async () => {
  const draw = drawn(7)
  respondWith(() => draw() < 0.5)
  await serveFor(2 * hourMs, 5 * secondMs, minuteMs)
  await serveFor(10 * dayMs, hourMs)
  assert.deepEqual(await deliveries('failed'), [])
  assert.equal(accepted.size, recorded.size)
})

const rejectionsOf = async (eventId: string) =>
  (
    await engine.deps.database.query
      .selectFrom('webhook_delivery')
      .select('rejections')
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow()
  ).rejections

test('the retries of an event that always fails are not due after each pause', async () => {
  const draw = drawn(3)
  respondWith((request) => isBad(request) || draw() < 0.75)
  await record('bad')
  await serveFor(2 * hourMs, 5 * secondMs, minuteMs)
  // After 5 seconds, and 5 and 30 minutes. Those before the first success do not count.
  assert.ok((failures.get('bad 1')?.length ?? 0) <= 6, `${failures.get('bad 1')?.length} tries`)
  assert.ok((await rejectionsOf('bad 1')) <= 5)
})

test('an event that always fails and probes the endpoint before its time stays on its schedule', async () => {
  for (let n = 1; n <= 5; n++) await record(`bad ${n}`)
  await failFirst()
  await record('bad late')
  await failFirst()
  respondWith(() => true)
  const outageAt = now()
  const late = async () => (await deliveries()).find(({ id }) => id === 'bad late 1')
  // The others fail twice, and pause the endpoint.
  while ((await stateOf()) === 'on' && now() - outageAt < 5 * hourMs) await serveFor(minuteMs, 10 * secondMs)
  const times = failures.get('bad late 1') ?? []
  assert.ok(times.length > 4, 'it has probed the endpoint')
  respondWith(isBad)
  await record('good')
  await serveFor(3 * minuteMs, 5 * secondMs)
  assert.ok(accepted.has('good 1'))
  assert.deepEqual(failures.get('bad late 1'), times)
  assert.deepEqual(
    [(await late())?.dueAt?.getTime(), await rejectionsOf('bad late 1')],
    [(times[3] ?? 0) + 2 * hourMs, 4],
  )
})
