// Deliveries from the event to the receiver: their order, retries, pauses, replays and leases.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { listDeliveries } from '../../../../server/webhooks/list-deliveries.ts'
import { listSubjectDeliveries } from '../../../../server/webhooks/list-subject-deliveries.ts'
import { replayDelivery, replaySince } from '../../../../server/webhooks/replay.ts'
import { sendTest } from '../../../../server/webhooks/send-test.ts'
import { changeEndpoint, deleteEndpoint, mostEndpoints } from '../../../../server/webhooks/webhook-endpoint.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { responseOf, type WebhookEngine, webhookEngine } from '../../../support/webhook-engine.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
let engine: Engine
let hooks: WebhookEngine
let clientId: string
beforeEach(async () => {
  engine = await startEngine()
  hooks = webhookEngine(engine.deps.database, engine.deps.now)
  clientId = engine.clientId
})
afterEach(() => engine.close())

const ids = () => hooks.received.map(({ id }) => id)
const states = async (endpointId: string) =>
  Object.fromEntries(
    (await listDeliveries(engine.deps.database.query, { endpointId, limit: 100 })).map(({ id, state }) => [id, state]),
  )

async function serveAfter(ms: number): Promise<string[]> {
  hooks.received.length = 0
  engine.wait(ms)
  await hooks.serve()
  return ids()
}

test('the events of a transfer arrive in order, with the same bytes on every try', async () => {
  await hooks.addEndpoint(clientId)
  const preview = await engine.preview()
  await engine.execute(preview)
  const { id } = await engine.transferOf(preview)
  let failures = 2
  hooks.respond = () => responseOf(failures-- > 0 ? 500 : 200)
  await hooks.serve()
  const types = () => hooks.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
  assert.deepEqual(types(), ['transfer.pending'])
  engine.wait(5_000)
  await hooks.serve()
  engine.wait(5 * minuteMs)
  await hooks.serve()
  assert.deepEqual(types(), ['transfer.pending', 'transfer.pending', 'transfer.pending'])
  assert.equal(new Set(hooks.received.map(({ body }) => body)).size, 1)
  const body = JSON.parse(hooks.received[0]?.body ?? '') as { data: { transferId: string; sequence: number } }
  assert.equal(body.data.transferId, id)
})

test('the next event of a subject waits for the one before, also while that one is tried again', async () => {
  await hooks.addEndpoint(clientId)
  for (const ordinal of [1, 2, 3]) await hooks.record(clientId, 'a', ordinal)
  await hooks.record(clientId, 'b', 1)
  hooks.respond = ({ id }) => responseOf(id === 'a 1' ? 503 : 200)
  await hooks.serve()
  assert.deepEqual(ids().toSorted(), ['a 1', 'b 1'])
  hooks.respond = () => responseOf(200)
  assert.deepEqual(await serveAfter(5_000), ['a 1', 'a 2', 'a 3'])
})

test('an event that is rejected ten times while others pass ends as failed, and the next one follows', async () => {
  const endpoint = await hooks.addEndpoint(clientId)
  const { id } = endpoint
  await hooks.record(clientId, 'a', 1)
  await hooks.record(clientId, 'a', 2)
  hooks.respond = (request) => responseOf(request.id === 'a 1' ? 422 : 200)
  for (let n = 1; n <= 10; n++) {
    await hooks.record(clientId, `other ${n}`, 1)
    await serveAfter(n === 1 ? 0 : dayMs * 1.1)
  }
  assert.deepEqual([(await states(id))['a 1'], (await states(id))['a 2']], ['failed', 'delivered'])
  const [first] =
    (await listDeliveries(engine.deps.database.query, { endpointId: id, limit: 100, state: 'failed' })) ?? []
  assert.deepEqual([first?.tries, first?.attempts.length, first?.attempts[9]?.status], [10, 10, 422])
  assert.equal(first?.attempts[0]?.responseStart, 'status 422')

  hooks.respond = () => responseOf(200)
  assert.equal(
    await replayDelivery(engine.deps.database, endpoint, { deliveryId: 'a 1', now: engine.deps.now() }),
    true,
  )
  assert.deepEqual(await serveAfter(0), ['a 1'], 'the event keeps its id')
})

test('an event that gets 500 while others pass ends as failed, and the next one follows', async () => {
  const { id } = await hooks.addEndpoint(clientId)
  await hooks.record(clientId, 'a', 1)
  await hooks.record(clientId, 'a', 2)
  hooks.respond = (request) => responseOf(request.id === 'a 1' ? 500 : 200)
  for (let n = 1; n <= 10; n++) {
    await hooks.record(clientId, `other ${n}`, 1)
    await serveAfter(n === 1 ? 0 : dayMs * 1.1)
  }
  assert.deepEqual([(await states(id))['a 1'], (await states(id))['a 2']], ['failed', 'delivered'])
  assert.equal((await hooks.endpoint(clientId, id)).state, 'on')
})

