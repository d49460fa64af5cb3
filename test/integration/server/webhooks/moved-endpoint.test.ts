// The client changes the URL of an endpoint while requests to the old one are in flight.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { listDeliveries } from '../../../../server/webhooks/list-deliveries.ts'
import type { PostResult } from '../../../../server/webhooks/post-webhook.ts'
import { changeEndpoint } from '../../../../server/webhooks/webhook-endpoint.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { responseOf, type WebhookEngine, webhookEngine } from '../../../support/webhook-engine.ts'

const newUrl = 'https://new.example/hooks'
let engine: Engine
let hooks: WebhookEngine
let id: string
beforeEach(async () => {
  engine = await startEngine()
  hooks = webhookEngine(engine.deps.database, engine.deps.now)
  id = (await hooks.addEndpoint(engine.clientId)).id
})
afterEach(() => engine.close())

const move = () => changeEndpoint(engine.deps, { clientId: engine.clientId, id }, { url: newUrl })
const waiting = () => listDeliveries(engine.deps.database.query, { endpointId: id, limit: 100, state: 'waiting' })

for (const [title, result] of [
  ['410', responseOf(410)],
  ['404', responseOf(404)],
  ['a refused connection', { kind: 'failed', reason: 'refused', durationMs: 1 }],
] as const) {
  test(`${title} from the old URL says nothing about the new one, which gets the event at once`, async () => {
    await hooks.record(engine.clientId, 'subject', 1)
    hooks.respond = async ({ url }): Promise<PostResult> => {
      if (url === newUrl) return responseOf(200)
      await move()
      return result
    }
    await hooks.serve()
    assert.deepEqual(hooks.received.map(({ url }) => url).at(-1), newUrl)
    assert.deepEqual(await waiting(), [])
    const { state, failures, failingSince } = await hooks.endpoint(engine.clientId, id)
    assert.deepEqual([state, failures, failingSince], ['on', 0, null])
  })
}

test('the rest of the turn goes to the new URL', async () => {
  for (let n = 1; n <= 30; n++) await hooks.record(engine.clientId, `subject ${n}`, 1)
  hooks.respond = async () => {
    if (hooks.received.length === 1) await move()
    return responseOf(200)
  }
  await hooks.serve()
  // Eight requests are in flight at once.
  const toOld = hooks.received.filter(({ url }) => url !== newUrl)
  assert.ok(toOld.length <= 8, `${toOld.length}`)
  assert.deepEqual(await waiting(), [])
})

test('what waits for its next try is sent to a new URL at once, also after a pause', async () => {
  for (let n = 1; n <= 8; n++) await hooks.record(engine.clientId, `subject ${n}`, 1)
  hooks.respond = ({ url }) => responseOf(url === newUrl ? 200 : 500)
  await hooks.serve()
  assert.equal((await hooks.endpoint(engine.clientId, id)).state, 'paused')
  engine.wait(1)
  await move()
  const { state, failures, failingSince } = await hooks.endpoint(engine.clientId, id)
  assert.deepEqual([state, failures, failingSince], ['on', 0, null])
  await hooks.serve()
  assert.deepEqual(await waiting(), [])
})

test('a new URL does not turn on what the client has paused, or what is off', async () => {
  await hooks.record(engine.clientId, 'subject', 1)
  const key = { clientId: engine.clientId, id }
  await changeEndpoint(engine.deps, key, { state: 'paused' })
  await move()
  assert.equal((await hooks.endpoint(engine.clientId, id)).state, 'paused')
  await changeEndpoint(engine.deps, key, { state: 'on', url: 'https://shop.example/hooks' })
  hooks.respond = () => responseOf(410)
  await hooks.serve()
  assert.equal((await move())?.state, 'off')
})

test('the same URL once more changes no time', async () => {
  await hooks.record(engine.clientId, 'subject', 1)
  hooks.respond = () => responseOf(500)
  await hooks.serve()
  const [before] = await waiting()
  await changeEndpoint(engine.deps, { clientId: engine.clientId, id }, { url: 'https://shop.example/hooks' })
  assert.deepEqual((await waiting())[0]?.dueAt, before?.dueAt)
  assert.ok(before?.dueAt)
})
