// The loop that sends webhooks, with a receiver in another process.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { PostResult, WebhookRequest } from '../../../../server/webhooks/post-webhook.ts'
import { startWebhooks } from '../../../../server/webhooks/start-webhooks.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { webhookEngine } from '../../../support/webhook-engine.ts'
import { startReceiver } from '../../../support/webhook-receiver.ts'

let engine: Engine
let receiver: Awaited<ReturnType<typeof startReceiver>>
before(async () => {
  engine = await startEngine()
  receiver = await startReceiver()
})
after(async () => {
  await receiver.close()
  await engine.close()
})

async function post({ url, headers, body }: WebhookRequest, signal: AbortSignal): Promise<PostResult> {
  const response = await fetch(url, { method: 'POST', headers, body, signal })
  const bodyStart = await response.text()
  return { kind: 'response', status: response.status, retryAfterSeconds: undefined, bodyStart, durationMs: 1 }
}

async function attempts(): Promise<number> {
  const { count } = await engine.deps.database.query
    .selectFrom('webhook_attempt')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

test('events reach a receiver, a failed one is sent again, and the loop stops when its requests have ended', async () => {
  const hooks = webhookEngine(engine.deps.database, engine.deps.now)
  await hooks.addEndpoint(engine.clientId, { url: `${receiver.url}/failing` })
  await hooks.addEndpoint(engine.clientId, { url: `${receiver.url}/working` })
  const id = await hooks.record(engine.clientId, 'subject', 1)
  // A process whose clock was ahead ended with its leases. The loop repairs them at the start.
  const ahead = { lease: 'of another process', leased_until: engine.deps.now().getTime() + 86_400_000 }
  await engine.deps.database.query.updateTable('webhook_endpoint').set(ahead).execute()
  const webhooks = startWebhooks({ ...hooks.deps, post }, new AbortController().signal)
  await receiver.arrived(2)
  // The retry is due 5 s after the result is recorded.
  while ((await attempts()) < 2) await setImmediate()
  engine.wait(6_000)
  await receiver.arrived(3)
  await webhooks.stop()

  const paths = receiver.received.map(({ path }) => path)
  assert.deepEqual(paths.toSorted(), ['/failing', '/failing', '/working'])
  assert.deepEqual(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])), new Set([id]))
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1)
  const left = await engine.deps.database.query.selectFrom('webhook_endpoint').select('lease').execute()
  assert.deepEqual(left, [{ lease: null }, { lease: null }])
})

test('a request that the shutdown interrupts does not count as a failure of its endpoint', async () => {
  const before = await attempts()
  const hooks = webhookEngine(engine.deps.database, engine.deps.now)
  await hooks.addEndpoint(engine.clientId, { url: 'https://slow.example/', types: ['account.connected'] })
  let begun = () => {}
  const beginning = new Promise<void>((resolve) => {
    begun = resolve
  })
  const shutdown = new AbortController()
  const hang = (_: WebhookRequest, signal: AbortSignal) =>
    new Promise<PostResult>((resolve) => {
      signal.addEventListener('abort', () => resolve({ kind: 'failed', reason: 'timeout', durationMs: 1 }))
      begun()
    })
  const id = await hooks.record(engine.clientId, 'other', 1)
  const webhooks = startWebhooks({ ...hooks.deps, post: hang }, shutdown.signal)
  await beginning
  const stopped = webhooks.stop()
  shutdown.abort()
  await stopped
  const endpoints = engine.deps.database.query.selectFrom('webhook_endpoint').select(['failures', 'state', 'lease'])
  const slow = () => endpoints.where('url', '=', 'https://slow.example/').executeTakeFirstOrThrow()
  // Results are recorded before the lease is released.
  while ((await slow()).lease !== null) await setImmediate()
  assert.equal(await attempts(), before)
  assert.deepEqual(await slow(), { failures: 0, state: 'on', lease: null })
  const deliveries = engine.deps.database.query.selectFrom('webhook_delivery').select(['state', 'tries'])
  const untried = { state: 'waiting', tries: 0 }
  assert.deepEqual(await deliveries.where('event_id', '=', id).execute(), [untried, untried, untried])
})
