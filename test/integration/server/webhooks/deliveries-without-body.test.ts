// A body that cannot be written, and an event that is missing, must not stop the other deliveries of the endpoint.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { responseOf, type WebhookEngine, webhookEngine } from '../../../support/webhook-engine.ts'

const [secondMs, minuteMs] = [1_000, 60_000]
let engine: Engine
let hooks: WebhookEngine
let clientId: string
let endpointId: string
let errors: unknown[][]
/** The event whose body cannot be written. */
let unwritable: string

beforeEach(async () => {
  engine = await startEngine()
  hooks = webhookEngine(engine.deps.database, engine.deps.now)
  clientId = engine.clientId
  endpointId = (await hooks.addEndpoint(clientId)).id
  errors = []
  unwritable = ''
  const { bodyOf } = hooks.deps
  hooks.deps.bodyOf = (source, format) => {
    if (source.event.id === unwritable) throw new TypeError('no such field')
    return bodyOf(source, format)
  }
  hooks.deps.log.error = (fields, message) => errors.push([fields.endpointId, fields.eventId, message])
})
afterEach(() => engine.close())

async function serveAfter(ms: number): Promise<string[]> {
  hooks.received.length = 0
  engine.wait(ms)
  await hooks.serve()
  return hooks.received.map(({ id }) => id).toSorted()
}

const removeEvent = (id: string) => engine.deps.database.query.deleteFrom('client_event').where('id', '=', id).execute()
const stateOf = async (eventId: string) =>
  engine.deps.database.query
    .selectFrom('webhook_delivery')
    .select(['state', 'tries', 'due_at'])
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()

test('an event whose body cannot be written is left out, and tried again after a minute', async () => {
  for (const name of ['a', 'b', 'c']) await hooks.record(clientId, name, 1)
  await hooks.record(clientId, 'b', 2)
  unwritable = 'b 1'
  assert.deepEqual(await serveAfter(0), ['a 1', 'c 1'])
  assert.deepEqual(errors, [[endpointId, 'b 1', 'the body of a webhook could not be written']])
  assert.deepEqual(await serveAfter(minuteMs - 1), [])
  unwritable = ''
  assert.deepEqual(await serveAfter(1), ['b 1', 'b 2'])
  assert.equal((await stateOf('b 1')).tries, 1)
})

test('a delivery whose event is missing ends, and the next one of its subject follows', async () => {
  for (const name of ['a', 'b']) await hooks.record(clientId, name, 1)
  await hooks.record(clientId, 'b', 2)
  await removeEvent('b 1')
  assert.deepEqual(await serveAfter(0), ['a 1', 'b 2'])
  assert.deepEqual(errors, [[endpointId, 'b 1', 'the event of a webhook is missing']])
  assert.deepEqual(await stateOf('b 1'), { state: 'failed', tries: 0, due_at: null })
})

test('a paused endpoint is probed with another delivery', async () => {
  hooks.respond = () => responseOf(503)
  for (let n = 1; n <= 5; n++) await hooks.record(clientId, `subject ${n}`, 1)
  await serveAfter(0)
  await hooks.record(clientId, 'unwritable', 1)
  unwritable = 'unwritable 1'
  assert.equal((await serveAfter(5 * secondMs)).length, 1)
  assert.deepEqual(
    errors.map(([, id]) => id),
    ['unwritable 1'],
  )
})

test('a paused endpoint without another delivery waits until its lease has expired', async () => {
  hooks.respond = () => responseOf(503)
  for (let n = 1; n <= 5; n++) await hooks.record(clientId, `subject ${n}`, 1)
  await serveAfter(0)
  const { query } = engine.deps.database
  await query.deleteFrom('webhook_delivery').execute()
  await hooks.record(clientId, 'unwritable', 1)
  unwritable = 'unwritable 1'
  assert.deepEqual(await serveAfter(5 * secondMs), [])
  assert.equal(errors.length, 2)
  assert.deepEqual(await serveAfter(minuteMs - 1), [])
  unwritable = ''
  hooks.respond = () => responseOf(200)
  assert.deepEqual(await serveAfter(1), ['unwritable 1'])
})
