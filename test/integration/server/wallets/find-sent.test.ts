// A payment on the chain is found however nodes lag, blocks are replaced and polls are delayed; a watch ends only after a full search.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getAddress } from 'viem'
import type { EvmReads } from '../../../../server/chains/evm-reads.ts'
import { Amount } from '../../../../server/contract/amount.ts'
import { transfersNeedingAttention } from '../../../../server/transfers/attention.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { tokenTransferData } from '../../../../server/wallets/calldata.ts'
import { pollWallet } from '../../../../server/wallets/poll-wallet.ts'
import { requestPayment } from '../../../../server/wallets/request-payment.ts'
import { reportDeclined, reportSent } from '../../../../server/wallets/wallet-callbacks.ts'
import type { WalletNetwork } from '../../../../server/wallets/wallet-networks.ts'
import type { EvmRequest } from '../../../../server/wallets/wallet-strategy.ts'
import { storeSearched, watchOf } from '../../../../server/wallets/watch-rows.ts'
import { recipient } from '../../../support/engine.ts'
import { shareOf } from '../../../support/length.ts'
import { baseId } from '../../../support/native-flow.ts'
import { startWalletEngine, type WalletEngine } from '../../../support/wallet-engine.ts'

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
/** Every block of the watch is settled, and the watch period is over. */
const watchMs = 87_000_000

let engine: WalletEngine
before(async () => {
  engine = await startWalletEngine()
})
after(() => engine.close())

/** A payment by link that is open. */
async function watched(amount: string, symbol = 'USDC', address = recipient): Promise<Transfer> {
  const destination = { networkId: baseId, symbol, address, addressTag: '' }
  const owner = { clientId: engine.clientId, userId: 'user-1', linkId: 'link-1', transactionId: null }
  const { transfer } = await requestPayment(
    engine.deps,
    { ...owner, allowed: [destination] },
    { destination, amount: Amount.parse(amount) },
  )
  assert.ok(transfer)
  return transfer
}

const callFor = ({ terms }: Transfer): EvmRequest => {
  const units = terms.amount.toBaseUnits(terms.decimals)
  const common = { chainId: '0x0', from: '', gas: '0x186a0' }
  return terms.contract === ''
    ? { ...common, to: terms.toAddress, data: '0x', value: `0x${units.toString(16)}` }
    : { ...common, to: usdc, data: tokenTransferData(terms.toAddress, units), value: '0x0' }
}
const pay = (transfer: Transfer) => engine.send(callFor(transfer), { from: engine.stranger })

/** The payment, signed but in no block. */
async function signed(transfer: Transfer, from = engine.stranger): Promise<string> {
  const { to, data, value } = callFor(transfer)
  const [nonce, chainId] = await Promise.all([
    engine.chain('eth_getTransactionCount', from.address, 'latest'),
    engine.chain('eth_chainId'),
  ])
  return from.signTransaction({
    ...{ chainId: Number(chainId), nonce: Number(nonce), to: to as `0x${string}`, data: data as `0x${string}` },
    ...{
      value: BigInt(value),
      gas: 100_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 10n ** 9n,
      type: 'eip1559',
    },
  })
}

function at(): WalletNetwork {
  const network = engine.deps.wallets.get('base')
  assert.ok(network)
  return network
}

/** A poll that reads through other nodes. */
async function pollWith(transfer: Transfer, reads: Partial<EvmReads>, chain: Partial<WalletNetwork['chain']> = {}) {
  const { deps } = engine
  const network = { ...at(), reads: { ...at().reads, ...reads }, chain: { ...at().chain, ...chain } }
  const select = deps.database.query.selectFrom('transfer').select('last_event').where('id', '=', transfer.id)
  const { last_event: lastEvent } = await select.executeTakeFirstOrThrow()
  await pollWallet({ wallets: new Map([['base', network]]), solana: new Map() })(deps, { ...transfer, lastEvent })
}