test('a delivery is listed with its last twenty requests, and the number of all', async () => {
  const { id } = await hooks.addEndpoint(clientId)
  await hooks.record(clientId, 'a', 1)
  await hooks.record(clientId, 'b', 1)
  hooks.respond = (request) => responseOf(request.id === 'a 1' ? 500 : 200)
  let tries = 0
  for (let hours = 0; hours < 90; hours += 3)
    tries += (await serveAfter(3 * hourMs)).filter((eventId) => eventId === 'a 1').length
  assert.ok(tries > 20)
  const { query } = engine.deps.database
  const listed = await listDeliveries(query, { endpointId: id, limit: 100 })
  const byId = new Map(
    listed.map(({ id: eventId, ...delivery }) => [eventId, [delivery.tries, delivery.attempts.map(({ n }) => n)]]),
  )
  assert.deepEqual(byId.get('a 1'), [tries, Array.from({ length: 20 }, (_, index) => tries - 19 + index)])
  assert.deepEqual(byId.get('b 1'), [1, [1]])
  const [first] = await listSubjectDeliveries(query, { clientId, subjectId: 'a' })
  assert.deepEqual([first?.tries, first?.last?.status], [tries, 500])
})

test('an endpoint that fails is probed with one delivery, and sends everything once it works', async () => {
  const { id } = await hooks.addEndpoint(clientId)
  for (let n = 1; n <= 20; n++) await hooks.record(clientId, `subject ${n}`, 1)
  hooks.respond = () => ({ kind: 'failed', reason: 'refused', durationMs: 1 })
  await hooks.serve()
  assert.ok(hooks.received.length < 20, 'the turn ends early')
  assert.equal((await hooks.endpoint(clientId, id)).state, 'paused')
  assert.equal((await serveAfter(5_000)).length, 1)
  assert.equal((await serveAfter(9_999)).length, 0)
  hooks.respond = () => responseOf(200)
  assert.equal(new Set(await serveAfter(1)).size, 20)
  assert.equal((await hooks.endpoint(clientId, id)).state, 'on')
})

test('410 turns the endpoint off, and the other endpoints of the client receive endpoint.disabled', async () => {
  const gone = await hooks.addEndpoint(clientId, { url: 'https://shop.example/gone' })
  await hooks.addEndpoint(clientId)
  await hooks.record(clientId, 'a', 1)
  hooks.respond = ({ url }) => responseOf(url.endsWith('gone') ? 410 : 200)
  await hooks.serve()
  const disabled = hooks.received.filter(({ body }) => body.includes('endpoint.disabled'))
  assert.deepEqual(
    disabled.map(({ url, body }) => [url, (JSON.parse(body) as { data: unknown }).data]),
    [['https://shop.example/hooks', { endpointId: gone.id, reason: 'gone' }]],
  )
  const { state, offReason } = await hooks.endpoint(clientId, gone.id)
  assert.deepEqual([state, offReason], ['off', 'gone'])

  await hooks.record(clientId, 'b', 1)
  hooks.respond = () => responseOf(200)
  await serveAfter(dayMs)
  assert.deepEqual(
    hooks.received.filter(({ url }) => url === gone.url),
    [],
  )
  const on = await changeEndpoint(engine.deps, { clientId, id: gone.id }, { state: 'on' })
  assert.ok(on)
  const since = new Date(engine.deps.now().getTime() - 2 * dayMs)
  await replaySince(engine.deps.database, on, { since, now: engine.deps.now })
  await serveAfter(0)
  const sent = hooks.received.filter(({ url }) => url === gone.url).map(({ id }) => id)
  assert.ok(sent.includes('a 1') && sent.includes('b 1'), 'what it missed is replayed')
})

test('five days without a success turn the endpoint off, and its events wait', async () => {
  const { id } = await hooks.addEndpoint(clientId)
  await hooks.record(clientId, 'a', 1)
  hooks.respond = () => responseOf(500)
  for (let hours = 0; hours < 7 * 24; hours += 2) await serveAfter(2 * hourMs)
  assert.equal((await hooks.endpoint(clientId, id)).offReason, 'failing')
  assert.deepEqual(await states(id), { 'a 1': 'waiting' })
  await changeEndpoint(engine.deps, { clientId, id }, { state: 'on' })
  hooks.respond = () => responseOf(200)
  assert.deepEqual(await serveAfter(2 * dayMs), ['a 1'])
})

