// The outcome of an order at Kraken whose response was lost, through the real engine and the exchange's wire format.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kraken } from '../../../../../server/exchanges/kraken/kraken.ts'
import type { Preview } from '../../../../../server/transfers/preview-store.ts'
import { eventsOf } from '../../../../../server/transfers/timeline.ts'
import { type EmulatorExchange, startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { type Engine, paymentFor, recipient, startEngine } from '../../../../support/engine.ts'

const minuteMs = 60_000
let emulator: EmulatorExchange
let engine: Engine

before(async () => {
  emulator = await startEmulatorExchange('kraken', kraken)
  const saved = { login: 'user_good', label: 'mine', network: 'base', address: recipient }
  await emulator.sandbox.call('POST', '/console/addresses', saved)
  const fields = await emulator.credentialsOf('user_good')
  engine = await startEngine(undefined, { exchange: emulator.exchange, clock: emulator.sandbox.clock, fields })
})
after(async () => {
  await engine.close()
  await emulator.close()
})

/** Executes under the faults, then clears them. */
async function executeUnder(faults: object, amount: string): Promise<Preview> {
  const preview = await engine.preview(amount)
  await emulator.fault({ ...faults, scope: 'withdraw' })
  await engine.execute(preview)
  await emulator.fault({})
  return preview
}

async function pollFor(minutes: number, everyMinutes = 5): Promise<void> {
  for (let minute = 0; minute < minutes; minute += everyMinutes) {
    engine.wait(everyMinutes * minuteMs)
    await engine.poll()
  }
}

async function kindsOf(preview: Preview): Promise<string[]> {
  const { id } = await engine.transferOf(preview)
  return (await eventsOf(engine.deps.database.query, id)).map(({ kind }) => kind)
}

test('an order whose response was lost is found again although the fee was lower than quoted', async () => {
  const preview = await executeUnder({ loseAnswer: true, lowerFee: true }, '31.011')
  await pollFor(5)
  const found = await engine.transferOf(preview)
  assert.equal(found.state, 'Submitted')
  const quoted = preview.terms.networkFee
  const charged = found.terms.networkFee
  assert.ok(charged.isLessThan(quoted))
  assert.ok(found.terms.amount.isGreaterThan(preview.terms.amount))
  assert.ok(found.terms.amount.add(charged).equals(preview.terms.amount.add(quoted)))
  assert.deepEqual(await kindsOf(preview), ['created', 'unknown', 'found', 'feeSettled'])
})

test('an accepted order that was charged less expects the higher amount on the chain', async () => {
  const preview = await executeUnder({ lowerFee: true }, '31.012')
  await engine.poll()
  const { withdrawals } = (await emulator.sandbox.call('GET', '/console/withdrawals')).body
  const [made] = withdrawals as { id: string; amount: string }[]
  const settled = await engine.transferOf(preview)
  assert.equal(made?.amount, settled.terms.amount.toString())
  const payment = paymentFor(settled, 12)
  assert.notEqual(payment.baseUnits, paymentFor({ ...settled, terms: preview.terms }, 12).baseUnits)
})

test('a row without a network leaves the order ambiguous and is never an empty poll', async () => {
  const preview = await executeUnder({ loseAnswer: true }, '31.013')
  await emulator.fault({ networkUnstated: true, scope: 'list' })
  await pollFor(600, 60)
  const open = await engine.transferOf(preview)
  assert.equal(open.state, 'Unknown')
  assert.equal(open.emptyPolls, 0)
  assert.match(open.attention ?? '', /except for its network/)
  await emulator.fault({})
  await pollFor(10)
  assert.equal((await engine.transferOf(preview)).state, 'Submitted')
})

test('a row without a network under the id of an accepted order is that order', async () => {
  const preview = await executeUnder({}, '31.014')
  await emulator.fault({ networkUnstated: true, scope: 'list' })
  await pollFor(10)
  const polled = await engine.transferOf(preview)
  assert.equal(polled.attention, null)
  await emulator.fault({})
})

test('an order is not concluded absent while the nonce window of the key is raised', async () => {
  const preview = await executeUnder({ error500Before: true }, '31.015')
  await emulator.fault({ nonceWindowRaised: true })
  await pollFor(600, 60)
  const open = await engine.transferOf(preview)
  assert.equal(open.state, 'Unknown')
  assert.match(open.attention ?? '', /settings of the API key/)
  await emulator.fault({})
  await pollFor(120, 20)
  assert.equal((await engine.transferOf(preview)).state, 'NotSent')
})