async function untilSucceeded(transfer: Transfer): Promise<Transfer> {
  let seen = transfer
  for (let poll = 0; poll < 6 && seen.state !== 'Succeeded'; poll++) seen = await engine.poll(transfer)
  return seen
}

const attentionOf = async ({ id }: Transfer) =>
  (await transfersNeedingAttention(engine.deps.database.query)).find((each) => each.id === id)?.attention

const moved = [
  ['a token', 'USDC', '41.5'],
  ['the coin', 'ETH', '0.0415'],
] as const
for (const [name, symbol, amount] of shareOf(moved, 1)) {
  test(`${name} that a reorganisation moves into a block already searched, from any sender`, async () => {
    const transfer = await watched(amount, symbol)
    await engine.mine(3)
    await engine.poll(transfer)
    await engine.chain('anvil_reorg', 2, [[await signed(transfer), 0]])
    await engine.mine(12)
    assert.equal((await untilSucceeded(transfer)).state, 'Succeeded')
  })

  test(`${name} that a reorganisation moves into a block already searched, from a connected wallet`, async () => {
    const { transfer } = await engine.requestPayment(amount, { symbol })
    await engine.mine(3)
    await engine.poll(transfer)
    await engine.chain('anvil_reorg', 2, [[await signed(transfer, engine.owner), 0]])
    await engine.mine(12)
    assert.equal((await untilSucceeded(transfer)).state, 'Succeeded')
  })
}

test('the coin in a block that one node shows without it, and of which another has the balance and nonce', async () => {
  const fromAnybody = await watched('0.0425', 'ETH')
  await pay(fromAnybody)
  const { request, transfer: fromWallet } = await engine.requestPayment('0.0425', { symbol: 'ETH' })
  await engine.send(request)
  for (const transfer of [fromAnybody, fromWallet]) await pollWith(transfer, { transactionsIn: async () => [] })
  await engine.mine(12)
  assert.equal((await untilSucceeded(fromWallet)).state, 'Succeeded')
  assert.equal((await untilSucceeded(fromAnybody)).state, 'Succeeded')
})

test('the coin in a block of which a lagging node shows the version before a reorganisation', async () => {
  const fromAnybody = await watched('0.0435', 'ETH')
  await pay(fromAnybody)
  const { request, transfer: fromWallet } = await engine.requestPayment('0.0435', { symbol: 'ETH' })
  await engine.send(request)
  await engine.mine(3)
  for (const transfer of [fromAnybody, fromWallet]) await pollWith(transfer, { transactionsIn: async () => [] })
  await engine.mine(12)
  assert.equal((await untilSucceeded(fromWallet)).state, 'Succeeded')
  assert.equal((await untilSucceeded(fromAnybody)).state, 'Succeeded')
})

test('a token whose log one node did not have yet, after the head has moved on', async () => {
  const transfer = await watched('42.5')
  await pay(transfer)
  await pollWith(transfer, { tokenTransfers: async () => [] })
  await engine.mine(60)
  await pollWith(transfer, { tokenTransfers: async () => [] })
  await engine.mine(30)
  assert.equal((await untilSucceeded(transfer)).state, 'Succeeded')
})

const shown = [
  ['a token', 'USDC', '43.5'],
  ['the coin', 'ETH', '0.0435'],
] as const
for (const [name, symbol, amount] of shareOf(shown, 1)) {
  test(`${name} that one node shows and another does not know yet is not searched past`, async () => {
    const transfer = await watched(amount, symbol)
    await pay(transfer)
    await engine.mine(2)
    const { searchedBlock } = await watchOf(engine.deps.database.query, transfer.id)
    await pollWith(transfer, {}, { findPayment: async () => undefined })
    assert.equal((await watchOf(engine.deps.database.query, transfer.id)).searchedBlock, searchedBlock)
    await engine.mine(300)
    for (let poll = 0; poll < 3; poll++) await pollWith(transfer, {}, { findPayment: async () => undefined })
    assert.equal((await untilSucceeded(transfer)).state, 'Succeeded')
  })
}

