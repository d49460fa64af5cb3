// Paying on Solana from a wallet that is not connected: by a link, which names the transfer, or by hand, which names nothing.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CallRefused } from '../../../../sandbox/solana/ledger.ts'
import { hasLitesvm } from '../../../../sandbox/solana/litesvm.ts'
import { tokenAccountOf } from '../../../../server/chains/solana-keys.ts'
import { paymentMessage, transactionOf } from '../../../../server/chains/solana-message.ts'
import { createClient } from '../../../../server/clients/clients.ts'
import { Amount } from '../../../../server/contract/amount.ts'
import { solana } from '../../../../server/networks/solana.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { referenceOf } from '../../../../server/wallets/payment-reference.ts'
import { pollSolanaWallet } from '../../../../server/wallets/poll-solana-wallet.ts'
import { type RequestedPayment, requestPayment } from '../../../../server/wallets/request-payment.ts'
import { seenPayments } from '../../../../server/wallets/seen-payments.ts'
import { proofSuite } from '../../../support/length.ts'
import { type SolanaEngine, startSolanaEngine } from '../../../support/solana-engine.ts'
import { newSolanaKey } from '../../../support/solana-node.ts'

const usdc = solana.tokens.find(({ symbol }) => symbol === 'USDC')
const skip = hasLitesvm() ? false : 'no litesvm for this machine'

let engine: SolanaEngine
let clientId = ''
before(async () => {
  if (skip) return
  engine = await startSolanaEngine()
  clientId = (await createClient(engine.deps, { name: 'Shop', callbackUrls: ['https://shop.example/done'] })).id
})
after(() => engine?.close())

interface PaymentOptions {
  symbol?: string
  userId?: string
  environment?: 'sandbox' | 'production'
}

function requestPaymentLink(
  amount: string,
  { symbol = 'USDC', userId = 'user-1', environment = 'sandbox' }: PaymentOptions = {},
): Promise<RequestedPayment> {
  const destination = { networkId: solana.id, symbol, address: engine.recipient, addressTag: '' }
  const owner = { clientId, userId, linkId: 'link-1', transactionId: null, allowed: [destination] }
  return requestPayment({ ...engine.deps, environment }, owner, { destination, amount: Amount.parse(amount) })
}

async function watched(amount: string, what: PaymentOptions = {}): Promise<Transfer> {
  const { transfer } = await requestPaymentLink(amount, what)
  assert.ok(transfer)
  return transfer
}

/** From a wallet that knows the recipient, the amount and, where it followed the link, the transfer's name. */
async function pay(units: bigint, { symbol = 'USDC', reference = newSolanaKey().address } = {}): Promise<string> {
  const { owner, recipient, node, at } = engine
  const { contract: mint = '', decimals = 0 } = symbol === 'USDC' ? (usdc ?? {}) : { contract: '', decimals: 9 }
  const { blockhash } = await at.reads.lifetime()
  const payment = { from: owner.address, to: recipient, mint, decimals, units, makesAccount: false, reference }
  const transaction = Buffer.from(transactionOf(paymentMessage(payment, blockhash))).toString('base64')
  return String(node.ledger().respond('sendTransaction', [owner.sign(transaction), {}]))
}

async function untilEnd(transfer: Transfer): Promise<Transfer> {
  let seen = transfer
  for (let poll = 0; poll < 60 && seen.state !== 'Succeeded'; poll++) seen = await engine.poll(seen)
  return seen
}

test('a payment of another amount is shown to operators', { skip }, async () => {
  await pay(19_800_000n)
  engine.wait(60_000)
  const transfer = await watched('20')
  engine.wait(1_000)
  const [far, near] = [await pay(15_000_000n), await pay(19_900_000n)]
  engine.wait(1_000)
  const { at, deps } = engine
  const seen = await seenPayments({ ...deps, solana: new Map([['solana', at]]) }, transfer)
  assert.ok(seen.kind === 'newest')
  assert.deepEqual(seen.payments, [
    { hash: near, from: null, units: 19_900_000n },
    { hash: far, from: null, units: 15_000_000n },
  ])
})

