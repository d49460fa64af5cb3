// A payment without proof is reported neither as paid nor as failed, and no second payment is requested for it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EvmReads } from '../../../../server/chains/evm-reads.ts'
import type { ApiError } from '../../../../server/contract/errors.ts'
import type { Resolution } from '../../../../server/transfers/resolution.ts'
import { resolveTransfer } from '../../../../server/transfers/resolve.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { tokenTransferData } from '../../../../server/wallets/calldata.ts'
import { reportDeclined, reportSent } from '../../../../server/wallets/wallet-callbacks.ts'
import type { WalletNetwork } from '../../../../server/wallets/wallet-networks.ts'
import { succeededBy } from '../../../support/succeeded-by.ts'
import { useWalletEngine } from '../../../support/use-wallet-engine.ts'

const { engine, newAmount } = useWalletEngine()
const nonceOf = async (address: string) => Number(await engine.chain('eth_getTransactionCount', address, 'latest'))
const refusedAs = (type: string) => (error: ApiError) => error.type === type

/** Mines nothing meanwhile, and then all. */
async function held<T>(work: () => Promise<T>): Promise<T> {
  await engine.chain('evm_setAutomine', false)
  try {
    return await work()
  } finally {
    await engine.chain('evm_setAutomine', true)
    await engine.mine(1)
  }
}

/** As most public nodes: pending transactions are counted, and not shown. */
async function hidden<T>(work: () => Promise<T>): Promise<T> {
  const { reads } = engine.deps.wallets.get('base') as WalletNetwork
  const { waiting } = reads
  const showNothing: EvmReads['waiting'] = async () => []
  Object.assign(reads, { waiting: showNothing })
  try {
    return await work()
  } finally {
    Object.assign(reads, { waiting })
  }
}

const nothing = () => ({ to: engine.owner.address, data: '0x', value: 0n }) as const

test('a wallet that fails after it has sent: a retry finds the payment in the mempool and requests nothing', async () => {
  await held(async () => {
    const { request, transfer } = await engine.requestPayment(newAmount())
    const hash = await engine.send(request)
    const again = await engine.requestPaymentAgain(transfer)
    assert.equal(again.outcome, 'ordered')
    assert.equal('transfer' in again && again.transfer?.hash, hash)
  })
})

test('where the node does not show its mempool, the same and a new preview return walletMayHaveSent', async () => {
  const { transfer, hash } = await held(() =>
    hidden(async () => {
      const { request, transfer } = await engine.requestPayment(newAmount())
      const hash = await engine.send(request)
      await assert.rejects(engine.requestPaymentAgain(transfer), refusedAs('walletMayHaveSent'))
      await assert.rejects(engine.requestPayment(transfer.terms.amount.toString()), refusedAs('walletMayHaveSent'))
      await assert.rejects(engine.requestPayment(newAmount()), refusedAs('walletMayHaveSent'))
      return { transfer, hash }
    }),
  )
  const isThat = (error: ApiError) =>
    error.type === 'duplicateTransferInProgress' && error.data.transferId === transfer.id
  await assert.rejects(engine.requestPayment(transfer.terms.amount.toString()), isThat)
  assert.equal((await engine.poll(transfer)).hash, hash)
  await assert.rejects(engine.requestPayment(transfer.terms.amount.toString()), isThat)
  await engine.requestPayment(newAmount())
  // Once it has arrived, a second payment is requested on purpose.
  await engine.mine(10)
  assert.equal((await engine.poll(transfer)).state, 'Succeeded')
  await engine.requestPayment(transfer.terms.amount.toString())
})

test('a preview that has expired returns walletMayHaveSent while the account has a payment that nobody can identify', async () => {
  const { transfer, hash } = await held(() =>
    hidden(async () => {
      const { request, transfer } = await engine.requestPayment(newAmount())
      const hash = await engine.send(request)
      for (const ms of [301_000, 600_001]) {
        engine.wait(ms)
        await assert.rejects(engine.requestPaymentAgain(transfer), refusedAs('walletMayHaveSent'))
      }
      return { transfer, hash }
    }),
  )
  assert.equal((await engine.poll(transfer)).hash, hash)
})

test('a preview that has expired is refused as expired if the account has sent nothing', async () => {
  const { transfer } = await engine.requestPayment(newAmount())
  engine.wait(301_000)
  await assert.rejects(engine.requestPaymentAgain(transfer), refusedAs('previewExpired'))
})

