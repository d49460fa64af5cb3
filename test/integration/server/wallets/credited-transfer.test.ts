// One watch at a time holds what identifies a payment from any sender, whatever the chain and the watches before it do.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { Amount } from '../../../../server/contract/amount.ts'
import { up } from '../../../../server/storage/migrations/0014-payment-fingerprints.ts'
import { fingerprintOfPayment } from '../../../../server/transfers/fingerprint.ts'
import { type Transfer, transferById } from '../../../../server/transfers/transfer-store.ts'
import { tokenTransferData } from '../../../../server/wallets/calldata.ts'
import { requestPayment } from '../../../../server/wallets/request-payment.ts'
import { reportSent } from '../../../../server/wallets/wallet-callbacks.ts'
import { watchOf } from '../../../../server/wallets/watch-rows.ts'
import { recipient } from '../../../support/engine.ts'
import { baseId } from '../../../support/native-flow.ts'
import { startWalletEngine, type WalletEngine } from '../../../support/wallet-engine.ts'

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const destination = { networkId: baseId, symbol: 'USDC', address: recipient, addressTag: '' }

let engine: WalletEngine
before(async () => {
  engine = await startWalletEngine()
})
after(() => engine.close())

const request = (userId: string, amount: string) => {
  const owner = { clientId: engine.clientId, userId, linkId: 'link', transactionId: null, allowed: [destination] }
  return requestPayment(engine.deps, owner, { destination, amount: Amount.parse(amount) })
}
const watched = async (userId: string, amount: string) => {
  const { transfer } = await request(userId, amount)
  assert.ok(transfer)
  return transfer
}
const pay = (amount: string, feeTimes = 1n) => {
  const data = tokenTransferData(recipient, Amount.parse(amount).toBaseUnits(6))
  const call = { chainId: '0x0', from: '', to: usdc, data, value: '0x0', gas: '0x186a0' }
  return engine.send(call, { from: engine.stranger, feeTimes })
}
const stored = async ({ id }: Transfer) => {
  const transfer = await transferById(engine.deps.database.query, id)
  assert.ok(transfer)
  return transfer
}
const isShared = async ({ id }: Transfer) => (await watchOf(engine.deps.database.query, id)).sharedAt !== null

/** The time of a watch, and of what settles after it. */
async function untilEnded(transfer: Transfer): Promise<void> {
  engine.wait(87_100_000)
  await engine.poll(transfer)
  assert.equal((await engine.kindsOf(transfer)).at(-1), 'watchEnded')
}

test('a watch that has ended takes no payment that another user is watched for', async () => {
  const ended = await watched('a', '41.5')
  await untilEnded(ended)
  const next = await watched('b', '41.5')
  await pay('41.5')
  await engine.mine(4)
  assert.equal((await reportSent(engine.deps, ended, `0x${'ab'.repeat(32)}`)).state, 'AwaitingWallet')
  await engine.poll(next)
  assert.equal((await engine.poll(next)).state, 'Succeeded')
})

test('nor one that arrives while no payment is watched', async () => {
  const ended = await watched('a', '42.5')
  await untilEnded(ended)
  await pay('42.5')
  await engine.mine(4)
  assert.equal((await reportSent(engine.deps, ended, `0x${'ab'.repeat(32)}`)).state, 'AwaitingWallet')
})

test('while a payment is being confirmed the same may be requested by another user, and both are credited', async () => {
  const first = await watched('a', '43.5')
  await pay('43.5')
  assert.equal((await engine.poll(first)).state, 'Broadcast')
  const second = await watched('b', '43.5')
  const hash = await pay('43.5')
  await engine.mine(4)
  await engine.poll(second)
  const ended = [await engine.poll(first), await engine.poll(second)]
  assert.deepEqual(
    ended.map(({ state }) => state),
    ['Succeeded', 'Succeeded'],
  )
  assert.deepEqual([ended[1]?.hash, ended[0]?.hash === hash], [hash, false])
})

