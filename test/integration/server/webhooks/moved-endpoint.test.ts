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