test('a log without its transaction ends the poll, and nothing is searched past it', async () => {
  const transfer = await watched('44.5')
  await pay(transfer)
  await engine.mine(300)
  await assert.rejects(pollWith(transfer, { transaction: async () => null }), /does not know a transaction/)
  assert.equal((await untilSucceeded(transfer)).state, 'Succeeded')
})

test('a polled transaction is not dropped while another node shows it in a block', async () => {
  const transfer = await watched('45.5')
  await pay(transfer)
  const broadcast = await engine.poll(transfer)
  await pollWith(broadcast, {}, { findPayment: async () => undefined })
  assert.deepEqual(await engine.kindsOf(transfer), ['created', 'sent'])
})

test('logs that stay away for longer than polls search again: the last search finds the payment', async () => {
  const transfer = await watched('46.5')
  const hash = await pay(transfer)
  await pollWith(transfer, { tokenTransfers: async () => [] })
  await engine.mine(200)
  await pollWith(transfer, { tokenTransfers: async () => [] })
  await engine.mine(1_000)
  for (let poll = 0; poll < 3; poll++) assert.equal((await engine.poll(transfer)).state, 'AwaitingWallet')
  engine.wait(watchMs)
  const ended = await untilSucceeded(transfer)
  assert.deepEqual([ended.state, ended.hash], ['Succeeded', hash])
})

test('the last search goes on poll by poll, and the watch does not end before it is complete', async () => {
  const transfer = await watched('47.5')
  const { firstBlock } = await watchOf(engine.deps.database.query, transfer.id)
  const searched: number[][] = []
  const reads: Partial<EvmReads> = {
    head: async () => firstBlock + 2_500,
    tokenTransfers: async ({ fromBlock, toBlock }) => {
      searched.push([fromBlock - firstBlock, toBlock - firstBlock])
      return []
    },
  }
  for (let poll = 0; poll < 4; poll++) await pollWith(transfer, reads)
  assert.deepEqual(searched.splice(0).at(-1), [2_398, 2_500])
  engine.wait(watchMs)
  for (let poll = 0; poll < 2; poll++) await pollWith(transfer, reads)
  assert.deepEqual(await engine.kindsOf(transfer), ['created'])
  await pollWith(transfer, reads)
  assert.deepEqual(await engine.kindsOf(transfer), ['created', 'watchEnded'])
  assert.deepEqual(searched, [
    [1, 1_000],
    [1_001, 2_000],
    [2_001, 2_500],
  ])
})

test('the progress of a search from before the last search does not count', async () => {
  const { query } = engine.deps.database
  const transfer = await watched('48.5')
  const before = await watchOf(query, transfer.id)
  engine.wait(watchMs)
  await engine.poll(transfer)
  const during = await watchOf(query, transfer.id)
  await storeSearched(query, before, { ...before, searchedBlock: 1_000_000 })
  assert.deepEqual(await watchOf(query, transfer.id), during)
})

test('a watch that ends without a payment is flagged, and a reported hash resumes it', async () => {
  const { request, transfer } = await engine.requestPayment('49.5')
  engine.wait(watchMs)
  await engine.poll(transfer)
  assert.match((await attentionOf(transfer)) ?? '', /no payment was found on the chain in 24 hours/)
  const hash = await engine.send(request)
  // Reported before any node that is read knows it.
  const unknown = { ...at(), reads: { ...at().reads, transaction: async () => null, tokenTransfers: async () => [] } }
  await reportSent({ ...engine.deps, wallets: new Map([['base', unknown]]) }, transfer, hash)
  await engine.mine(4)
  assert.equal((await untilSucceeded(transfer)).state, 'Succeeded')
  assert.equal(await attentionOf(transfer), undefined)
})

