import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, test } from 'node:test'
import type { ApiError } from '../../../../server/contract/errors.ts'
import type { Withdrawal } from '../../../../server/exchanges/withdrawal.ts'
import type { Preview } from '../../../../server/transfers/preview-store.ts'
import { eventsOf } from '../../../../server/transfers/timeline.ts'
import { type Engine, paymentFor, startEngine } from '../../../support/engine.ts'
import { loseRequest, loseResponse } from '../../../support/scripted-exchange.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const hash = `0x${'ab'.repeat(32)}`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function executed(): Promise<Preview> {
  const preview = await engine.preview()
  await engine.execute(preview)
  return preview
}

/** From now on the exchange reports this change for every withdrawal it made. */
function reportWithdrawals(change: Partial<Withdrawal>) {
  for (const [reference, withdrawal] of engine.script.made)
    engine.script.made.set(reference, { ...withdrawal, ...change })
}

function reportHash() {
  reportWithdrawals({ state: 'sent', hash })
}

async function poll(ms = 1_000) {
  engine.wait(ms)
  await engine.poll()
}

test('a transfer succeeds when the chain has confirmed the previewed payment', async () => {
  const preview = await executed()
  reportHash()
  await poll()
  const confirming = await engine.transferOf(preview)
  assert.equal(confirming.state, 'Confirming')
  assert.equal(confirming.hash, hash)
  for (const confirmations of [1, 2]) {
    engine.mined.set(hash, paymentFor(confirming, confirmations))
    await poll()
    assert.equal((await engine.transferOf(preview)).confirmations, confirmations)
  }
  engine.mined.set(hash, paymentFor(confirming, 3))
  await poll()
  assert.equal((await engine.transferOf(preview)).state, 'Succeeded')
})

for (const [what, wrong] of [
  ['another amount', { baseUnits: 1n }],
  ['another address', { to: '0x0000000000000000000000000000000000000001' }],
  ['another token', { contract: '0x0000000000000000000000000000000000000002' }],
] as const) {
  test(`a mined transaction with ${what} does not make a transfer succeed`, async () => {
    const preview = await executed()
    reportHash()
    await poll()
    engine.mined.set(hash, { ...paymentFor(await engine.transferOf(preview), 9), ...wrong })
    await poll()
    assert.equal((await engine.transferOf(preview)).state, 'Confirming')
  })
}

test('the exchange’s status alone does not make a transfer succeed', async () => {
  const preview = await executed()
  reportWithdrawals({ state: 'completed', hash })
  await poll()
  await poll()
  assert.equal((await engine.transferOf(preview)).state, 'Confirming')
})

test('a reorganised chain takes confirmations back', async () => {
  const preview = await executed()
  reportHash()
  await poll()
  engine.mined.set(hash, paymentFor(await engine.transferOf(preview), 2))
  await poll()
  engine.mined.delete(hash)
  await poll()
  const transfer = await engine.transferOf(preview)
  assert.equal(transfer.state, 'Confirming')
  assert.equal(transfer.confirmations, 0)
})

test('a reorganised chain takes confirmations back while the exchange cannot be reached', async () => {
  const preview = await executed()
  reportHash()
  await poll()
  engine.mined.set(hash, paymentFor(await engine.transferOf(preview), 2))
  await poll()
  engine.mined.delete(hash)
  engine.script.unreachable = true
  await poll()
  assert.equal((await engine.transferOf(preview)).confirmations, 0)
})

test('a withdrawal whose transaction reverted is polled when the exchange sends it again', async () => {
  const preview = await executed()
  reportHash()
  await poll()
  const reverted = { ...paymentFor(await engine.transferOf(preview), 9), succeeded: false }
  engine.mined.set(hash, reverted)
  await poll()
  const again = `0x${'cd'.repeat(32)}`
  reportWithdrawals({ hash: again })
  await poll()
  assert.equal((await engine.transferOf(preview)).hash, again)
  engine.mined.set(again, paymentFor(await engine.transferOf(preview), 3))
  await poll()
  assert.equal((await engine.transferOf(preview)).state, 'Succeeded')
})

