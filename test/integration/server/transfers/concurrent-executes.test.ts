// Executes of one preview that run beside each other: whichever sends, each is told of the same transfer.
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

/** Of two executes that have looked at the account, one sends before the other has heard what it holds. */
async function besideOneThatSends(heard: (holdings: ExchangeHolding[]) => ExchangeHolding[]) {
  const preview = await engine.preview('999')
  const { exchange, orders } = engine.script
  const { holdings } = exchange
  let looks = 0
  exchange.holdings = async (...call) => {
    looks += 1
    const isSecond = looks === 2
    const held = await holdings(...call)
    if (!isSecond) return held
    while (orders.length === 0) await oneTurn()
    return heard(held)
  }
  const [first, second] = await Promise.all([engine.execute(preview), engine.execute(preview)])
  assert.equal(orders.length, 1)
  assert.ok('transfer' in first && 'transfer' in second)
  return { first, second }
}

test('an execute that finds the balance spent by the one beside it is told of its transfer', async () => {
  const { first, second } = await besideOneThatSends((holdings) =>
    holdings.map((holding) => ({ ...holding, available: Amount.zero })),
  )
  assert.equal(second.outcome, 'succeeded')
  assert.equal(second.transfer.id, first.transfer.id)
})

test('an execute that meets an outage while another one sends is told of its transfer', async () => {
  const { first, second } = await besideOneThatSends(() => {
    throw new ExchangeFailure('timeout')
  })
  assert.equal(second.outcome, 'succeeded')
  assert.equal(second.transfer.id, first.transfer.id)
})