test('a watch of seven days ends with a search of all of them', async () => {
  const { transfer } = await engine.requestPayment('50.5')
  await reportSent(engine.deps, transfer, `0x${'cd'.repeat(32)}`)
  engine.wait(watchMs)
  await engine.poll(transfer)
  assert.equal((await watchOf(engine.deps.database.query, transfer.id)).lastSearchAt, null)
  engine.wait(6 * 86_400_000)
  await engine.poll(transfer)
  assert.match((await attentionOf(transfer)) ?? '', /7 days/)
})

test('a request that was declined ends without an operator', async () => {
  const { transfer } = await engine.requestPayment('51.5')
  await reportDeclined(engine.deps, transfer)
  engine.wait(watchMs)
  await engine.poll(transfer)
  assert.equal((await engine.kindsOf(transfer)).at(-1), 'watchEnded')
  assert.equal(await attentionOf(transfer), undefined)
})

const unreadable: Partial<EvmReads> = { head: () => Promise.reject(new Error('the node does not respond')) }

test('a watch whose polls still fail an hour after its time is flagged, and ends when a poll completes the search', async () => {
  const transfer = await watched('53.5')
  engine.wait(watchMs)
  await assert.rejects(pollWith(transfer, unreadable), /does not respond/)
  assert.equal(await attentionOf(transfer), undefined)
  engine.wait(3_600_000)
  await assert.rejects(pollWith(transfer, unreadable), /does not respond/)
  assert.match((await attentionOf(transfer)) ?? '', /the polls of its node fail/)
  engine.wait(300_000)
  await engine.poll(transfer)
  assert.equal((await engine.kindsOf(transfer)).at(-1), 'watchEnded')
  assert.equal(await attentionOf(transfer), undefined)
})

test('a payment that is polled is flagged where its node stays unreadable', async () => {
  const transfer = await watched('54.5')
  await pay(transfer)
  const broadcast = await engine.poll(transfer)
  assert.equal(broadcast.state, 'Broadcast')
  const silent = { findPayment: () => Promise.reject(new Error('the node does not respond')) }
  engine.wait(watchMs + 3_600_000)
  await assert.rejects(pollWith(broadcast, {}, silent), /does not respond/)
  assert.match((await attentionOf(transfer)) ?? '', /the polls of its node fail/)
})

test('a declined request whose polls fail needs no operator', async () => {
  const { transfer } = await engine.requestPayment('55.5')
  await reportDeclined(engine.deps, transfer)
  engine.wait(watchMs + 3_600_000)
  await assert.rejects(pollWith(transfer, unreadable), /does not respond/)
  assert.equal(await attentionOf(transfer), undefined)
})

test('the last search reads no block where a receiver’s balance and nonce are as before the watch', async () => {
  const quiet = getAddress(`0x${'ab1e'.repeat(10)}`)
  const transfer = await watched('0.05', 'ETH', quiet)
  await engine.mine(3)
  await engine.poll(transfer)
  await engine.mine(200)
  engine.wait(watchMs)
  const read: number[] = []
  await pollWith(transfer, {
    transactionsIn: (block) => {
      read.push(block)
      return at().reads.transactionsIn(block)
    },
  })
  assert.deepEqual([(await engine.kindsOf(transfer)).at(-1), read], ['watchEnded', []])
})

test('a token sent again at a higher fee, of which no log is shown yet, is not called cancelled', async () => {
  await engine.chain('evm_setAutomine', false)
  try {
    const { request, transfer } = await engine.requestPayment('52.5')
    const nonce = Number(await engine.chain('eth_getTransactionCount', engine.owner.address, 'latest'))
    const slow = await engine.send(request, { nonce })
    await reportSent(engine.deps, transfer, slow)
    const fast = await engine.send(request, { nonce, feeTimes: 2n })
    await engine.mine(4)
    await pollWith({ ...transfer, state: 'Broadcast', hash: slow }, { tokenTransfers: async () => [] })
    const ended = await untilSucceeded(transfer)
    assert.deepEqual([ended.state, ended.hash], ['Succeeded', fast])
  } finally {
    await engine.chain('evm_setAutomine', true)
  }
})
