// What an operator may say of a transfer, and when.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { ApiError } from '../../../../server/contract/errors.ts'
import { type Resolution, resolveTransfer } from '../../../../server/transfers/resolve.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { type Engine, paymentFor, startEngine } from '../../../support/engine.ts'
import { loseRequest } from '../../../support/scripted-exchange.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const hash = `0x${'ab'.repeat(32)}`

function resolve({ id }: Transfer, resolution: Resolution): Promise<Transfer> {
  const evidence = 'Seen in the account history of the exchange.'
  return resolveTransfer(engine.deps, { transferId: id, resolution, evidence, operator: 'Kim' })
}

async function assertRefused(transfer: Transfer, resolution: Resolution, why: RegExp): Promise<void> {
  await assert.rejects(resolve(transfer, resolution), (error: ApiError) => why.test(error.message))
}

async function unknownTransfer(): Promise<Transfer> {
  engine.script.answers = [loseRequest]
  const preview = await engine.preview()
  await engine.execute(preview)
  return engine.transferOf(preview)
}

/** Paid too little, as far as the chain shows. */
async function doubtedTransfer(): Promise<Transfer> {
  const preview = await engine.preview()
  await engine.execute(preview)
  const { made } = engine.script
  for (const [reference, withdrawal] of made) made.set(reference, { ...withdrawal, state: 'sent', hash })
  engine.wait(1_000)
  await engine.follow()
  engine.mined.set(hash, { ...paymentFor(await engine.transferOf(preview), 9), units: 1n })
  engine.wait(1_000)
  await engine.follow()
  return engine.transferOf(preview)
}

test('that nothing was sent is not taken while the request may still reach the exchange', async () => {
  const transfer = await unknownTransfer()
  await assertRefused(transfer, { kind: 'notSent' }, /may still reach the exchange, until 2026-11-20T12:00:31/)
  engine.wait(31_001)
  assert.equal((await resolve(transfer, { kind: 'notSent' })).state, 'NotSent')
})

test('where the exchange has no fence, or is gone, that takes a day', async () => {
  const transfer = await unknownTransfer()
  engine.script.exchange.recovery = { ...engine.script.exchange.recovery, fenceMs: null }
  engine.wait(86_430_000)
  await assertRefused(transfer, { kind: 'notSent' }, /may still reach/)
  engine.wait(1)
  assert.equal((await resolve(transfer, { kind: 'notSent' })).state, 'NotSent')
})

test('a transfer that the chain does not bear out is ended by an operator, one way or the other', async () => {
  const succeeded = await doubtedTransfer()
  assert.equal(succeeded.state, 'Confirming')
  const other = `0x${'cd'.repeat(32)}`
  const ended = await resolve(succeeded, { kind: 'succeeded', hash: other })
  assert.deepEqual([ended.state, ended.hash, ended.attention], ['Succeeded', other, null])
  const returned = await resolve(await doubtedTransfer(), { kind: 'returned' })
  assert.deepEqual([returned.state, returned.errorType], ['Returned', 'transferReturned'])
  const twice = await doubtedTransfer()
  await assert.rejects(resolve(twice, { kind: 'succeeded', hash: other }), /UNIQUE|duplicate key/)
})

test('what is followed and needs no operator is not ended by one, nor what has another state', async () => {
  const preview = await engine.preview()
  await engine.execute(preview)
  const submitted = await engine.transferOf(preview)
  await assertRefused(submitted, { kind: 'returned' }, /needs no operator/)
  await assertRefused(submitted, { kind: 'succeeded', hash }, /needs no operator/)
  await assertRefused(submitted, { kind: 'notSent' }, /Submitted, not Unknown/)
  const unknown = await unknownTransfer()
  await assertRefused(unknown, { kind: 'returned' }, /Unknown, not Submitted/)
  await assertRefused(unknown, { kind: 'succeeded', hash }, /Unknown, not Submitted/)
})
