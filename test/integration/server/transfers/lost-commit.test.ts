// The response to the commit of a reservation is lost, while another execute of the same preview is under way.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { executeTransfer } from '../../../../server/transfers/execute.ts'
import type { Preview } from '../../../../server/transfers/preview-store.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { type FailingTransactions, failingTransactions } from '../../../support/failing-transactions.ts'
import { accept } from '../../../support/scripted-exchange.ts'

let engine: Engine
let storage: FailingTransactions
beforeEach(async () => {
  engine = await startEngine()
  storage = failingTransactions(engine.deps.database)
  storage.count = 1
})
afterEach(() => engine.close())

function executeOnFailing(preview: Preview, mfaCode: string | null) {
  const { clientId, accountId } = engine
  const owner = { clientId, accountId, sessionId: null, linkId: null, transactionId: null }
  return executeTransfer({ ...engine.deps, database: storage.database }, { ...owner, previewId: preview.id, mfaCode })
}

async function waitingForCode(): Promise<Preview> {
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' })]
  const preview = await engine.preview()
  await engine.execute(preview)
  engine.script.orders.length = 0
  return preview
}

test('it was undone, and another execute with the code has written the same: one of the two sends', async () => {
  const preview = await waitingForCode()
  const responded = Promise.withResolvers<void>()
  engine.script.outcomes = [
    async (order, made) => {
      await responded.promise
      return accept(order, made)
    },
  ]
  let winner: Promise<unknown> = Promise.resolve()
  storage.failing = 'undone'
  storage.beforeFailure = async () => {
    winner = engine.execute(preview, '123456')
    while (engine.script.orders.length === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const late = executeOnFailing(preview, '123456').catch((error: unknown) => error)
  while (engine.script.orders.length === 0) await new Promise((resolve) => setImmediate(resolve))
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(engine.script.orders.length, 1)
  responded.resolve()
  await Promise.all([winner, late])
  assert.equal(engine.script.orders.length, 1)
  assert.equal((await engine.transferOf(preview)).state, 'Submitted')
})

test('it was undone, and no other execute runs: nothing is sent, and the preview is still valid', async () => {
  const preview = await engine.preview()
  storage.failing = 'undone'
  await assert.rejects(executeOnFailing(preview, null), { code: '08006' })
  assert.equal(engine.script.orders.length, 0)
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
  assert.equal(engine.script.orders.length, 1)
})

test('it took effect: the transfer is this execute’s own, and is sent once', async () => {
  const preview = await engine.preview()
  storage.failing = 'unconfirmed'
  assert.equal((await executeOnFailing(preview, null)).outcome, 'ordered')
  assert.equal(engine.script.orders.length, 1)
  assert.equal((await engine.transferOf(preview)).state, 'Submitted')
})

test('it took effect, and the transfer has moved on meanwhile: nothing is sent', async () => {
  const preview = await engine.preview()
  storage.failing = 'unconfirmed'
  storage.beforeFailure = async () => {
    engine.wait(30_001)
    await engine.poll()
    engine.wait(-30_001)
  }
  await executeOnFailing(preview, null)
  assert.equal(engine.script.orders.length, 0)
  assert.equal((await engine.transferOf(preview)).state, 'Unknown')
})
