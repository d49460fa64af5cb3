// The outcome of a wallet's payment is read from the chain alone, whatever the page reports and however the chain behaves.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Chain, MinedPayment } from '../../../../server/chains/chain.ts'
import type { Buckets } from '../../../../server/limits/bucket.ts'
import { memoryBuckets } from '../../../../server/limits/memory-buckets.ts'
import { transferById } from '../../../../server/transfers/transfer-store.ts'
import { tokenTransferData } from '../../../../server/wallets/calldata.ts'
import { pollEvmWallet } from '../../../../server/wallets/poll-evm-wallet.ts'
import { reportDeclined, reportSent } from '../../../../server/wallets/wallet-callbacks.ts'
import { pollDue } from '../../../support/poll-due.ts'
import { startWalletEngine, type WalletEngine } from '../../../support/wallet-engine.ts'

let engine: WalletEngine
before(async () => {
  engine = await startWalletEngine()
})
after(() => engine.close())

/** Each test pays another amount, so that none finds the payment of another. */
let paid = 10
const newAmount = () => String(++paid)
const nonceOf = async (address: string) => Number(await engine.chain('eth_getTransactionCount', address, 'latest'))
const held = async (work: () => Promise<void>) => {
  await engine.chain('evm_setAutomine', false)
  try {
    await work()
  } finally {
    await engine.chain('evm_setAutomine', true)
  }
}

test('a hash that is another payment’s is no failure and no success: the real one is found all the same', async () => {
  const { request, transfer } = await engine.requestPayment(newAmount())
  const other = await engine.send(request, { from: engine.stranger })
  const { toAddress: to, amount } = transfer.terms
  const units = amount.toBaseUnits(6)
  const less = await engine.send({ ...request, data: tokenTransferData(to, units - 1n) })
  const more = await engine.send({ ...request, data: tokenTransferData(to, units + 1n) })
  for (const hash of [other, less, more, `0x${'ab'.repeat(32)}`]) {
    assert.equal((await reportSent(engine.deps, transfer, hash)).state, 'AwaitingWallet')
  }
  await engine.mine(5)
  assert.equal((await engine.poll(transfer)).state, 'AwaitingWallet')
  const hash = await engine.send(request)
  assert.equal((await engine.poll(transfer)).hash, hash)
  await engine.mine(3)
  assert.equal((await engine.poll(transfer)).state, 'Succeeded')
})

test('payments of one account are distinguished from those of another, token and coin', async () => {
  const chain = engine.deps.chains.get('base')
  assert.ok(chain)
  for (const [symbol, amount] of [
    ['USDC', '13.5'],
    ['ETH', '0.03125'],
  ] as const) {
    const { request, transfer } = await engine.requestPayment(amount, { symbol })
    const hash = await engine.send(request, { from: engine.stranger })
    const { toAddress: to, contract } = transfer.terms
    const paidBy = (from: string): Promise<MinedPayment | undefined> => chain.findPayment({ hash, to, contract, from })
    assert.equal((await paidBy(engine.owner.address))?.baseUnits, 0n)
    assert.equal(
      (await paidBy(engine.stranger.address))?.baseUnits,
      transfer.terms.amount.toBaseUnits(transfer.terms.decimals),
    )
  }
})

test('a payment sent before the wallet request counts for nothing', async () => {
  const amount = newAmount()
  const first = await engine.requestPayment(amount)
  const hash = await engine.send(first.request)
  await engine.mine(4)
  const accountId = await engine.connect('user-2')
  await engine.prove('user-2')
  const second = await engine.requestPayment(amount, { accountId, userId: 'user-2' })
  assert.equal((await reportSent(engine.deps, second.transfer, hash)).state, 'AwaitingWallet')
  assert.equal((await engine.poll(second.transfer)).state, 'AwaitingWallet')
  await engine.poll(first.transfer)
  assert.equal((await engine.poll(first.transfer)).state, 'Succeeded')
})

test('two equal payments requested at once: the one that is sent is one transfer, and the other remains open', async () => {
  const amount = newAmount()
  const [one, other] = [await engine.requestPayment(amount), await engine.requestPayment(amount)]
  const hash = await engine.send(one.request)
  await reportSent(engine.deps, other.transfer, hash)
  await engine.mine(4)
  await engine.poll(one.transfer)
  await engine.poll(one.transfer)
  const states = [(await engine.poll(one.transfer)).state, (await engine.poll(other.transfer)).state]
  assert.deepEqual(states, ['AwaitingWallet', 'Succeeded'])
  await engine.send(one.request)
  await engine.mine(4)
  await engine.poll(one.transfer)
  assert.equal((await engine.poll(one.transfer)).state, 'Succeeded')
})

