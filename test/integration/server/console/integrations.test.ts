import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newMetrics } from '../../../../server/log/metrics.ts'
import type { TestConsole } from '../../../support/console.ts'
import { consoleOfEngine } from '../../../support/console-of-engine.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'

describe('integrations in the console', () => {
  let engine: Engine
  let tested: TestConsole
  let viewer: string
  const metrics = newMetrics()
  let openTypes: string[] = []
  before(async () => {
    engine = await startEngine()
    tested = newConsole()
    viewer = await tested.signedIn('viewer')
  })
  after(() => engine.close())

  const newConsole = () => consoleOfEngine(engine, { metrics, openCircuits: () => openTypes, nodeNetworks: ['base'] })
  const read = async (from = tested) => {
    const { status, body } = await from.request('GET', '/api/integrations', { session: viewer })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const type = () => engine.deps.exchanges.all[0]?.type ?? ''

  test('an exchange has its circuit, and the errors and durations of its last calls', async () => {
    const call = { exchange: type(), call: 'holdings' }
    for (let n = 0; n < 96; n++) metrics.countExchangeCall({ ...call, outcome: 'ok', seconds: 0.2 })
    for (let n = 0; n < 3; n++) metrics.countExchangeCall({ ...call, outcome: 'timeout', seconds: 12 })
    // Of the user, and not sent.
    metrics.countExchangeCall({ ...call, outcome: 'rejected', seconds: 0.2 })
    metrics.countExchangeCall({ ...call, outcome: 'unavailable', seconds: 0 })
    const [exchange] = (await read()).exchanges
    assert.deepEqual(exchange.calls, { calls: 101, errors: 4, p95Ms: 250, isLonger: false })
    assert.equal(exchange.circuit, 'closed')
    openTypes = [type()]
    assert.equal((await read()).exchanges[0].circuit, 'open')
    openTypes = []
  })

  test('a node has the errors and durations of its last requests', async () => {
    assert.deepEqual((await read()).nodes[0].calls, { calls: 0, errors: 0, p95Ms: null, isLonger: false })
    metrics.countNodeRequest({ network: 'base', outcome: 'ok', seconds: 0.01 })
    metrics.countNodeRequest({ network: 'base', outcome: 'unreachable', seconds: 40 })
    const [node] = (await read()).nodes
    assert.deepEqual([node.network, node.calls], ['base', { calls: 2, errors: 1, p95Ms: 30_000, isLonger: true }])
  })

  test('open transfers are counted by exchange, with the oldest one', async () => {
    const preview = await engine.preview()
    await engine.execute(preview)
    const transfer = await engine.transferOf(preview)
    engine.wait(1_000)
    await engine.execute(await engine.preview())
    // The other one may still use what it counted before.
    const { callsSince, exchanges } = await read(newConsole())
    const [{ open }] = exchanges
    assert.deepEqual(open, { count: 2, oldest: { id: transfer.id, createdAt: transfer.createdAt.toISOString() } })
    assert.ok(callsSince <= engine.deps.now().toISOString())
  })

  test('a pause is shown with who paused, why and since when, until it ends', async () => {
    const operator = await tested.signedIn('operator', 'Olga')
    const body = { scope: 'exchange', target: type(), reason: 'Withdrawals are delayed' }
    const pausedAt = engine.deps.now()
    assert.equal((await tested.request('POST', '/api/pauses', { session: operator, body })).status, 200)
    const { exchanges, pauses } = await read()
    const { name } = engine.deps.exchanges.all[0] ?? {}
    const shown = { scope: 'exchange', target: type(), name, since: pauses[0].since, by: 'Olga', reason: body.reason }
    assert.ok(Date.parse(pauses[0].since) >= pausedAt.getTime())
    assert.deepEqual([exchanges[0].pause, pauses], [shown, [shown]])
    assert.equal((await tested.request('DELETE', '/api/pauses', { session: operator, body })).status, 200)
    assert.deepEqual((await read()).pauses, [])
  })
})
