// Probes of an endpoint that fails, and what is sent once it works again or its client turns it on.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { changeEndpoint } from '../../../../server/webhooks/webhook-endpoint.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { responseOf, type WebhookEngine, webhookEngine } from '../../../support/webhook-engine.ts'

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]
let engine: Engine
let hooks: WebhookEngine
let clientId: string
let id: string
beforeEach(async () => {
  engine = await startEngine()
  hooks = webhookEngine(engine.deps.database, engine.deps.now)
  clientId = engine.clientId
  id = (await hooks.addEndpoint(clientId)).id
})
afterEach(() => engine.close())

async function serveAfter(ms: number): Promise<string[]> {
  hooks.received.length = 0
  engine.wait(ms)
  await hooks.serve()
  return hooks.received.map((request) => request.id)
}

const turnOn = () => changeEndpoint(engine.deps, { clientId, id }, { state: 'on' })

/** All failures are of one delivery, which then waits for hours. */
async function pauseWithOneDelivery(): Promise<void> {
  await hooks.record(clientId, 'a', 1)
  hooks.respond = () => responseOf(500)
  for (const ms of [0, 5 * secondMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs])
    assert.deepEqual(await serveAfter(ms), ['a 1'])
  assert.equal((await hooks.endpoint(clientId, id)).state, 'paused')
}

test('a paused endpoint is probed at the end of its pause, also before the delivery is due', async () => {
  await pauseWithOneDelivery()
  assert.deepEqual(await serveAfter(5 * secondMs - 1), [])
  assert.deepEqual(await serveAfter(1), ['a 1'])
  assert.deepEqual(await serveAfter(10 * secondMs - 1), [])
  hooks.respond = () => responseOf(200)
  assert.deepEqual(await serveAfter(1), ['a 1'])
  assert.equal((await hooks.endpoint(clientId, id)).state, 'on')
})

test('a probe is sent with an event that was tried least, so one that always fails does not hold up the others', async () => {
  await pauseWithOneDelivery()
  hooks.respond = (request) => responseOf(request.id === 'a 1' ? 500 : 200)
  engine.wait(6 * hourMs)
  await hooks.record(clientId, 'b', 1)
  assert.deepEqual((await serveAfter(0)).slice(0, 1), ['b 1'], 'although the other one is due longer')
})

test('every second probe is sent with an event that became due last, so many that always fail do not hold up the others', async () => {
  for (let n = 1; n <= 20; n++) await hooks.record(clientId, `bad ${n}`, 1)
  hooks.respond = (request) => responseOf(request.id.startsWith('bad') ? 500 : 200)
  await serveAfter(0)
  assert.equal((await hooks.endpoint(clientId, id)).state, 'paused')
  engine.wait(5 * secondMs - 1)
  await hooks.record(clientId, 'good', 1)
  assert.deepEqual((await serveAfter(1)).slice(0, 1), ['good 1'])
})

test('after a pause, an event whose failures count stays on its schedule, and those of the outage are due', async () => {
  const isDown = { now: false }
  hooks.respond = (request) => responseOf(isDown.now || request.id === 'bad 1' ? 500 : 200)
  await hooks.record(clientId, 'bad', 1)
  for (let n = 1; n <= 4; n++) {
    await hooks.record(clientId, `good ${n}`, 1)
    await serveAfter([0, 5 * secondMs, 5 * minuteMs, 30 * minuteMs][n - 1] ?? 0)
    engine.wait(6)
    await hooks.record(clientId, `also good ${n}`, 1)
    await serveAfter(0)
  }
  isDown.now = true
  for (let n = 1; n <= 5; n++) await hooks.record(clientId, `late ${n}`, 1)
  await serveAfter(0)
  assert.equal((await hooks.endpoint(clientId, id)).state, 'paused')
  isDown.now = false
  const sent = await serveAfter(5 * secondMs)
  assert.deepEqual(
    sent.toSorted(),
    [1, 2, 3, 4, 5].map((n) => `late ${n} 1`),
  )
})

test('a probe is not sent before the time that the receiver has requested', async () => {
  await pauseWithOneDelivery()
  hooks.respond = () => responseOf(503, 600)
  assert.deepEqual(await serveAfter(5 * secondMs), ['a 1'])
  assert.deepEqual(await serveAfter(600 * secondMs - 1), [])
  assert.deepEqual(await serveAfter(1), ['a 1'])
})

test('an endpoint that its client has paused is not probed', async () => {
  await pauseWithOneDelivery()
  await changeEndpoint(engine.deps, { clientId, id }, { state: 'paused' })
  assert.deepEqual(await serveAfter(24 * hourMs), [])
})

test('an endpoint that is turned on sends at once what waits for its next try', async () => {
  await pauseWithOneDelivery()
  hooks.respond = () => responseOf(200)
  engine.wait(secondMs)
  await turnOn()
  assert.deepEqual(await serveAfter(0), ['a 1'])
})

test('after a recovery everything that waits follows, and what is rejected again waits for its own time', async () => {
  const { query } = engine.deps.database
  const events = []
  for (let n = 1; n <= 510; n++) events.push(await hooks.record(clientId, `subject ${n}`, 1))
  const waitAnHour = async () => {
    const later = { state: 'waiting', due_at: engine.deps.now().getTime() + hourMs, done_at: null } as const
    await query.updateTable('webhook_delivery').set(later).where('endpoint_id', '=', id).execute()
  }
  hooks.respond = (request) => responseOf(request.id === 'subject 7 1' ? 422 : 200)

  await waitAnHour()
  await turnOn()
  assert.deepEqual((await serveAfter(0)).toSorted(), events.toSorted())

  engine.wait(minuteMs)
  await waitAnHour()
  const paused = { state: 'paused', failures: 5, paused_until: engine.deps.now().getTime() } as const
  await query.updateTable('webhook_endpoint').set(paused).where('id', '=', id).execute()
  assert.deepEqual((await serveAfter(0)).toSorted(), events.toSorted())

  await hooks.record(clientId, 'other', 1)
  assert.deepEqual(await serveAfter(secondMs), ['other 1'], 'a later success makes no retry due')
})
