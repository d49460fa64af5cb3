// A wallet attempt that names an exchange's hot wallet must not be credited with what the exchange pays for its own user.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { ApiError } from '../../../../server/contract/errors.ts'
import { type Transfer, transferById } from '../../../../server/transfers/transfer-store.ts'
import { startWalletEngine, type WalletEngine } from '../../../support/wallet-engine.ts'

let engine: WalletEngine
before(async () => {
  engine = await startWalletEngine()
})
after(() => engine.close())

/** A transfer of an exchange with the same terms, accepted, whose transaction the exchange has not named yet. */
async function equalExchangeTransfer({ id }: Transfer): Promise<string> {
  const { query } = engine.deps.database
  const transfer = await query.selectFrom('transfer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const select = query.selectFrom('preview').selectAll().where('id', '=', transfer.preview_id)
  const preview = await select.executeTakeFirstOrThrow()
  const [previewId, transferId] = [randomUUID(), randomUUID()]
  await query
    .insertInto('preview')
    .values({ ...preview, id: previewId })
    .execute()
  const submitted = {
    exchange_type: 'sandbox',
    state: 'Submitted',
    status: 'Pending',
    withdrawal_id: transferId,
    hash: '',
  }
  const unleased = { lease: null, leased_until: null, next_poll_at: Number.MAX_SAFE_INTEGER, fingerprint: null }
  const row = { ...transfer, ...submitted, ...unleased, id: transferId, preview_id: previewId, user_id: 'victim' }
  await query.insertInto('transfer').values(row).execute()
  return transferId
}

const isOfType = (type: string) => (error: ApiError) => error.type === type
const nameHash = (id: string, hash: string) =>
  engine.deps.database.query.updateTable('transfer').set({ hash, state: 'Confirming' }).where('id', '=', id).execute()

async function pollTimes(transfer: Transfer, times: number): Promise<Transfer> {
  let polled = transfer
  for (let n = 0; n < times; n++) polled = await engine.poll(polled)
  return polled
}

test('an unproved wallet attempt is not credited while an exchange may still name the payment', async () => {
  const accountId = await engine.connect('attacker')
  const { transfer, request } = await engine.requestPayment('77', { accountId, userId: 'attacker' })
  const victim = await equalExchangeTransfer(transfer)
  const hash = await engine.send(request)
  await engine.mine(4)
  assert.equal((await pollTimes(transfer, 3)).state, 'AwaitingWallet')
  await nameHash(victim, hash)
  assert.equal((await pollTimes(transfer, 2)).state, 'AwaitingWallet')
})

test('a payment that an exchange names after it was found is let go', async () => {
  const accountId = await engine.connect('attacker')
  const { transfer, request } = await engine.requestPayment('0.25', { symbol: 'ETH', accountId, userId: 'attacker' })
  const hash = await engine.send(request)
  assert.equal((await engine.poll(transfer)).state, 'Broadcast')
  const victim = await equalExchangeTransfer(transfer)
  await nameHash(victim, hash)
  await engine.mine(4)
  const polled = await pollTimes(transfer, 3)
  assert.equal(polled.state, 'AwaitingWallet')
  assert.equal((await transferById(engine.deps.database.query, victim))?.state, 'Confirming')
})

test('while an exchange may send an equal payment, a wallet has to prove its address, and is then credited', async () => {
  const accountId = await engine.connect('payer')
  const { transfer: earlier } = await engine.requestPayment('78', { accountId, userId: 'payer' })
  const { query } = engine.deps.database
  await query
    .updateTable('transfer')
    .set({ state: 'Canceled', next_poll_at: null })
    .where('id', '=', earlier.id)
    .execute()
  const open = await equalExchangeTransfer(earlier)
  const requestPayment = () => engine.requestPayment('78', { accountId, userId: 'payer' })
  await assert.rejects(requestPayment(), isOfType('walletOwnershipRequired'))
  await engine.prove('payer')
  const { request, transfer } = await requestPayment()
  const hash = await engine.send(request)
  await engine.mine(4)
  const ended = await pollTimes(transfer, 3)
  assert.deepEqual([ended.state, ended.hash], ['Succeeded', hash])
  assert.equal((await transferById(query, open))?.hash, '')
})

test('an exchange transfer whose transaction is named, or of another amount, requires no proof', async () => {
  const accountId = await engine.connect('buyer')
  const { transfer: earlier } = await engine.requestPayment('79', { accountId, userId: 'buyer' })
  const { query } = engine.deps.database
  await query
    .updateTable('transfer')
    .set({ state: 'Canceled', next_poll_at: null })
    .where('id', '=', earlier.id)
    .execute()
  const other = await equalExchangeTransfer(earlier)
  assert.equal((await engine.requestPayment('80', { accountId, userId: 'buyer' })).transfer.state, 'AwaitingWallet')
  await nameHash(other, `0x${'ab'.repeat(32)}`)
  assert.equal((await engine.requestPayment('79', { accountId, userId: 'buyer' })).transfer.state, 'AwaitingWallet')
})