test('a withdrawal that the exchange gives back fails the transfer', async () => {
  const preview = await executed()
  reportWithdrawals({ state: 'failed' })
  await poll()
  assert.equal((await engine.transferOf(preview)).state, 'Returned')
})

test('an unknown status of the exchange changes nothing', async () => {
  const preview = await executed()
  reportWithdrawals({ state: 'unknown' })
  await poll()
  assert.equal((await engine.transferOf(preview)).state, 'Submitted')
})

test('a withdrawal whose response was lost is found and polled to its end', async () => {
  engine.script.outcomes = [loseResponse]
  const preview = await executed()
  assert.equal((await engine.transferOf(preview)).state, 'Unknown')
  reportHash()
  await poll()
  await poll()
  engine.mined.set(hash, paymentFor(await engine.transferOf(preview), 3))
  await poll()
  assert.equal((await engine.transferOf(preview)).state, 'Succeeded')
})

test('an unknown withdrawal stays unknown while the exchange cannot be reached', async () => {
  engine.script.outcomes = [loseRequest]
  const preview = await executed()
  engine.script.unreachable = true
  for (let hour = 0; hour < 30; hour++) await poll(3_600_000)
  assert.equal((await engine.transferOf(preview)).state, 'Unknown')
})

test('absence is accepted only after the fence, the time bound, and enough complete polls', async () => {
  engine.script.outcomes = [loseRequest]
  const preview = await executed()
  await poll(30_000 + 1_000 + 10_000)
  assert.equal((await engine.transferOf(preview)).emptyPolls, 0)
  await poll(1_000)
  assert.equal((await engine.transferOf(preview)).emptyPolls, 1)
  assert.equal((await engine.transferOf(preview)).state, 'Unknown')
  await poll(40_999)
  assert.equal((await engine.transferOf(preview)).emptyPolls, 1)
  await poll(1)
  await poll(41_000)
  assert.equal((await engine.transferOf(preview)).state, 'NotSent')
})

test('a response that took long proves no more than at the time of its request', async () => {
  engine.script.outcomes = [loseRequest]
  const preview = await executed()
  const { exchange } = engine.script
  exchange.findWithdrawal = async () => {
    engine.wait(10_000)
    return undefined
  }
  await poll(30_000 + 1_000 + 10_000)
  assert.equal((await engine.transferOf(preview)).emptyPolls, 0)
  await poll(30_000)
  assert.equal((await engine.transferOf(preview)).emptyPolls, 1)
})

for (const jumpsMs of [[0], [2_000], [30_000], [0, 1_000]]) {
  test(`a clock set forward after ${jumpsMs.join(' and ')} ms does not make absence accepted sooner`, async () => {
    engine.script.outcomes = [loseResponse]
    const preview = await executed()
    const { exchange } = engine.script
    const { findWithdrawal } = exchange
    exchange.findWithdrawal = async () => undefined
    for (let ms = 0; ms < 41_000; ms += 500) {
      if (jumpsMs.includes(ms)) engine.wait(3_600_000)
      await poll(500)
      assert.equal((await engine.transferOf(preview)).state, 'Unknown', `${ms} ms`)
    }
    exchange.findWithdrawal = findWithdrawal
    await poll(3_600_000)
    assert.equal((await engine.transferOf(preview)).state, 'Submitted')
  })
}