test('the link names the transfer, and a transaction with its reference is its payment', { skip }, async () => {
  const { uri, transfer } = await requestPaymentLink('25.5', { environment: 'production' })
  assert.ok(transfer)
  const reference = referenceOf(transfer.id)
  assert.equal(uri, `solana:${engine.recipient}?amount=25.5&spl-token=${usdc?.contract}&reference=${reference}`)
  await pay(25_400_000n, { reference })
  for (let poll = 0; poll < 5; poll++) await engine.poll(transfer)
  assert.equal((await engine.stored(transfer)).state, 'AwaitingWallet')
  const hash = await pay(25_500_000n, { reference })
  const ended = await untilEnd(await engine.stored(transfer))
  assert.deepEqual([ended.state, ended.hash], ['Succeeded', hash])
})

test('by hand a token from any sender: exactly this amount, and once', { skip }, async () => {
  await pay(26_500_000n)
  engine.wait(2_000)
  const transfer = await watched('26.5')
  assert.equal((await requestPaymentLink('26.5')).transfer?.id, transfer.id)
  await pay(26_499_999n)
  await pay(26_500_001n)
  for (let poll = 0; poll < 40; poll++) await engine.poll(transfer)
  assert.equal((await engine.stored(transfer)).state, 'AwaitingWallet')
  const hash = await pay(26_500_000n)
  const ended = await untilEnd(await engine.stored(transfer))
  assert.deepEqual([ended.state, ended.hash], ['Succeeded', hash])
  const next = await watched('26.5')
  for (let poll = 0; poll < 10; poll++) await engine.poll(next)
  assert.deepEqual([(await engine.stored(next)).state, next.id === transfer.id], ['AwaitingWallet', false])
})

test('by hand the coin itself', { skip }, async () => {
  const transfer = await watched('0.0625', { symbol: 'SOL' })
  const hash = await pay(62_500_000n, { symbol: 'SOL' })
  const ended = await untilEnd(transfer)
  assert.deepEqual([ended.state, ended.hash], ['Succeeded', hash])
})

test('a transaction with another transfer’s reference is no payment by hand of this one', { skip }, async () => {
  const { request, transfer: ofWallet } = await engine.requestPayment('27.5')
  const byHand = await watched('27.5')
  engine.node.ledger().respond('sendTransaction', [engine.owner.sign(request.transaction), {}])
  engine.wait(2_000)
  // The other is not polled yet, and has not claimed it.
  await pollSolanaWallet(engine.at)(engine.deps, byHand)
  assert.equal((await engine.stored(byHand)).state, 'AwaitingWallet')
  assert.equal((await untilEnd(ofWallet)).state, 'Succeeded')
  assert.equal((await engine.poll(byHand)).state, 'AwaitingWallet')
})

test('a second payment by one user’s link is no other user’s payment by hand, however the first one ended', {
  skip,
}, async () => {
  const first = await watched('29.5')
  const reference = referenceOf(first.id)
  await pay(29_500_000n, { reference })
  assert.equal((await untilEnd(first)).state, 'Succeeded')
  const other = await watched('29.5', { userId: 'user-2' })
  engine.wait(2_000)
  await pay(29_500_000n, { reference })
  for (let poll = 0; poll < 10; poll++) await engine.poll(other)
  assert.equal((await engine.stored(other)).state, 'AwaitingWallet')
})

test('a node that lags, or cannot read a transaction, makes the search skip no payment', {
  skip,
}, async () => {
  const { node } = engine
  const transfer = await watched('30.5')
  const poison = await pay(30_500_001n)
  const hash = await pay(30_500_000n)
  node.intercept.with = (method) => (method === 'getTransaction' ? null : undefined)
  for (let poll = 0; poll < 3; poll++) await engine.poll(transfer, 20_000)
  node.intercept.with = (method, [, options]) => {
    if (method !== 'getSignaturesForAddress') return undefined
    return (options as { minContextSlot?: number }).minContextSlot === undefined ? [] : refuse(-32016)
  }
  for (let poll = 0; poll < 3; poll++) await engine.poll(transfer, 20_000)
  assert.equal((await engine.stored(transfer)).state, 'AwaitingWallet')
  node.intercept.with = (method, [named]) =>
    method === 'getTransaction' && named === poison ? refuse(-32015) : undefined
  await engine.poll(transfer, 20_000)
  assert.equal((await engine.poll(transfer, 20_000)).hash, hash)
  node.intercept.with = null
})

