// Where the exchange lists amount and fee together, two orders with equal sums are equal, whatever their fees.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { createClient } from '../../../../server/clients/clients.ts'
import { Amount } from '../../../../server/contract/amount.ts'
import { ExchangeFailure } from '../../../../server/exchanges/exchange-failure.ts'
import type { Preview } from '../../../../server/transfers/preview-store.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { loseRequest, loseResponse } from '../../../support/scripted-exchange.ts'

let engine: Engine
let fee: string
beforeEach(async () => {
  engine = await startEngine()
  const { exchange, made } = engine.script
  Object.assign(exchange.recovery, { class: 'match', listsCharged: true })
  const { holdings, quote } = exchange
  exchange.holdings = async (...call) => {
    const networkFee = Amount.parse(fee)
    return (await holdings(...call)).map((each) => ({
      ...each,
      routes: each.routes.map((route) => ({ ...route, networkFee })),
    }))
  }
  exchange.quote = async (...call) => ({ ...(await quote(...call)), networkFee: Amount.parse(fee) })
  const listed = () =>
    [...made.values()].map((each) => ({ ...each, clientReference: '', charged: Amount.parse('25.04') }))
  exchange.listWithdrawals = async () => listed()
  exchange.getWithdrawal = async (_credentials, _account, id) => listed().find((each) => each.id === id)
})
afterEach(() => engine.close())

async function previewed(amount: string, networkFee: string): Promise<Preview> {
  fee = networkFee
  return engine.preview(amount)
}

async function poll() {
  for (let polls = 0; polls < 120; polls++) {
    engine.wait(10_000)
    await engine.poll()
  }
}

test('an order of the same sum with another fee waits until the open one has ended', async () => {
  engine.script.outcomes = [loseRequest]
  const open = await previewed('24.98', '0.06')
  await engine.execute(open)
  await assert.rejects(engine.execute(await previewed('25', '0.04')), { type: 'duplicateTransferInProgress' })
  await poll()
  assert.equal((await engine.transferOf(open)).state, 'NotSent')
})

test('the error of an equal order names the open transfer only to its own client', async () => {
  engine.script.outcomes = [loseRequest]
  const open = await previewed('24.98', '0.06')
  await engine.execute(open)
  const { id: transferId } = await engine.transferOf(open)
  const equal = await previewed('25', '0.04')
  const refusedWith = (data: object) => ({ type: 'duplicateTransferInProgress', data })
  await assert.rejects(engine.execute(equal), refusedWith({ transferId }))
  const { id: client_id } = await createClient(engine.deps, { name: 'Other', callbackUrls: ['https://other.example/'] })
  await engine.deps.database.query.updateTable('transfer').set({ client_id }).where('id', '=', transferId).execute()
  await assert.rejects(engine.execute(equal), refusedWith({}))
})

test('an exchange that fails before the order is unavailable, and the preview stays valid', async () => {
  const preview = await previewed('25', '0.04')
  const { listWithdrawals } = engine.script.exchange
  for (const reason of ['unavailable', 'timeout'] as const) {
    engine.script.exchange.listWithdrawals = async () => Promise.reject(new ExchangeFailure(reason))
    await assert.rejects(engine.execute(preview), { type: 'exchangeUnavailable' })
  }
  engine.script.exchange.listWithdrawals = listWithdrawals
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
})

test('a withdrawal that two open transfers could be is taken for neither', async () => {
  engine.script.outcomes = [loseRequest, loseResponse]
  const lost = await previewed('24.98', '0.06')
  await engine.execute(lost)
  // As an older version stored it.
  await engine.deps.database.query.updateTable('transfer').set({ fingerprint: 'older' }).execute()
  const made = await previewed('25', '0.04')
  await engine.execute(made)
  await poll()
  for (const preview of [lost, made]) {
    const { state, withdrawalId, attention } = await engine.transferOf(preview)
    assert.deepEqual([state, withdrawalId], ['Unknown', null])
    assert.match(attention ?? '', /another open transfer/)
  }
})