test('a payment that a reorganisation takes back may come again, unless another user has requested the same since', async () => {
  const alone = await watched('a', '44.5')
  await pay('44.5')
  assert.equal((await engine.poll(alone)).state, 'Broadcast')
  await engine.chain('anvil_reorg', 1, [])
  const again = await pay('44.5', 2n)
  await engine.mine(4)
  for (let poll = 0; poll < 3; poll++) await engine.poll(alone)
  assert.deepEqual([(await stored(alone)).state, (await stored(alone)).hash], ['Succeeded', again])

  const first = await watched('a', '45.5')
  await pay('45.5')
  assert.equal((await engine.poll(first)).state, 'Broadcast')
  const second = await watched('b', '45.5')
  await engine.chain('anvil_reorg', 1, [])
  await pay('45.5', 2n)
  await engine.mine(4)
  for (let poll = 0; poll < 4; poll++) await engine.poll(second)
  for (const each of [first, second]) {
    assert.deepEqual([(await stored(each)).state, await isShared(each)], ['AwaitingWallet', true])
    assert.equal((await engine.kindsOf(each)).at(-1), 'ambiguous')
  }
})

test('a payment that is taken back and does not come again at once is waited for as before', async () => {
  const first = await watched('a', '50.5')
  await pay('50.5')
  assert.equal((await engine.poll(first)).state, 'Broadcast')
  await engine.chain('anvil_reorg', 1, [])
  for (let poll = 0; poll < 2; poll++) await engine.poll(first)
  assert.equal((await stored(first)).state, 'AwaitingWallet')
  assert.equal((await watched('a', '50.5')).id, first.id)
  const hash = await pay('50.5', 2n)
  await engine.mine(4)
  for (let poll = 0; poll < 2; poll++) await engine.poll(first)
  assert.deepEqual([(await stored(first)).state, (await stored(first)).hash], ['Succeeded', hash])
})

test('a payment that the same user has requested again is credited under the later link', async () => {
  const first = await watched('a', '46.5')
  await pay('46.5')
  assert.equal((await engine.poll(first)).state, 'Broadcast')
  const second = await watched('a', '46.5')
  assert.notEqual(second.id, first.id)
  await engine.chain('anvil_reorg', 1, [])
  const hash = await pay('46.5', 2n)
  await engine.mine(4)
  for (let poll = 0; poll < 5; poll++) await engine.poll(second)
  assert.deepEqual([(await stored(second)).state, (await stored(second)).hash], ['Succeeded', hash])
  assert.equal((await stored(first)).state, 'AwaitingWallet')
})

test('a payment that may belong to either of two users blocks its amount: a third is not watched', async () => {
  const connected = await engine.requestPayment('52.5')
  const first = await watched('a', '52.5')
  await engine.send(connected.request)
  await engine.mine(4)
  assert.equal((await engine.poll(first)).state, 'Ambiguous')
  assert.equal((await request('b', '52.5')).transfer, null)
  await pay('52.5')
  await engine.mine(4)
  for (let poll = 0; poll < 2; poll++) await engine.poll(first)
  assert.deepEqual([(await stored(first)).state, await isShared(first)], ['Ambiguous', true])
})

test('payments watched before there were fingerprints get theirs, and equal ones are ambiguous', async () => {
  const { query } = engine.deps.database
  const [one, first, second] = [await watched('a', '47.5'), await watched('a', '48.5'), await watched('a', '49.5')]
  const terms = await query.selectFrom('transfer').select('terms').where('id', '=', first.id).executeTakeFirstOrThrow()
  await query.updateTable('transfer').set(terms).where('id', '=', second.id).execute()
  const accountId = await engine.connect('user-9', engine.stranger.address)
  const connected = await engine.requestPayment('51.5', { accountId, userId: 'user-9' })
  await sql`update transfer set fingerprint = null`.execute(query)
  // The migration runs on the schema of its time.
  await sql`alter table transfer rename column next_poll_at to look_at`.execute(query)
  await up(query as never)
  await sql`alter table transfer rename column look_at to next_poll_at`.execute(query)
  const keyOf = async ({ id }: Transfer) =>
    (await query.selectFrom('transfer').select('fingerprint').where('id', '=', id).executeTakeFirstOrThrow())
      .fingerprint
  assert.equal(await keyOf(one), fingerprintOfPayment(one.terms))
  assert.equal(await isShared(one), false)
  assert.deepEqual([await keyOf(first), await keyOf(second)].sort(), [fingerprintOfPayment(first.terms), null].sort())
  assert.deepEqual([await isShared(first), await isShared(second)], [true, true])
  assert.equal(await keyOf(connected.transfer), null)
})
