// Responses of an exchange that are wrong, or are about something else: none of them ends a transfer, and a later
// correction is polled.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { Amount } from '../../../../server/contract/amount.ts'
import type { Withdrawal } from '../../../../server/exchanges/withdrawal.ts'
import type { Preview } from '../../../../server/transfers/preview-store.ts'
import { totalFee } from '../../../../server/transfers/terms.ts'
import { type Engine, paymentFor, startEngine } from '../../../support/engine.ts'
import { accept, loseResponse } from '../../../support/scripted-exchange.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const hashOf = (byte: string) => `0x${byte.repeat(32)}`

async function executed(): Promise<Preview> {
  const preview = await engine.preview()
  await engine.execute(preview)
  return preview
}

function reportWithdrawals(change: Partial<Withdrawal>) {
  const { made } = engine.script
  for (const [reference, withdrawal] of made) made.set(reference, { ...withdrawal, ...change })
}

async function poll(ms = 1_000, times = 1) {
  for (let n = 0; n < times; n++) {
    engine.wait(ms)
    await engine.poll()
  }
}

const others: [string, Partial<Withdrawal>][] = [
  ['another id', { id: 'another' }],
  ['another amount', { amount: Amount.parse('3') }],
  ['another address', { address: '0x0000000000000000000000000000000000000001' }],
  ['another asset', { symbol: 'ETH' }],
  ['another network', { networkKey: 'ethereum' }],
]
for (const [what, other] of others) {
  for (const state of ['failed', 'completed'] as const) {
    test(`a ${state} withdrawal with ${what} than the one requested proves nothing, and needs an operator`, async () => {
      engine.deps.chains = new Map()
      const preview = await executed()
      const { exchange } = engine.script
      const { getWithdrawal } = exchange
      exchange.getWithdrawal = async (...call) => {
        const withdrawal = await getWithdrawal(...call)
        return withdrawal && { ...withdrawal, state, ...other }
      }
      await poll()
      const transfer = await engine.transferOf(preview)
      assert.equal(transfer.state, 'Submitted')
      assert.match(transfer.attention ?? '', /another withdrawal/)
      exchange.getWithdrawal = getWithdrawal
      reportWithdrawals({ state: 'completed' })
      await poll(300_000)
      assert.equal((await engine.transferOf(preview)).state, 'Succeeded')
    })
  }
}

test('a withdrawal that was charged a higher fee than quoted needs an operator, and its terms stay', async () => {
  const preview = await executed()
  const { amount, networkFee } = preview.terms
  const charged = amount.add(totalFee(preview.terms))
  reportWithdrawals({ amount: amount.subtract(Amount.parse('0.01')), charged, state: 'completed', hash: hashOf('ab') })
  await poll()
  const { state, terms, attention } = await engine.transferOf(preview)
  assert.equal(state, 'Submitted')
  assert.match(attention ?? '', /a higher fee than it had quoted/)
  assert.ok(terms.amount.equals(amount) && terms.networkFee.equals(networkFee))
})

test('a withdrawal that is found under another reference than the one requested is ignored', async () => {
  engine.script.outcomes = [loseResponse]
  const preview = await executed()
  reportWithdrawals({ clientReference: 'another' })
  await poll(1_000, 3)
  const transfer = await engine.transferOf(preview)
  assert.equal(transfer.state, 'Unknown')
  assert.equal(transfer.withdrawalId, null)
  assert.match(transfer.attention ?? '', /not the one ordered/)
})

for (const id of ['', 'x'.repeat(201), 'two words']) {
  test(`an acceptance with an unusable id of ${id.length} characters is ambiguous`, async () => {
    engine.script.outcomes = [
      (order, made) => {
        accept(order, made)
        return { kind: 'accepted', withdrawalId: id }
      },
    ]
    const preview = await executed()
    assert.equal((await engine.transferOf(preview)).state, 'Unknown')
    await poll()
    assert.equal((await engine.transferOf(preview)).state, 'Submitted')
  })
}

test('a withdrawal that a listing shows twice is one', async () => {
  const { exchange } = engine.script
  exchange.recovery = { ...exchange.recovery, class: 'match', fenceMs: null }
  const { listWithdrawals } = exchange
  exchange.listWithdrawals = async (...call) => {
    const listed = await listWithdrawals(...call)
    return [...listed, ...listed]
  }
  engine.script.outcomes = [loseResponse]
  const preview = await executed()
  await poll()
  assert.equal((await engine.transferOf(preview)).state, 'Submitted')
})

