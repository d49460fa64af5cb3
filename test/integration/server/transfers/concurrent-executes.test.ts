// Concurrent executes of one preview: one of them sends, and all return the same transfer.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { Amount } from '../../../../server/contract/amount.ts'
import type { ExchangeHolding } from '../../../../server/exchanges/exchange.ts'
import { ExchangeFailure } from '../../../../server/exchanges/exchange-failure.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const oneTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Two executes read the balance. One sends before the other has its response. */
async function besideOneThatSends(change: (holdings: ExchangeHolding[]) => ExchangeHolding[]) {
  const preview = await engine.preview('999')
  const { exchange, orders } = engine.script
  const { holdings } = exchange
  let reads = 0
  exchange.holdings = async (...call) => {
    reads += 1
    const isSecond = reads === 2
    const held = await holdings(...call)
    if (!isSecond) return held
    while (orders.length === 0) await oneTurn()
    return change(held)
  }
  const [first, second] = await Promise.all([engine.execute(preview), engine.execute(preview)])
  assert.equal(orders.length, 1)
  assert.ok('transfer' in first && 'transfer' in second)
  return { first, second }
}

test('an execute that finds the balance spent by a concurrent one returns its transfer', async () => {
  const { first, second } = await besideOneThatSends((holdings) =>
    holdings.map((holding) => ({ ...holding, available: Amount.zero })),
  )
  assert.equal(second.outcome, 'ordered')
  assert.equal(second.transfer.id, first.transfer.id)
})

test('an execute that meets an outage while another one sends returns its transfer', async () => {
  const { first, second } = await besideOneThatSends(() => {
    throw new ExchangeFailure('timeout')
  })
  assert.equal(second.outcome, 'ordered')
  assert.equal(second.transfer.id, first.transfer.id)
})
