import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDeliveries } from '../../../../server/webhooks/list-deliveries.ts'
import { startEngine } from '../../../support/engine.ts'
import { responseOf, webhookEngine } from '../../../support/webhook-engine.ts'

test('the schedule of a rejected event stays the same after a response with Retry-After', async () => {
  const engine = await startEngine()
  const hooks = webhookEngine(engine.deps.database, engine.deps.now)
  const { id: endpointId } = await hooks.addEndpoint(engine.clientId)
  hooks.respond = () => responseOf(503, 1)
  await hooks.record(engine.clientId, 'first', 1)
  await hooks.serve()
  hooks.respond = ({ id }) => responseOf(id === 'rejected 1' ? 404 : 200)
  engine.wait(3_600_000)
  await hooks.serve()
  await hooks.record(engine.clientId, 'rejected', 1)
  for (let second = 1; second <= 30; second++) {
    await hooks.record(engine.clientId, `good ${second}`, 1)
    await hooks.serve()
    engine.wait(1_000)
  }
  const deliveries = await listDeliveries(engine.deps.database.query, { endpointId, limit: 100 })
  const rejected = deliveries.find(({ id }) => id === 'rejected 1')
  assert.deepEqual([rejected?.state, rejected?.tries], ['waiting', 2])
  await engine.close()
})