test('an unidentified transaction of the account blocks requests while it is unknown, and ten minutes at most', async () => {
  await held(async () => {
    const { request, transfer } = await engine.requestPayment(newAmount())
    await engine.send(request, nothing())
    // Shown by the node, it cannot be the payment.
    assert.equal((await engine.requestPaymentAgain(transfer)).outcome, 'walletRequired')
    await hidden(async () => {
      await assert.rejects(engine.requestPayment(newAmount()), refusedAs('walletMayHaveSent'))
      const foreign = await engine.connect('user-2')
      await engine.requestPayment(newAmount(), { accountId: foreign, userId: 'user-2' })
      engine.wait(600_001)
      await engine.requestPayment(newAmount())
    })
  })
})

test('a declined request and a transfer that is polled already explain a waiting transaction', async () => {
  await held(async () => {
    const { request, transfer } = await engine.requestPayment(newAmount())
    await reportDeclined(engine.deps, transfer)
    await engine.send(request, nothing())
    await hidden(() => engine.requestPayment(newAmount()))
  })
  engine.wait(600_001)
  await held(async () => {
    const open = await engine.requestPayment(newAmount())
    const sent = await engine.requestPayment(newAmount())
    const hash = await engine.send(sent.request)
    assert.equal((await reportSent(engine.deps, sent.transfer, hash)).state, 'Broadcast')
    await hidden(() => engine.requestPaymentAgain(open.transfer))
  })
})

test('a hash that the page reported and no node knows blocks requests, too', async () => {
  const { transfer } = await engine.requestPayment(newAmount())
  await reportSent(engine.deps, transfer, `0x${'ab'.repeat(32)}`)
  await assert.rejects(engine.requestPaymentAgain(transfer), refusedAs('walletMayHaveSent'))
  engine.wait(600_001)
  await engine.requestPayment(newAmount())
})

/** A transaction is pending already. The wallet's owner replaces it with the payment, by hand. */
async function paidInPlace(amount: string): Promise<{ transfer: Transfer; hash: string }> {
  await engine.chain('evm_setAutomine', false)
  const nonce = await nonceOf(engine.owner.address)
  const { request } = { request: { ...nothing(), chainId: '0x1', from: '', value: '0x0', gas: '0x5208' } }
  await engine.send(request, { nonce })
  const requested = await engine.requestPayment(amount)
  const hash = await engine.send(requested.request, { nonce, feeTimes: 3n })
  await engine.chain('evm_setAutomine', true)
  await engine.mine(4)
  return { transfer: requested.transfer, hash }
}

test('a nonce that its owner chose: paid in the place of something else that the node has shown', async () => {
  const { transfer, hash } = await paidInPlace(newAmount())
  await reportSent(engine.deps, transfer, hash)
  const ended = await engine.poll(transfer)
  assert.deepEqual([ended.state, ended.hash], ['Succeeded', hash])
})

test('in the place of an unseen transaction it may be an earlier payment: ambiguous, until an operator resolves it', async () => {
  const { transfer, hash } = await hidden(() => paidInPlace(newAmount()))
  const seen = await reportSent(engine.deps, transfer, hash)
  assert.deepEqual([seen.state, seen.hash, /nonce/.test(seen.attention ?? '')], ['Ambiguous', hash, true])
  engine.wait(400_000)
  assert.equal((await engine.poll(transfer)).state, 'Ambiguous')
  const evidence = 'The transaction was first seen by the explorer after the wallet request.'
  const resolve = (resolution: Resolution) =>
    resolveTransfer(engine.deps, { transferId: transfer.id, resolution, evidence, operator: 'Kim' })
  await assert.rejects(resolve({ kind: 'notSent' }), /may still reach the network, until/)
  assert.equal((await resolve(succeededBy(hash))).state, 'Succeeded')
})

test('a payment that stays out of every block is an operator’s to end after a day, and not before', async () => {
  const transfer = await held(async () => {
    const { request, transfer } = await engine.requestPayment(newAmount())
    const hash = await engine.send(request)
    await reportSent(engine.deps, transfer, hash)
    await engine.chain('anvil_dropTransaction', hash)
    return transfer
  })
  await engine.poll(transfer)
  const evidence = 'No explorer knows it, and the owner has sent it again since.'
  const request = { transferId: transfer.id, resolution: { kind: 'notSent' }, evidence, operator: 'Kim' } as const
  await assert.rejects(resolveTransfer(engine.deps, request), /needs no operator/)
  engine.wait(86_400_001)
  assert.match((await engine.poll(transfer)).attention ?? '', /24 hours/)
  assert.equal((await resolveTransfer(engine.deps, request)).state, 'NotSent')
})