function refuse(code: number): never {
  throw new CallRefused(code, 'No response')
}

test('a payment by hand that a node has not listed is found by the last search, and an abandoned request ends without an operator', {
  skip,
}, async () => {
  const { node } = engine
  const [paid, unpaid] = [await watched('33.5'), await watched('34.5')]
  const hash = await pay(33_500_000n)
  node.intercept.with = (method) => (method === 'getSignaturesForAddress' ? [] : undefined)
  for (let poll = 0; poll < 3; poll++) await engine.poll(paid, 20_000)
  node.intercept.with = null
  for (let poll = 0; poll < 3; poll++) await engine.poll(paid, 20_000)
  assert.equal((await engine.stored(paid)).state, 'AwaitingWallet')
  const ended = await engine.poll(unpaid, 87_000_000)
  assert.deepEqual([(await engine.kindsOf(unpaid)).at(-1), ended.attention], ['watchEnded', null])
  const found = await untilEnd(await engine.stored(paid))
  assert.deepEqual([found.state, found.hash, found.attention], ['Succeeded', hash, null])
})

test('a watch does not end past a payment that no node can show', { skip }, async () => {
  const { node } = engine
  const transfer = await watched('35.5')
  const hash = await pay(35_500_000n)
  node.intercept.with = (method) => (method === 'getTransaction' ? null : undefined)
  const pending = await engine.poll(transfer, 87_000_000)
  assert.match(pending.attention ?? '', /cannot be assigned/)
  node.intercept.with = null
  const found = await engine.poll(transfer, 400_000)
  assert.deepEqual([found.hash, found.attention], [hash, null])
})

proofSuite('a busy recipient', () => {
  test('at a busy recipient a poll reads fifty transactions, and the next ones continue from there', {
    skip,
  }, async () => {
    const { node } = engine
    const transfer = await watched('31.5')
    for (let other = 0; other < 60; other++) {
      await pay(1n)
      engine.wait(400)
    }
    const hash = await pay(31_500_000n)
    engine.wait(60_000)
    const before = node.calls.length
    await pollSolanaWallet(engine.at)(engine.deps, transfer)
    const calls = node.calls.slice(before)
    assert.equal(calls.filter((method) => method === 'getTransaction').length, 50)
    assert.equal((await engine.poll(transfer)).hash, hash)
  })
})

test('an amount that two users may pay stays blocked for as long as the other may pay', { skip }, async () => {
  const first = await watched('32.5')
  engine.wait(86_000_000)
  assert.equal((await requestPaymentLink('32.5', { userId: 'user-2' })).transfer, null)
  await engine.poll(first, 1_000_000)
  assert.equal((await requestPaymentLink('32.5', { userId: 'user-3' })).transfer, null)
})

test('an account for a token is no wallet to pay to', { skip }, async () => {
  const address = tokenAccountOf(engine.recipient, usdc?.contract ?? '')
  const place = { networkId: solana.id, symbol: 'SOL', address, addressTag: '' }
  const owner = { clientId, userId: 'user-1', linkId: 'link-1', transactionId: null, allowed: [place] }
  await assert.rejects(requestPayment(engine.deps, owner, { destination: place, amount: Amount.parse('1') }), {
    type: 'riskBlocked',
  })
})

test('of two equal payments to one address, one by hand cannot be assigned, and one with a reference can', {
  skip,
}, async () => {
  const first = await watched('28.5')
  assert.equal((await requestPaymentLink('28.5', { userId: 'user-2' })).transfer, null)
  await pay(28_500_000n)
  for (let poll = 0; poll < 10; poll++) await engine.poll(first)
  assert.equal((await engine.stored(first)).state, 'AwaitingWallet')
  const hash = await pay(28_500_000n, { reference: referenceOf(first.id) })
  const ended = await untilEnd(await engine.stored(first))
  assert.deepEqual([ended.state, ended.hash], ['Succeeded', hash])
})
