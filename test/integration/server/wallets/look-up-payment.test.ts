// What the chain shows of a transaction that an operator wants to record as a transfer's payment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Chain } from '../../../../server/chains/chain.ts'
import type { ApiError } from '../../../../server/contract/errors.ts'
import type { PaymentDifference } from '../../../../server/contract/payment-difference.ts'
import { inTransaction } from '../../../../server/storage/storage.ts'
import { resolveTransfer } from '../../../../server/transfers/resolve.ts'
import { eventsOf } from '../../../../server/transfers/timeline.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { tokenTransferData } from '../../../../server/wallets/calldata.ts'
import { lookUpPayment, resolutionOf } from '../../../../server/wallets/look-up-payment.ts'
import { watchOf } from '../../../../server/wallets/watch-rows.ts'
import { useWalletEngine } from '../../../support/use-wallet-engine.ts'

const { engine, newAmount } = useWalletEngine()
const elsewhere = `0x${'1e'.repeat(20)}`
/** Enough for an address that has no tokens yet. */
const gas = '0x186a0'
const lookUp = (transfer: Transfer, hash: string) => lookUpPayment(engine.deps, transfer, hash)
const differencesOf = async (transfer: Transfer, hash: string) => (await lookUp(transfer, hash)).differences

async function resolve(transfer: Transfer, hash: string, despite: PaymentDifference[] = []): Promise<Transfer> {
  engine.wait(86_400_001)
  const resolution = await resolutionOf(engine.deps, transfer, { kind: 'succeeded', hash, despite })
  const evidence = 'The explorer shows the payment of the user.'
  return resolveTransfer(engine.deps, { transferId: transfer.id, resolution, evidence, operator: 'Kim' })
}

function refusedAt(field: string, problem: RegExp) {
  return (error: ApiError) => error.data.field === field && problem.test(error.message)
}

async function detailOf({ id }: Transfer) {
  return (await eventsOf(engine.deps.database.query, id)).at(-1)?.detail
}

test('the payment of the transfer, in a token and in coins, is recorded with what the node shows', async () => {
  for (const [symbol, amount] of [
    ['USDC', newAmount()],
    ['ETH', '0.03125'],
  ] as const) {
    const { request, transfer } = await engine.requestPayment(amount, { symbol })
    const hash = await engine.send(request)
    await engine.mine(2)
    const { node, differences, text } = await lookUp(transfer, hash.toUpperCase().replace('0X', '0x'))
    assert.deepEqual([node, differences], ['responded', []])
    const { toAddress } = transfer.terms
    assert.equal(text, `It pays ${amount} ${symbol} to ${toAddress}. It has 3 confirmations; 3 are required.`)
    assert.equal((await resolve(transfer, hash)).state, 'Succeeded')
    assert.equal((await detailOf(transfer))?.report, text)
  }
})

test('a payment to another address is not recorded, unless the operator confirms exactly that', async () => {
  const { request, transfer } = await engine.requestPayment(newAmount())
  const { amount, toAddress } = transfer.terms
  const hash = await engine.send({ ...request, data: tokenTransferData(elsewhere, amount.toBaseUnits(6)), gas })
  await engine.mine(2)
  const { differences, text } = await lookUp(transfer, hash)
  assert.deepEqual(differences, ['otherRecipient'])
  assert.match(
    text,
    new RegExp(
      `^The node shows no payment of USDC to ${toAddress}\\. It pays ${amount} USDC to ${elsewhere} from 0x`,
      'i',
    ),
  )
  const refused = refusedAt('despite', /^Field despite must confirm otherRecipient\. The node shows no payment of USDC/)
  await assert.rejects(resolve(transfer, hash), refused)
  await assert.rejects(resolve(transfer, hash, ['otherAmount', 'notFound']), refused)
  assert.equal((await resolve(transfer, hash, ['otherRecipient'])).state, 'Succeeded')
  assert.deepEqual([(await detailOf(transfer))?.report, (await detailOf(transfer))?.despite], [text, 'otherRecipient'])
})

test('another amount, another sender, another coin and too few confirmations are each named', async () => {
  const { request, transfer } = await engine.requestPayment(newAmount())
  const { amount, toAddress } = transfer.terms
  const less = amount.toBaseUnits(6) - 100_000n
  const less01 = await engine.send({ ...request, data: tokenTransferData(toAddress, less) })
  const byOther = await engine.send(request, { from: engine.stranger })
  const inCoins = await engine.send({ ...request, to: toAddress, data: '0x', value: '0x5' })
  const young = await engine.send(request)
  assert.deepEqual(await differencesOf(transfer, young), ['fewConfirmations'])
  await engine.mine(2)
  assert.deepEqual(await differencesOf(transfer, less01), ['otherAmount'])
  assert.match((await lookUp(transfer, less01)).text, /and the transfer is of \d+ USDC\./)
  assert.deepEqual(await differencesOf(transfer, byOther), ['otherSender'])
  assert.deepEqual(await differencesOf(transfer, inCoins), ['otherRecipient'])
  assert.match((await lookUp(transfer, inCoins)).text, /It pays 0\.000000000000000005 ETH to /)
})