/** Makes any caller's call: to, value and data. */
const callerCode = '0x604036036040600037600060006040360360006020356000355af100'
const contractAddress = '0x00000000000000000000000000000000c0ffee01'
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')

/** The owner has the contract pay, from within another account's call. */
function payFromWithin({ to, value, data }: { to: string; value: string; data: string }) {
  const call = `0x${word(to)}${word(value)}${data.slice(2)}` as const
  const request = { to: contractAddress, data: call, chainId: '0x1', from: '', value: '0x0', gas: '0x30d40' }
  return engine.send(request, { from: engine.stranger })
}

async function connectContract(): Promise<string> {
  await engine.chain('anvil_setCode', contractAddress, callerCode)
  await engine.chain('anvil_setBalance', contractAddress, '0xde0b6b3a7640000')
  const { request } = await engine.requestPayment(newAmount())
  await engine.send({ ...request, data: tokenTransferData(contractAddress, 900_000_000n) }, { gas: 100_000n })
  return engine.connect('user-1', contractAddress)
}

test('a contract pays a token from within another account’s call: the token’s log proves it', async () => {
  const accountId = await connectContract()
  const { request, transfer } = await engine.requestPayment(newAmount(), { accountId })
  const hash = await payFromWithin(request)
  await engine.mine(3)
  await engine.poll(transfer)
  const ended = await engine.poll(transfer)
  assert.deepEqual([ended.state, ended.hash], ['Succeeded', hash])
})

test('a contract pays the coin from within: neither succeeded nor failed, and an operator is called', async () => {
  const accountId = await connectContract()
  const { request, transfer } = await engine.requestPayment('0.25', { accountId, symbol: 'ETH' })
  await engine.mine(3)
  assert.equal((await engine.poll(transfer)).state, 'AwaitingWallet')
  const hash = await payFromWithin(request)
  await engine.mine(4)
  const seen = await reportSent(engine.deps, transfer, hash)
  assert.deepEqual([seen.state, /contract/.test(seen.attention ?? '')], ['Ambiguous', true])
  assert.deepEqual((await engine.kindsOf(transfer)).at(-1), 'unclear')
  await assert.rejects(
    engine.requestPayment('0.25', { accountId, symbol: 'ETH' }),
    refusedAs('duplicateTransferInProgress'),
  )
})

test('an owner’s account with code that pays by a transaction makes no other attempt ambiguous', async () => {
  await engine.chain('anvil_setCode', contractAddress, callerCode)
  await engine.chain('anvil_setCode', engine.owner.address, `0xef0100${contractAddress.slice(2)}`)
  const left = await engine.requestPayment('0.03125', { symbol: 'ETH' })
  const sent = await engine.requestPayment('0.0625', { symbol: 'ETH' })
  await engine.send(sent.request)
  await engine.mine(4)
  await engine.poll(sent.transfer)
  assert.equal((await engine.poll(sent.transfer)).state, 'Succeeded')
  assert.equal((await engine.poll(left.transfer)).state, 'AwaitingWallet')
  // Paid from within a call after all, as much as both together: that is more than the other explains.
  await engine.send({ ...sent.request, value: '0x6f05b59d3b20000' })
  await engine.mine(4)
  assert.equal((await engine.poll(left.transfer)).state, 'Ambiguous')
  await engine.chain('anvil_setCode', engine.owner.address, '0x')
})

test('a contract that has a request and has paid nothing is waited for', async () => {
  const accountId = await connectContract()
  const { transfer } = await engine.requestPayment('0.125', { accountId, symbol: 'ETH' })
  await engine.send((await engine.requestPayment('0.0625', { symbol: 'ETH' })).request)
  await engine.mine(4)
  assert.equal((await engine.poll(transfer)).state, 'AwaitingWallet')
})

test('a page that reports another transfer’s payment makes nothing ambiguous: the payment is matched already', async () => {
  const amount = newAmount()
  const { one, two } = await held(async () => {
    const first = await engine.requestPayment(amount)
    await reportDeclined(engine.deps, first.transfer)
    const { transfer } = await engine.requestPayment(amount)
    const hash = await engine.send(first.request)
    await reportSent(engine.deps, first.transfer, hash)
    await reportSent(engine.deps, transfer, hash)
    return { one: first.transfer, two: transfer }
  })
  assert.equal((await engine.poll(two)).state, 'AwaitingWallet')
  await engine.mine(10)
  await engine.poll(one)
  assert.equal((await engine.poll(one)).state, 'Succeeded')
  assert.equal((await engine.poll(two)).state, 'AwaitingWallet')
})
