// The payment that an operator records for a transfer from an exchange, beside other transfers.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { PaymentDifference } from '../../../../server/contract/payment-difference.ts'
import { noAddress } from '../../../../server/transfers/erase-transfers.ts'
import { resolveTransfer } from '../../../../server/transfers/resolve.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { lookUpPayment, resolutionOf } from '../../../../server/wallets/look-up-payment.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { loseRequest } from '../../../support/scripted-exchange.ts'

const dayMs = 86_400_000
const hash = `0x${'ab'.repeat(32)}`
const otherAddress = `0x${'1e'.repeat(20)}`
let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const withoutNode = () => ({ ...engine.deps, chains: new Map() })

/** Whether the exchange has the order is not known. */
async function lost(more: { toAddress?: string } = {}): Promise<Transfer> {
  engine.script.outcomes = [loseRequest]
  const preview = await engine.preview('25', more)
  await engine.execute(preview)
  engine.wait(dayMs + 1)
  return engine.transferOf(preview)
}

async function record(
  transfer: Transfer,
  text: string,
  { despite = [], deps = engine.deps }: { despite?: PaymentDifference[]; deps?: Engine['deps'] } = {},
): Promise<Transfer> {
  const resolution = await resolutionOf(deps, transfer, { kind: 'succeeded', hash: text, despite })
  const evidence = 'The explorer shows the payment of the user.'
  return resolveTransfer(deps, { transferId: transfer.id, resolution, evidence, operator: 'Kim' })
}

function mine({ terms }: Transfer, baseUnits = terms.amount.toBaseUnits(terms.decimals)): void {
  const { toAddress: to, contract } = terms
  engine.mined.set(hash, { succeeded: true, to, contract, baseUnits, confirmations: 99 })
}

test('another spelling of a transaction proves no second transfer', async () => {
  const deps = withoutNode()
  assert.equal((await record(await lost(), hash.slice(2).toUpperCase(), { deps })).hash, hash)
  const other = await lost()
  for (const text of [hash, hash.slice(2), hash.toUpperCase().replace('0X', '0x')])
    await assert.rejects(record(other, text, { deps }), /belongs to transfer/)
  for (const text of [`https://basescan.org/tx/${hash}`, `${hash}#1`, 'https://basescan.org/tx/1'])
    await assert.rejects(record(other, text, { deps }), /must be the hash of a transaction on Base/)
})

test('a transfer inside the books of the exchange has no hash', async () => {
  assert.equal((await record(await lost(), 'internal-4711', { deps: withoutNode() })).hash, 'internal-4711')
})

test('an equal transfer from an exchange is named until its hash is known', async () => {
  const [first, second] = [await lost(), await lost()]
  mine(first)
  const { differences, text } = await lookUpPayment(engine.deps, first, hash)
  assert.deepEqual(differences, ['equalTransfer'])
  assert.ok(text.includes(second.id), text)
  await assert.rejects(record(first, hash), /must confirm equalTransfer/)
  assert.equal((await record(first, hash, { despite: ['equalTransfer'] })).state, 'Succeeded')
  await assert.rejects(record(second, hash, { despite: ['equalTransfer'] }), /belongs to transfer/)
})

test('the payment of an erased transfer proves no second transfer', async () => {
  const [first, second] = [await lost(), await lost()]
  mine(first)
  await record(first, hash, { despite: ['equalTransfer'] })
  const { query } = engine.deps.database
  const erased = { to_address: noAddress, from_address: noAddress, proof: null }
  await query.updateTable('transfer').set(erased).where('id', '=', first.id).execute()
  await assert.rejects(record(second, hash), /belongs to transfer/)
})

test('native coins that a contract pays to several addresses can be recorded for each', async () => {
  const [first, second] = [await lost(), await lost({ toAddress: otherAddress })]
  const { query } = engine.deps.database
  const coins = async (transfer: Transfer) => {
    const terms = { ...transfer.terms, contract: '' }
    await query.updateTable('transfer').set({ contract: '' }).where('id', '=', transfer.id).execute()
    return { ...transfer, terms }
  }
  engine.mined.set(hash, {
    succeeded: true,
    to: `0x${'c0'.repeat(20)}`,
    contract: '',
    baseUnits: 0n,
    confirmations: 99,
  })
  const [one, other] = [await coins(first), await coins(second)]
  assert.deepEqual((await lookUpPayment(engine.deps, one, hash)).differences, ['otherRecipient'])
  await query
    .updateTable('transfer')
    .set({ state: 'Succeeded', status: 'Succeeded', hash })
    .where('id', '=', one.id)
    .execute()
  const { differences, text } = await lookUpPayment(engine.deps, other, hash)
  assert.deepEqual(differences, ['otherRecipient', 'otherTransfer'])
  assert.match(text, /Coins that a contract pays may not be shown/)
})
