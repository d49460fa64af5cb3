// Outcomes of orders at Gate: one to a recipient at Gate, one that costs less than quoted, and one whose address has to be
// saved or used first. Through the real engine and the emulator.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { gateIo } from '../../../../../server/exchanges/gate-io/gate-io.ts'
import type { Preview } from '../../../../../server/transfers/preview-store.ts'
import { eventsOf } from '../../../../../server/transfers/timeline.ts'
import { type EmulatorExchange, orderOf, startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { type Engine, recipient, startEngine } from '../../../../support/engine.ts'
import { proofTest } from '../../../../support/length.ts'

const dayMs = 86_400_000
let emulator: EmulatorExchange
before(async () => {
  emulator = await startEmulatorExchange('gateIo', gateIo)
})
after(() => emulator.close())

describe('through the engine', () => {
  let engine: Engine
  beforeEach(async () => {
    const fields = await emulator.credentialsOf('user_good')
    engine = await startEngine(undefined, { exchange: emulator.exchange, clock: emulator.sandbox.clock, fields })
  })
  afterEach(() => engine.close())

  async function executeUnder(faults: object, amount: string): Promise<Preview> {
    const preview = await engine.preview(amount)
    await emulator.fault({ ...faults, scope: 'withdraw' })
    await engine.execute(preview)
    await emulator.fault({})
    return preview
  }
  async function pollFor(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute++) {
      engine.wait(60_000)
      await engine.poll()
    }
  }

  test('a transfer to a recipient at Gate arrives whole, without a transaction, which its timeline states', async () => {
    for (const [faults, amount] of [
      [{}, '31.041'],
      [{ loseAnswer: true }, '31.042'],
    ] as const) {
      const preview = await executeUnder(faults, amount)
      await emulator.fault({ internalTransfer: true })
      await pollFor(3)
      await emulator.fault({})
      const transfer = await engine.transferOf(preview)
      const events = await eventsOf(engine.deps.database.query, transfer.id)
      assert.deepEqual([transfer.state, transfer.hash, transfer.attention], ['Succeeded', '', null])
      assert.deepEqual(events.at(-1)?.detail, { proof: 'exchange', inside: 'exchange' })
      const ordered = preview.terms.amount.add(preview.terms.networkFee)
      assert.deepEqual([`${transfer.terms.amount}`, `${transfer.terms.networkFee}`], [`${ordered}`, '0'])
    }
  })

  test('an order that costs less than quoted is found again, and more arrives', async () => {
    const preview = await executeUnder({ loseAnswer: true, lowerFee: true }, '31.043')
    await pollFor(5)
    const { state, terms } = await engine.transferOf(preview)
    assert.ok(['Submitted', 'Confirming', 'Succeeded'].includes(state), state)
    assert.ok(terms.amount.isGreaterThan(preview.terms.amount))
    const [now, before] = [terms, preview.terms].map(({ amount, networkFee }) => amount.add(networkFee).toString())
    assert.equal(now, before)
  })
})

describe('addresses', () => {
  const save = (label: string, to: string, verified: boolean) =>
    emulator.sandbox.call('POST', '/console/addresses', {
      ...{ login: 'user_whitelist', label, network: 'base', address: to, verified },
    })

  proofTest(
    'a saved address is found on any page of the address book, and is worth a try before it is verified',
    async () => {
      const { exchange } = emulator
      const fields = await emulator.credentialsOf('user_whitelist')
      const order = await orderOf(emulator, fields, { address: recipient })
      const isWaiting = () => exchange.isWaitingForUser?.(fields, '', order)
      const kindOf = async () => (await exchange.withdraw(fields, '', order)).kind
      assert.equal(await kindOf(), 'addressWhitelistRequired')
      for (let n = 0; n < 205; n++) await save(`other ${n}`, `0x${String(n).padStart(40, '1')}`, true)
      assert.equal(await isWaiting(), true)
      await save('mine', recipient, false)
      assert.equal(await isWaiting(), false)
      assert.equal(await kindOf(), 'addressWhitelistRequired')
      await save('mine', recipient, true)
      assert.equal(await kindOf(), 'accepted')
    },
  )

  test('an address that was used on the web passes after 24 hours, although it is not verified', async () => {
    const fields = await emulator.credentialsOf('user_whitelist')
    const used = `0x${'7'.repeat(40)}`
    await save('used', used, false)
    emulator.sandbox.clock.now += dayMs - 1
    const early = await orderOf(emulator, fields, { address: used })
    assert.equal((await emulator.exchange.withdraw(fields, '', early)).kind, 'addressWhitelistRequired')
    emulator.sandbox.clock.now += 1
    const late = await orderOf(emulator, fields, { address: used })
    assert.equal((await emulator.exchange.withdraw(fields, '', late)).kind, 'accepted')
  })
})