test('a declined attempt gives way to the one requested after it', async () => {
  const amount = newAmount()
  const declined = await engine.requestPayment(amount)
  assert.equal(await reportDeclined(engine.deps, declined.transfer), null)
  const again = await engine.requestPayment(amount)
  await engine.send(again.request)
  await engine.mine(4)
  await engine.poll(again.transfer)
  assert.equal((await engine.poll(again.transfer)).state, 'Succeeded')
  assert.equal((await engine.poll(declined.transfer)).state, 'AwaitingWallet')
})

test('a payment sent once more at a higher fee is the same payment under another hash', async () => {
  await held(async () => {
    const { request, transfer } = await engine.requestPayment(newAmount())
    const nonce = await nonceOf(engine.owner.address)
    const slow = await engine.send(request, { nonce })
    assert.deepEqual([(await reportSent(engine.deps, transfer, slow)).hash], [slow])
    const fast = await engine.send(request, { nonce, feeTimes: 2n })
    await engine.mine(1)
    assert.equal((await engine.poll(transfer)).hash, fast)
    await engine.mine(2)
    const ended = await engine.poll(transfer)
    assert.deepEqual([ended.state, ended.hash], ['Succeeded', fast])
    assert.deepEqual(await engine.kindsOf(transfer), ['created', 'sent', 'replaced', 'succeeded'])
  })
})

test('a final transaction in its place ends the transfer as cancelled', async () => {
  await held(async () => {
    const { request, transfer } = await engine.requestPayment(newAmount())
    const nonce = await nonceOf(engine.owner.address)
    const hash = await engine.send(request, { nonce })
    await reportSent(engine.deps, transfer, hash)
    await engine.send(request, { nonce, feeTimes: 2n, to: engine.owner.address, data: '0x', value: 0n })
    await engine.mine(1)
    assert.equal((await engine.poll(transfer)).state, 'Broadcast')
    await engine.mine(3)
    const ended = await engine.poll(transfer)
    assert.deepEqual([ended.state, ended.errorType], ['Canceled', 'walletReplaced'])
  })
})

test('a coin sent at a higher fee while no server ran is found however far the chain has gone, and not called cancelled', async () => {
  const { request, transfer } = await engine.requestPayment('0.0625', { symbol: 'ETH' })
  const nonce = await nonceOf(engine.owner.address)
  // It waits for the one before it.
  const slow = await engine.send(request, { nonce: nonce + 1 }, 'waits')
  assert.deepEqual([(await reportSent(engine.deps, transfer, slow)).hash], [slow])
  await engine.mine(70)
  const fast = await engine.send(request, { nonce: nonce + 1, feeTimes: 2n }, 'waits')
  await engine.send(request, { nonce, to: engine.owner.address, data: '0x', value: 0n })
  await engine.mine(4)
  // One poll more or less, by how many blocks of the seventy the first one reaches.
  for (let polls = 0; polls < 4; polls++) await engine.poll(transfer)
  const ended = await engine.poll(transfer)
  assert.deepEqual([ended.state, ended.hash], ['Succeeded', fast])
})

test('mined just after a poll: the moved nonce is its own, and it is not reported as cancelled', async () => {
  const { request, transfer } = await engine.requestPayment(newAmount())
  await held(async () => {
    const hash = await engine.send(request, { nonce: await nonceOf(engine.owner.address) })
    assert.equal((await reportSent(engine.deps, transfer, hash)).state, 'Broadcast')
  })
  await engine.mine(4)
  const at = engine.deps.wallets.get('base')
  const before = await transferById(engine.deps.database.query, transfer.id)
  assert.ok(at && before)
  let isFirst = true
  const findPayment: Chain['findPayment'] = async (payment) => {
    if (!isFirst) return at.chain.findPayment(payment)
    isFirst = false
    return undefined
  }
  await pollEvmWallet(new Map([['base', { ...at, chain: { ...at.chain, findPayment } }]]))(engine.deps, before)
  assert.equal((await engine.poll(transfer)).state, 'Succeeded')
})