test('a wrong hash that is corrected later is replaced', async () => {
  const preview = await executed()
  reportWithdrawals({ state: 'sent', hash: hashOf('ab') })
  await poll()
  const transfer = await engine.transferOf(preview)
  engine.mined.set(hashOf('ab'), { ...paymentFor(transfer, 9), to: '0x0000000000000000000000000000000000000001' })
  await poll()
  assert.match((await engine.transferOf(preview)).attention ?? '', /not the one that was previewed/)
  reportWithdrawals({ state: 'completed', hash: hashOf('cd') })
  engine.mined.set(hashOf('cd'), paymentFor(transfer, 9))
  await poll(300_000, 2)
  const ended = await engine.transferOf(preview)
  assert.equal(ended.state, 'Succeeded')
  assert.equal(ended.hash, hashOf('cd'))
  assert.equal(ended.attention, null)
})

test('a wrong hash of a withdrawal that is given back does not delay its return', async () => {
  const preview = await executed()
  reportWithdrawals({ state: 'sent', hash: hashOf('ab') })
  await poll()
  const payment = paymentFor(await engine.transferOf(preview), 9)
  engine.mined.set(hashOf('ab'), { ...payment, to: '0x0000000000000000000000000000000000000001' })
  await poll()
  reportWithdrawals({ state: 'failed', hash: '' })
  await poll(300_000)
  assert.equal((await engine.transferOf(preview)).state, 'Returned')
})

test('a malformed hash is not looked up, and the hash reported later is', async () => {
  const preview = await executed()
  reportWithdrawals({ state: 'sent', hash: 'Internal transfer 4711' })
  await poll()
  assert.equal((await engine.transferOf(preview)).state, 'Submitted')
  reportWithdrawals({ state: 'completed' })
  await poll()
  assert.match((await engine.transferOf(preview)).attention ?? '', /names no transaction/)
  reportWithdrawals({ hash: hashOf('ab') })
  engine.mined.set(hashOf('ab'), paymentFor(await engine.transferOf(preview), 9))
  await poll(300_000, 2)
  assert.equal((await engine.transferOf(preview)).state, 'Succeeded')
})

test('one payment makes one transfer succeed', async () => {
  const [first, second] = [await executed(), await executed()]
  reportWithdrawals({ state: 'sent', hash: hashOf('ab') })
  await poll()
  engine.mined.set(hashOf('ab'), paymentFor(await engine.transferOf(first), 9))
  await poll(1_000, 3)
  const transfers = [await engine.transferOf(first), await engine.transferOf(second)]
  assert.deepEqual(transfers.map(({ state }) => state).sort(), ['Confirming', 'Succeeded'])
  const flagged = transfers.find(({ state }) => state === 'Confirming')
  assert.match(flagged?.attention ?? '', /has proved another transfer/)
  for (const [reference, withdrawal] of engine.script.made) {
    if (withdrawal.id !== flagged?.withdrawalId) continue
    engine.script.made.set(reference, { ...withdrawal, hash: hashOf('cd') })
  }
  engine.mined.set(hashOf('cd'), paymentFor(transfers[0] ?? assert.fail(), 9))
  await poll(300_000, 2)
  assert.equal((await engine.transferOf(first)).state, 'Succeeded')
  assert.equal((await engine.transferOf(second)).state, 'Succeeded')
})

for (const state of ['failed', 'canceled'] as const) {
  test(`a withdrawal reported as ${state} has not come back when the chain shows that it was paid`, async () => {
    const preview = await executed()
    const payment = paymentFor(await engine.transferOf(preview), 9)
    engine.mined.set(hashOf('ab'), payment)
    reportWithdrawals({ state, hash: hashOf('ab') })
    await poll(1_000, 2)
    assert.equal((await engine.transferOf(preview)).state, 'Succeeded')
  })

  test(`a withdrawal reported as ${state} that paid the recipient a part needs an operator`, async () => {
    const preview = await executed()
    engine.mined.set(hashOf('ab'), { ...paymentFor(await engine.transferOf(preview), 9), baseUnits: 1n })
    reportWithdrawals({ state, hash: hashOf('ab') })
    await poll(1_000, 2)
    const transfer = await engine.transferOf(preview)
    assert.equal(transfer.state, 'Submitted')
    assert.match(transfer.attention ?? '', /the recipient was paid/)
  })
}