test('a process that died during the send leaves a transfer that is polled, not sent again', async () => {
  const preview = await engine.preview()
  engine.script.outcomes = [
    (order, made) => {
      loseResponse(order, made)
      return new Promise(() => {})
    },
  ]
  void engine.execute(preview)
  while (engine.script.orders.length === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.equal((await engine.transferOf(preview)).state, 'Submitting')
  await poll(6_000)
  assert.equal((await engine.transferOf(preview)).state, 'Submitted')
  assert.equal(engine.script.orders.length, 1)
})

test('a withdrawal under our reference that is not the one ordered is not taken for it', async () => {
  engine.script.outcomes = [loseResponse]
  const preview = await executed()
  reportWithdrawals({ address: '0x0000000000000000000000000000000000000009' })
  await poll()
  const { id, state } = await engine.transferOf(preview)
  assert.equal(state, 'Unknown')
  const flag = (await eventsOf(engine.deps.database.query, id)).find(({ kind }) => kind === 'attentionRequired')
  assert.match(String(flag?.detail.found), /^withdrawal \S+ \(\w+\): \S+ USDC to 0x0{39}9 on base$/)
})

test('the timeline is numbered without gap and chained by hash', async () => {
  const preview = await executed()
  reportHash()
  await poll()
  engine.mined.set(hash, paymentFor(await engine.transferOf(preview), 3))
  await poll()
  const { id } = await engine.transferOf(preview)
  const events = await eventsOf(engine.deps.database.query, id)
  assert.deepEqual(
    events.map((event) => event.kind),
    ['created', 'accepted', 'sent', 'succeeded'],
  )
  for (const [index, event] of events.entries()) {
    assert.equal(event.n, index + 1)
    assert.equal(event.previousHash, events[index - 1]?.hash ?? '')
    const { n, at, kind, detail, previousHash } = event
    const detailHash = sha256(JSON.stringify(detail))
    assert.equal(event.hash, sha256(JSON.stringify([id, n, at.getTime(), kind, detailHash, previousHash])))
  }
})

test('a transfer sent with a code holds the lock on equal transfers like any other', async () => {
  Object.assign(engine.script.exchange.recovery, { class: 'match', fenceMs: null })
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), loseRequest]
  const first = await engine.preview()
  const twin = await engine.preview()
  await engine.execute(first)
  await engine.execute(first, '123456')
  assert.equal((await engine.transferOf(first)).state, 'Unknown')
  await assert.rejects(engine.execute(twin), (error: ApiError) => error.type === 'duplicateTransferInProgress')
  assert.equal(engine.script.orders.length, 2)
})

test('a withdrawal whose amount differs by the fee is not taken for this one', async () => {
  Object.assign(engine.script.exchange.recovery, { class: 'match', fenceMs: null })
  engine.script.outcomes = [loseRequest, loseResponse]
  const lost = await engine.preview('25.04')
  await engine.execute(lost)
  const made = await engine.preview('25')
  await engine.execute(made)
  await poll()
  assert.equal((await engine.transferOf(lost)).state, 'Unknown')
  assert.equal((await engine.transferOf(made)).state, 'Submitted')
})

test('a transfer whose sign-in the exchange has ended needs an operator, and continues with a later sign-in of the same account', async () => {
  const preview = await executed()
  reportHash()
  engine.script.ended.add('secret-1')
  await poll()
  const stuck = await engine.transferOf(preview)
  assert.deepEqual([stuck.state, stuck.attention], ['Submitted', 'every sign-in known has ended'])
  await engine.signInAgain()
  await poll(600_000)
  engine.mined.set(hash, paymentFor(await engine.transferOf(preview), 3))
  await poll(60_000)
  const ended = await engine.transferOf(preview)
  assert.deepEqual([ended.state, ended.attention], ['Succeeded', null])
})

test('a transfer that an exchange holds for over a day needs an operator, once', async () => {
  const preview = await executed()
  for (let hour = 0; hour < 30; hour++) await poll(3_600_000)
  const transfer = await engine.transferOf(preview)
  assert.deepEqual([transfer.state, transfer.attention], ['Submitted', 'pending for over 24 hours'])
  const events = await eventsOf(engine.deps.database.query, transfer.id)
  assert.equal(events.filter((event) => event.kind === 'attentionRequired').length, 1)
})