test('a transaction that the node forgets stays pending, and counts when it comes back', async () => {
  await held(async () => {
    const { request, transfer } = await engine.requestPayment(newAmount())
    const nonce = await nonceOf(engine.owner.address)
    const hash = await engine.send(request, { nonce })
    await reportSent(engine.deps, transfer, hash)
    await engine.chain('anvil_dropTransaction', hash)
    await engine.mine(5)
    assert.equal((await engine.poll(transfer)).state, 'Broadcast')
    await engine.poll(transfer)
    engine.wait(90_000_000)
    assert.equal((await engine.poll(transfer)).state, 'Broadcast')
    assert.equal(await engine.send(request, { nonce }), hash)
    await engine.mine(3)
    engine.wait(400_000)
    assert.equal((await engine.poll(transfer)).state, 'Succeeded')
    assert.deepEqual((await engine.kindsOf(transfer)).slice(0, 3), ['created', 'sent', 'dropped'])
  })
})

test('a payment that the token refuses ends as rejected, and not before it is final', async () => {
  const { request, transfer } = await engine.requestPayment('2000')
  await engine.send((await engine.requestPayment('1500')).request)
  const hash = await engine.send(request)
  await reportSent(engine.deps, transfer, hash)
  assert.equal((await engine.poll(transfer)).state, 'Broadcast')
  await engine.mine(3)
  const ended = await engine.poll(transfer)
  assert.deepEqual([ended.state, ended.errorType], ['Rejected', 'walletReverted'])
})

test('a node is polled at a limited rate: a transfer over the limit is polled later', async () => {
  const { request, transfer } = await engine.requestPayment(newAmount())
  await engine.send(request)
  engine.wait(1_000)
  const used = memoryBuckets()
  const buckets: Buckets = { ...used, take: async () => ({ allowed: false, remaining: 0, seconds: 1 }) }
  assert.equal(await pollDue(engine.deps, { buckets }), 0)
  const { query } = engine.deps.database
  assert.equal((await transferById(query, transfer.id))?.state, 'AwaitingWallet')
  assert.equal((await engine.poll(transfer)).state, 'Broadcast')
})

test('a server that starts during a search resumes where the last one was', async () => {
  const { request, transfer } = await engine.requestPayment(newAmount())
  const restarted = engine.restarted()
  await engine.send(request)
  assert.equal((await restarted.poll(transfer)).state, 'Broadcast')
  await engine.mine(3)
  assert.equal((await engine.restarted().poll(transfer)).state, 'Succeeded')
})

test('a reorganised chain takes the confirmations back, and the payment counts where it is mined anew', async () => {
  const { request, transfer } = await engine.requestPayment(newAmount())
  const hash = await engine.send(request)
  await reportSent(engine.deps, transfer, hash)
  await engine.mine(1)
  assert.equal((await engine.poll(transfer)).confirmations, 2)
  const raw = (await engine.chain('eth_getRawTransactionByHash', hash)) as string
  await engine.chain('anvil_reorg', 2, [])
  assert.equal((await engine.poll(transfer)).confirmations, 0)
  await engine.chain('eth_sendRawTransaction', raw)
  await engine.mine(3)
  const ended = await engine.poll(transfer)
  assert.deepEqual([ended.state, ended.hash], ['Succeeded', hash])
  assert.ok((await engine.kindsOf(transfer)).includes('reorganised'))
})

test('the coin itself, in a block that a reorganisation added: found by the sender’s nonce', async () => {
  const { request, transfer } = await engine.requestPayment('0.125', { symbol: 'ETH' })
  await engine.mine(70)
  await engine.poll(transfer)
  const other = await engine.send({ ...request, value: '0x1' })
  assert.equal((await reportSent(engine.deps, transfer, other)).state, 'AwaitingWallet')
  const hash = await engine.send(request)
  await engine.mine(4)
  await engine.poll(transfer)
  const ended = await engine.poll(transfer)
  assert.deepEqual([ended.state, ended.hash], ['Succeeded', hash])
})

test('no report for a day: the search ends without an outcome, and a report resumes it', async () => {
  const { request, transfer } = await engine.requestPayment(newAmount())
  engine.wait(87_000_000)
  const left = await engine.poll(transfer)
  assert.deepEqual([left.state, (await engine.kindsOf(transfer)).at(-1)], ['AwaitingWallet', 'watchEnded'])
  const hash = await engine.send(request)
  await engine.mine(4)
  assert.equal((await reportSent(engine.deps, left, hash)).hash, hash)
  assert.equal((await engine.poll(transfer)).state, 'Succeeded')
})