test('a replay since a time sends every event once more, in order, with the same ids', async () => {
  const endpoint = await hooks.addEndpoint(clientId)
  await hooks.record(clientId, 'early', 1)
  engine.wait(minuteMs)
  const since = engine.deps.now()
  for (let n = 1; n <= 510; n++) await hooks.record(clientId, `subject ${n % 100}`, n)
  await hooks.serve()
  const first = ids().filter((id) => id !== 'early 1')
  assert.equal(first.length, 510)
  engine.wait(minuteMs)
  assert.equal(await replaySince(engine.deps.database, endpoint, { since, now: engine.deps.now }), 510)
  const again = await serveAfter(0)
  assert.deepEqual(again.toSorted(), first.toSorted())
  for (const [, events] of Map.groupBy(again, (id) => id.replace(/ \d+$/, ''))) {
    const ordinals = events.map((id) => Number(id.split(' ').at(-1)))
    assert.deepEqual(
      ordinals,
      ordinals.toSorted((a, b) => a - b),
    )
  }
})

test('a paused endpoint sends nothing until it is on again, and then everything in order', async () => {
  const { id } = await hooks.addEndpoint(clientId)
  await changeEndpoint(engine.deps, { clientId, id }, { state: 'paused' })
  for (const ordinal of [1, 2]) await hooks.record(clientId, 'a', ordinal)
  assert.deepEqual(await serveAfter(dayMs), [])
  await changeEndpoint(engine.deps, { clientId, id }, { state: 'on' })
  assert.deepEqual(await serveAfter(0), ['a 1', 'a 2'])
})

test('an endpoint receives only its types, and none once it is deleted', async () => {
  const { id } = await hooks.addEndpoint(clientId, { types: ['transfer.failed'] })
  await hooks.record(clientId, 'a', 1)
  await hooks.serve()
  assert.deepEqual(hooks.received, [])
  await changeEndpoint(engine.deps, { clientId, id }, { types: ['account.connected'] })
  await hooks.record(clientId, 'a', 2)
  await deleteEndpoint(engine.deps.database.query, { clientId, id }, engine.deps.now())
  await hooks.record(clientId, 'a', 3)
  assert.deepEqual(await serveAfter(dayMs), [])
})

test('a test event reaches its endpoint only, at most five times a minute', async () => {
  const { id: endpointId } = await hooks.addEndpoint(clientId)
  await hooks.addEndpoint(clientId, { url: 'https://shop.example/other' })
  const test = (eventId: string) => sendTest(engine.deps.database, { clientId, endpointId, eventId }, engine.deps.now())
  for (const eventId of ['1', '2', '3', '4', '5']) {
    assert.deepEqual(await test(eventId), { waitSeconds: 0 })
    engine.wait(2_500)
  }
  assert.deepEqual(await test('6'), { waitSeconds: 48 }, 'until the oldest is a minute old')
  engine.wait(47_500)
  assert.deepEqual(await test('7'), { waitSeconds: 0 })
  await hooks.serve()
  assert.deepEqual(ids().toSorted(), ['1', '2', '3', '4', '5', '7'])
  assert.ok(hooks.received.every(({ url }) => url === 'https://shop.example/hooks'))
})

test('tests that were sent by a clock which was ahead do not count', async () => {
  const { id: endpointId } = await hooks.addEndpoint(clientId)
  const test = (eventId: string) => sendTest(engine.deps.database, { clientId, endpointId, eventId }, engine.deps.now())
  for (const eventId of ['1', '2', '3', '4', '5']) await test(eventId)
  engine.wait(-1)
  assert.deepEqual(await test('6'), { waitSeconds: 0 })
})

test('a client has at most sixteen endpoints', async () => {
  for (let n = 0; n < mostEndpoints; n++) await hooks.addEndpoint(clientId)
  await assert.rejects(hooks.addEndpoint(clientId))
})

test('a process that has lost its lease records nothing, and the next one sends again', async () => {
  const { id } = await hooks.addEndpoint(clientId)
  await hooks.record(clientId, 'a', 1)
  const other = webhookEngine(engine.deps.database, engine.deps.now)
  hooks.respond = async () => {
    engine.wait(60_000)
    await other.serve()
    return responseOf(500)
  }
  await hooks.serve()
  assert.deepEqual(
    other.received.map((request) => request.id),
    ['a 1'],
  )
  assert.deepEqual(await states(id), { 'a 1': 'delivered' })
  assert.equal((await hooks.endpoint(clientId, id)).failures, 0)
})

test('every endpoint is served although one always has due deliveries', async () => {
  await hooks.addEndpoint(clientId, { url: 'https://busy.example/' })
  for (let n = 1; n <= 200; n++) await hooks.record(clientId, `subject ${n}`, 1)
  const quiet = await hooks.addEndpoint(clientId, { url: 'https://quiet.example/' })
  await hooks.record(clientId, 'late', 1)
  await hooks.pool.fill()
  await hooks.pool.settled()
  assert.ok(hooks.received.some(({ url }) => url === quiet.url))
})