test('a payment that is older than the request is named', async () => {
  const { request, transfer } = await engine.requestPayment(newAmount())
  const hash = await engine.send(request)
  await engine.mine(2)
  assert.deepEqual(await differencesOf(transfer, hash), [])
  const { query } = engine.deps.database
  const { firstBlock } = await watchOf(query, transfer.id)
  const requestedAt = (block: number) =>
    query.updateTable('wallet_watch').set({ first_block: block }).where('transfer_id', '=', transfer.id).execute()
  await requestedAt(firstBlock + 1)
  assert.deepEqual(await differencesOf(transfer, hash), ['beforeRequest'])
  assert.match(
    (await lookUp(transfer, hash)).text,
    /It is older than the request to the wallet\. It has 3 confirmations/,
  )
  await assert.rejects(resolve(transfer, hash), refusedAt('despite', /must confirm beforeRequest\./))
})

test('a transaction that no block has, and one that failed, pay nothing', async () => {
  const { request, transfer } = await engine.requestPayment(newAmount())
  assert.deepEqual(await differencesOf(transfer, `0x${'ab'.repeat(32)}`), ['notFound'])
  const reverted = await engine.send({ ...request, data: tokenTransferData(elsewhere, 10n ** 30n), gas })
  assert.deepEqual(await differencesOf(transfer, reverted), ['reverted'])
})

test('the payment of one transfer is never recorded for another, whatever the operator confirms', async () => {
  const { first, second, hash } = await payFirstOfTwo()
  assert.deepEqual(await differencesOf(second, hash), ['equalTransfer'])
  assert.match((await lookUp(second, hash)).text, new RegExp(`expected by transfer ${first.id}\\.`))
  assert.equal((await resolve(first, hash, ['equalTransfer'])).state, 'Succeeded')
  const ofFirst = refusedAt('hash', new RegExp(`belongs to transfer ${first.id} already`))
  await assert.rejects(resolve(second, hash, ['equalTransfer', 'otherTransfer']), ofFirst)
  // A transfer to another address, which the transaction does not pay.
  const { query } = engine.deps.database
  await query.updateTable('transfer').set({ to_address: elsewhere }).where('id', '=', first.id).execute()
  await query.updateTable('transfer').set({ proof: 'of another address' }).where('id', '=', first.id).execute()
  const payment: Chain['findPayment'] = async () => undefined
  const deps = { ...engine.deps, chains: new Map([['base', { ...chainOfBase(), findPayment: payment }]]) }
  await assert.rejects(lookUpPayment(deps, second, hash), ofFirst)
  // The node shows a payment of each: one transaction has paid both addresses.
  assert.deepEqual(await differencesOf(second, hash), [])
})

test('a transaction that another open transfer has is recorded only if the operator confirms that', async () => {
  const { first, second, hash } = await payFirstOfTwo()
  await showPayment(first, hash)
  assert.deepEqual(await differencesOf(second, hash), ['otherTransfer'])
  await assert.rejects(resolve(second, hash), refusedAt('despite', /must confirm otherTransfer\./))
})

test('another transfer that gets the transaction after it was looked up is found', async () => {
  const { first, second, hash } = await payFirstOfTwo()
  engine.wait(86_400_001)
  const outcome = { kind: 'succeeded', hash, despite: ['equalTransfer'] } as const
  const resolution = await resolutionOf(engine.deps, second, outcome)
  await showPayment(first, hash)
  const request = { transferId: second.id, resolution, evidence: 'The explorer shows it.', operator: 'Kim' }
  await assert.rejects(resolveTransfer(engine.deps, request), refusedAt('despite', /must confirm otherTransfer\./))
})

test('a node that does not respond has to be confirmed, and without a node nothing has', async () => {
  const { transfer } = await engine.requestPayment(newAmount())
  const hash = `0x${'cd'.repeat(32)}`
  const findPayment: Chain['findPayment'] = () => Promise.reject(new Error('https://node.example/key'))
  const silent = { ...engine.deps, chains: new Map([['base', { ...chainOfBase(), findPayment }]]) }
  const { differences, text } = await lookUpPayment(silent, transfer, hash)
  assert.deepEqual([differences, text], [['unreachable'], 'The node of Base does not respond.'])
  const without = { ...engine.deps, chains: new Map() }
  const report = await lookUpPayment(without, transfer, hash)
  assert.deepEqual(
    [report.node, report.differences, report.text],
    ['none', [], 'No node of Base is configured to look it up.'],
  )
})

test('no transaction of the database is open while the node is called', async () => {
  const { request, transfer } = await engine.requestPayment(newAmount())
  const hash = await engine.send(request)
  let writes = 0
  const findPayment: Chain['findPayment'] = async (payment) => {
    await inTransaction(engine.deps.database, (query) => query.updateTable('client').set({ name: 'Shop' }).execute())
    writes += 1
    return chainOfBase().findPayment(payment)
  }
  await lookUpPayment(
    { ...engine.deps, chains: new Map([['base', { ...chainOfBase(), findPayment }]]) },
    transfer,
    hash,
  )
  assert.equal(writes, 2)
})

/** Two users of one address request equal payments, and the wallet pays the first one. */
async function payFirstOfTwo() {
  const amount = newAmount()
  const { request, transfer: first } = await engine.requestPayment(amount)
  await engine.prove('user-2')
  const accountId = await engine.connect('user-2')
  const { transfer: second } = await engine.requestPayment(amount, { accountId, userId: 'user-2' })
  const hash = await engine.send(request)
  await engine.mine(2)
  return { first, second, hash }
}

/** The node has shown that the transaction is the payment of this transfer. */
async function showPayment({ id }: Transfer, hash: string): Promise<void> {
  const broadcast = { hash, state: 'Broadcast', status: 'Pending' }
  await engine.deps.database.query.updateTable('transfer').set(broadcast).where('id', '=', id).execute()
}

function chainOfBase(): Chain {
  const chain = engine.deps.chains.get('base')
  assert.ok(chain)
  return chain
}
