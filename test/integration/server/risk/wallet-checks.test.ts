// A deployment's own risk check for transfers that no exchange sends: from a connected wallet, and payments by link.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Amount } from '../../../../server/contract/amount.ts'
import type { TransferCheck, TransferToCheck } from '../../../../server/risk/risk-subject.ts'
import { requestPayment } from '../../../../server/wallets/request-payment.ts'
import { recipient } from '../../../support/engine.ts'
import { baseId } from '../../../support/native-flow.ts'
import { startWalletEngine, type WalletEngine } from '../../../support/wallet-engine.ts'

const destination = { networkId: baseId, symbol: 'USDC', address: recipient, addressTag: '' }

/** One transfer of a user, ever. */
const oneTransfer: TransferCheck = async ({ database }, subject) => {
  seen.push(subject)
  const { requester, previewId, field } = subject
  const transfers = await database.query
    .selectFrom('transfer')
    .select('preview_id')
    .where('client_id', '=', requester.clientId)
    .where('user_id', '=', requester.userId)
    .execute()
  if (transfers.every(({ preview_id }) => preview_id === previewId)) return null
  return { errorType: 'riskBlocked', data: { rule: 'oneTransfer', reason: 'one transfer per user', field } }
}

const seen: TransferToCheck[] = []
let engine: WalletEngine
before(async () => {
  engine = await startWalletEngine()
  engine.deps.extraRiskChecks = { transfer: [oneTransfer] }
})
beforeEach(() => {
  seen.length = 0
})
after(() => engine.close())

const request = (userId: string, amount: string) => {
  const owner = { clientId: engine.clientId, userId, linkId: 'link', transactionId: null, allowed: [destination] }
  return requestPayment(engine.deps, owner, { destination, amount: Amount.parse(amount) })
}

test('a payment by link is checked, and can be requested again although the check counts it', async () => {
  const { transfer } = await request('payer', '41.5')
  assert.equal((await request('payer', '41.5')).transfer?.id, transfer?.id)
  assert.deepEqual(
    seen.map(({ accountId, previewId, amountInFiat, field }) => [accountId, previewId, `${amountInFiat}`, field]),
    [
      [null, null, '41.5', 'address'],
      [null, transfer?.previewId, '41.5', 'address'],
    ],
  )
  await assert.rejects(request('payer', '42.5'), { type: 'riskBlocked' })
})

test("another user's equal payment is not that user's preview", async () => {
  const { transfer } = await request('first', '43.5')
  assert.ok(transfer)
  await request('second', '43.5')
  assert.equal(seen.at(-1)?.previewId, null)
})

test('a transfer from a connected wallet is checked at preview and at execute, and not when it is requested again', async () => {
  const { transfer } = await engine.requestPayment('7')
  const atExecute = seen.at(-1)
  assert.deepEqual([atExecute?.accountId, atExecute?.previewId], [transfer.accountId, transfer.previewId])
  assert.equal(seen[0]?.previewId, null)
  seen.length = 0
  assert.equal((await engine.requestPaymentAgain(transfer)).outcome, 'walletRequired')
  assert.equal(seen.length, 0)
  await assert.rejects(engine.requestPayment('8'), { type: 'riskBlocked' })
})
