import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '../../../../server/events/list-events.ts'
import { eventToWire } from '../../../../server/routes/webhooks/event-wire.ts'
import { eventSources } from '../../../../server/webhooks/event-source.ts'
import { startEngine } from '../../../support/engine.ts'
import { explorerUrl, webhookEngine } from '../../../support/webhook-engine.ts'

test('an event keeps the link and the reference that its transfer had, also if the payment comes under another link', async () => {
  const engine = await startEngine()
  const { database } = engine.deps
  const hooks = webhookEngine(database, engine.deps.now)
  await hooks.addEndpoint(engine.clientId)
  await engine.execute(await engine.preview())
  await hooks.serve()
  const sent = hooks.received.find(({ body }) => body.includes('transfer.pending'))?.body
  // As a payment does whose wallet was opened from another link.
  await database.query.updateTable('transfer').set({ transaction_id: 'order 2' }).execute()
  const filter = { clientId: engine.clientId, after: 0, limit: 10, types: ['transfer.pending' as const] }
  const [source] = await eventSources(database.query, (await listEvents(database, filter)).events)
  assert.ok(source !== undefined)
  assert.equal(JSON.stringify(eventToWire({ explorerUrl }, source)), sent)
  await engine.close()
})
