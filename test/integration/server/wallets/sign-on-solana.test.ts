// A wallet on Solana only signs: the signed transaction is sent once, whatever fails on the way.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { base58 } from '@scure/base'
import { hasLitesvm } from '../../../../sandbox/solana/litesvm.ts'
import { tokenAccountOf } from '../../../../server/chains/solana-keys.ts'
import { readTransaction, transactionOf } from '../../../../server/chains/solana-message.ts'
import { solanaNode } from '../../../../server/chains/solana-node.ts'
import { solana } from '../../../../server/networks/solana.ts'
import { isStorageFailure } from '../../../../server/storage/storage.ts'
import { pauseSending, resumeSending } from '../../../../server/transfers/sending-pause.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { reportSigned } from '../../../../server/wallets/sign-on-solana.ts'
import { replaceMessage, requestedMessage, storeSigned } from '../../../../server/wallets/solana-messages.ts'
import { type SolanaEngine, startSolanaEngine } from '../../../support/solana-engine.ts'
import { guard, readMessage, writeMessage } from '../../../support/solana-library.ts'
import { newSolanaKey } from '../../../support/solana-node.ts'

const usdc = solana.tokens.find(({ symbol }) => symbol === 'USDC')?.contract ?? ''
const skip = hasLitesvm() ? false : 'no litesvm for this machine'
const lifetimeMs = 60_000

let engine: SolanaEngine
before(async () => {
  if (!skip) engine = await startSolanaEngine()
})
afterEach(() => {
  if (!skip) engine.node.intercept.with = null
})
after(() => engine?.close())

function usdcOf(address: string): bigint {
  const account = tokenAccountOf(address, usdc)
  const { value } = engine.node.ledger().respond('getMultipleAccounts', [[account], { commitment: 'processed' }]) as {
    value: ({ data: [string] } | null)[]
  }
  const [found = null] = value
  return found === null ? 0n : Buffer.from(found.data[0], 'base64').readBigUInt64LE(64)
}

async function untilEnd(transfer: Transfer, polls = 12): Promise<Transfer> {
  let seen = await engine.stored(transfer)
  for (let count = 0; count < polls && !['Succeeded', 'Rejected', 'NotSent'].includes(seen.state); count++)
    seen = await engine.poll(seen)
  return seen
}

const sends = () => engine.node.calls.filter((method) => method === 'sendTransaction').length

test('a token: signed, stored, sent, and succeeded once nothing undoes it', { skip }, async () => {
  const { owner, recipient, hand, requestPayment, kindsOf } = engine
  const before = usdcOf(recipient)
  const { request, transfer } = await requestPayment('12.5')
  assert.deepEqual(
    [request.chainId, request.from, transfer.state],
    ['solana:localnet', owner.address, 'AwaitingWallet'],
  )
  const signed = await hand(transfer, owner.sign(request.transaction))
  assert.deepEqual([signed.transfer.state, signed.request], ['Broadcast', null])
  assert.equal(usdcOf(recipient) - before, 12_500_000n)
  assert.equal((await engine.poll(transfer, 1_000)).state, 'Broadcast')
  const ended = await untilEnd(transfer)
  assert.deepEqual([ended.state, ended.confirmations], ['Succeeded', 32])
  assert.deepEqual((await kindsOf(transfer)).slice(0, 2), ['created', 'signed'])
})

test('submitted twice at once, it is sent once', { skip }, async () => {
  const { owner, recipient, requestPayment, hand } = engine
  const before = usdcOf(recipient)
  const { request, transfer } = await requestPayment('3')
  const transaction = owner.sign(request.transaction)
  await Promise.all([1, 2, 3].map(() => hand(transfer, transaction)))
  await hand(transfer, transaction)
  assert.equal((await untilEnd(transfer)).state, 'Succeeded')
  assert.equal(usdcOf(recipient) - before, 3_000_000n)
  assert.equal((await engine.kindsOf(transfer)).filter((kind) => kind === 'signed').length, 1)
})

test('anything but the account’s signature on just these bytes is refused, and nothing is stored or sent', {
  skip,
}, async () => {
  const { owner, requestPayment, hand, stored } = engine
  const { request, transfer } = await requestPayment('4')
  const other = await requestPayment('5')
  const requested = Buffer.from(request.transaction, 'base64')
  const changed = Buffer.from(requested)
  changed[requested.length - 5] = (changed[requested.length - 5] ?? 0) ^ 1
  const before = sends()
  const foreign = [
    newSolanaKey().sign(request.transaction),
    owner.sign(other.request.transaction),
    owner.sign(changed.toString('base64')),
    request.transaction,
    Buffer.concat([Buffer.from(owner.sign(request.transaction), 'base64'), Buffer.from([0])]).toString('base64'),
    Buffer.concat([Buffer.from([2]), Buffer.from(owner.sign(request.transaction), 'base64').subarray(1)]).toString(
      'base64',
    ),
    '',
  ]
  for (const transaction of foreign) {
    await assert.rejects(hand(transfer, transaction), { type: 'walletSignedOther' })
    assert.equal((await stored(transfer)).state, 'AwaitingWallet')
  }
  assert.equal(sends(), before)
  assert.equal((await hand(transfer, owner.sign(request.transaction))).transfer.state, 'Broadcast')
})

test('a wallet’s own guards behind the steps are let through, under the signature that it made', { skip }, async () => {
  const { owner, requestPayment, hand, node } = engine
  const { request, transfer } = await requestPayment('1.5')
  const requested = readTransaction(Buffer.from(request.transaction, 'base64'))?.message ?? new Uint8Array()
  const read = readMessage(requested)
  const guarded = writeMessage({
    ...read,
    steps: [...read.steps, guard(owner.address, tokenAccountOf(owner.address, usdc))],
  })
  const signed = owner.sign(Buffer.from(transactionOf(guarded)).toString('base64'))
  const sent: unknown[] = []
  node.intercept.with = (method, params) => (method === 'sendTransaction' ? sent.push(params[0]) && 'taken' : undefined)
  const { transfer: handed } = await hand(transfer, signed)
  assert.deepEqual([handed.state, sent], ['Broadcast', [signed]])
  assert.equal(handed.hash, base58.encode(Buffer.from(signed, 'base64').subarray(1, 65)))
})

test('the process dies between storing and sending: the next poll sends the same, once', { skip }, async () => {
  const { owner, recipient, requestPayment, hand, node } = engine
  const before = usdcOf(recipient)
  const { request, transfer } = await requestPayment('6')
  node.intercept.with = (method) => {
    if (method === 'sendTransaction') throw new Error('connection lost')
    return undefined
  }
  const { transfer: handed } = await hand(transfer, owner.sign(request.transaction))
  assert.deepEqual([handed.state, usdcOf(recipient) - before], ['Broadcast', 0n])
  node.intercept.with = null
  const ended = await untilEnd(transfer)
  assert.deepEqual([ended.state, ended.hash, usdcOf(recipient) - before], ['Succeeded', handed.hash, 6_000_000n])
})

test('if the database fails after the transaction was sent, the error does not claim that nothing was sent', {
  skip,
}, async () => {
  const { request, transfer } = await engine.requestPayment('18.25')
  const { deps, at, owner } = engine
  const lost = Object.assign(new Error('connection lost'), { code: '08006' })
  const { send } = at.reads
  let isLost = false
  const sendAndLose: typeof send = async (transaction) => {
    const sent = await send(transaction)
    isLost = true
    return sent
  }
  Object.assign(at.reads, { send: sendAndLose })
  const database = new Proxy(deps.database, {
    get(target, name, receiver) {
      if (isLost && name === 'query') throw lost
      return Reflect.get(target, name, receiver)
    },
  })
  const transaction = Buffer.from(owner.sign(request.transaction), 'base64')
  try {
    await assert.rejects(reportSigned({ ...deps, database }, at, { transfer, transaction }), lost)
    assert.ok(isStorageFailure(lost))
  } finally {
    Object.assign(at.reads, { send })
  }
  assert.equal((await untilEnd(transfer)).state, 'Succeeded')
})

test('a node that fails before the transaction is stored: nothing was sent, and the same transaction is accepted later', {
  skip,
}, async () => {
  const { request, transfer } = await engine.requestPayment('17.25')
  engine.node.intercept.with = () => {
    throw new Error('the node is down')
  }
  const before = sends()
  await assert.rejects(engine.hand(transfer, engine.owner.sign(request.transaction)), { type: 'networkUnavailable' })
  engine.node.intercept.with = null
  assert.equal(sends(), before)
  assert.equal((await engine.hand(transfer, engine.owner.sign(request.transaction))).transfer.state, 'Broadcast')
})

test('the node drops it until no block can include it: provably not sent, and not before', { skip }, async () => {
  const { owner, recipient, requestPayment, hand, node, poll } = engine
  const before = usdcOf(recipient)
  const { request, transfer } = await requestPayment('7')
  node.intercept.with = (method) => (method === 'sendTransaction' ? 'swallowed' : undefined)
  await hand(transfer, owner.sign(request.transaction))
  assert.equal((await poll(transfer, lifetimeMs)).state, 'Broadcast')
  // Its expiry is not final yet.
  assert.equal((await poll(transfer, 1_000)).state, 'Broadcast')
  const ended = await poll(transfer, 5_000)
  assert.deepEqual([ended.state, ended.errorType], ['NotSent', 'transferNotSent'])
  node.intercept.with = null
  assert.throws(
    () => node.ledger().respond('sendTransaction', [owner.sign(request.transaction), { encoding: 'base64' }]),
    /Blockhash not found/,
  )
  assert.equal(usdcOf(recipient), before)
})

test('a node that lags behind, or has forgotten, proves nothing', { skip }, async () => {
  const { owner, requestPayment, hand, node, poll, at } = engine
  const { request, transfer } = await requestPayment('7.5')
  node.intercept.with = (method) => (method === 'sendTransaction' ? 'swallowed' : undefined)
  await hand(transfer, owner.sign(request.transaction))
  await poll(transfer, lifetimeMs)
  const { slot } = await at.reads.head('finalized')
  node.intercept.with = (method) =>
    method === 'getSignatureStatuses' ? { context: { slot: slot - 1 }, value: [null] } : undefined
  assert.equal((await poll(transfer, 10_000)).state, 'Broadcast')
  node.intercept.with = (method) => (method === 'getFirstAvailableBlock' ? slot + 5_000 : undefined)
  const forgotten = await poll(transfer, 10_000)
  assert.deepEqual([forgotten.state, /no longer has the blocks/.test(forgotten.attention ?? '')], ['Broadcast', true])
  node.intercept.with = null
  assert.equal((await poll(transfer, 600_000)).state, 'NotSent')
})

test('signed too late: a new one is requested in its place and sent', { skip }, async () => {
  const { owner, recipient, requestPayment, hand, wait } = engine
  const before = usdcOf(recipient)
  const { request, transfer } = await requestPayment('8')
  wait(lifetimeMs + 2_000)
  const late = await hand(transfer, owner.sign(request.transaction))
  assert.equal(late.transfer.state, 'AwaitingWallet')
  assert.ok(late.request !== null && late.request.transaction !== request.transaction)
  await assert.rejects(hand(transfer, owner.sign(request.transaction)), { type: 'walletSignedOther' })
  await hand(transfer, owner.sign(late.request.transaction))
  assert.equal((await untilEnd(transfer)).state, 'Succeeded')
  assert.equal(usdcOf(recipient) - before, 8_000_000n)
})

test('a repeated request returns the same transaction while a block can include it, and another from then on', {
  skip,
}, async () => {
  const { requestPayment, requestPaymentAgain, wait } = engine
  const { request, transfer } = await requestPayment('9')
  wait(5_000)
  const again = await requestPaymentAgain(transfer)
  assert.deepEqual('request' in again && again.request, request)
  wait(lifetimeMs + 2_000)
  const later = await requestPaymentAgain(transfer)
  assert.ok('request' in later && 'transaction' in later.request && later.request.transaction !== request.transaction)
})

test('signed and sent past this server, it is found by its name alone, and never paid twice', { skip }, async () => {
  const { owner, recipient, requestPayment, requestPaymentAgain, node, wait } = engine
  const before = usdcOf(recipient)
  const { request, transfer } = await requestPayment('10')
  node.ledger().respond('sendTransaction', [owner.sign(request.transaction), {}])
  wait(lifetimeMs + 2_000)
  const again = await requestPaymentAgain(transfer)
  assert.equal(again.outcome, 'ordered')
  assert.equal((await untilEnd(transfer)).state, 'Succeeded')
  assert.equal(usdcOf(recipient) - before, 10_000_000n)
})

test('submitted too late, and sent by a third party before: found, and nothing more is requested', {
  skip,
}, async () => {
  const { owner, recipient, requestPayment, hand, node, wait } = engine
  const before = usdcOf(recipient)
  const { request, transfer } = await requestPayment('10.5')
  const transaction = owner.sign(request.transaction)
  node.ledger().respond('sendTransaction', [transaction, {}])
  wait(lifetimeMs + 2_000)
  const late = await hand(transfer, transaction)
  assert.deepEqual([late.transfer.state, late.request], ['Broadcast', null])
  assert.equal((await untilEnd(transfer)).state, 'Succeeded')
  assert.equal(usdcOf(recipient) - before, 10_500_000n)
})

test('the first signed transaction stays stored, whatever follows', { skip }, async () => {
  const { requestPayment, deps } = engine
  const { transfer } = await requestPayment('1.25')
  const { query } = deps.database
  const requested = await requestedMessage(query, transfer.id)
  const [first, other] = [Uint8Array.from([1]), Uint8Array.from([2])]
  assert.ok(await storeSigned(query, transfer.id, { requested, transaction: first }))
  assert.ok(!(await storeSigned(query, transfer.id, { requested, transaction: other })))
  assert.ok(
    !(await replaceMessage(query, transfer.id, {
      old: requested,
      message: other,
      lifetime: { blockhash: '', slot: 0, lastHeight: 9 },
    })),
  )
  assert.deepEqual((await requestedMessage(query, transfer.id)).signed, first)
})

test('a node that shows another payment under the signature is not trusted: an operator is needed', {
  skip,
}, async () => {
  const { owner, requestPayment, hand, node, poll } = engine
  const { request, transfer } = await requestPayment('1.75')
  await hand(transfer, owner.sign(request.transaction))
  node.intercept.with = (method, params) => {
    if (method !== 'getTransaction') return undefined
    const shown = node.ledger().respond(method, params) as { meta: { postTokenBalances: unknown[] } }
    shown.meta.postTokenBalances = []
    return shown
  }
  const seen = await poll(transfer, 10_000)
  assert.deepEqual(
    [seen.state, seen.attention],
    ['Broadcast', 'the mined transaction is not the one that was previewed'],
  )
  node.intercept.with = null
  assert.equal((await poll(transfer, 600_000)).state, 'Succeeded')
})

test('mined and refused by the program: failed once nothing undoes that, and not before', { skip }, async () => {
  const { owner, requestPayment, hand, node, poll } = engine
  const first = await requestPayment('1300')
  const second = await requestPayment('1250')
  const hold = (params: readonly unknown[]) =>
    node.ledger().respond('sendTransaction', [params[0], { ...(params[1] as object), skipPreflight: true }])
  node.intercept.with = (method, params) => (method === 'sendTransaction' ? hold(params) : undefined)
  await hand(first.transfer, owner.sign(first.request.transaction))
  await hand(second.transfer, owner.sign(second.request.transaction))
  assert.equal((await poll(second.transfer)).state, 'Broadcast')
  const ended = await untilEnd(second.transfer)
  assert.deepEqual([ended.state, ended.errorType], ['Rejected', 'walletReverted'])
  assert.equal((await untilEnd(first.transfer)).state, 'Succeeded')
})

test('two users with one wallet and the same payment: each transaction is its own transfer’s', { skip }, async () => {
  const { owner, recipient, connect, requestPayment, hand } = engine
  const before = usdcOf(recipient)
  const accountId = await connect(owner.address, 'user-2')
  const [one, other] = [await requestPayment('11'), await requestPayment('11', { accountId })]
  await hand(one.transfer, owner.sign(one.request.transaction))
  assert.equal((await untilEnd(one.transfer)).state, 'Succeeded')
  assert.equal((await engine.stored(other.transfer)).state, 'AwaitingWallet')
  await hand(other.transfer, owner.sign(other.request.transaction))
  assert.equal((await untilEnd(other.transfer)).state, 'Succeeded')
  assert.equal(usdcOf(recipient) - before, 22_000_000n)
})

test('a node that returns nonsense, or nothing, stops no transfer for good and ends none', { skip }, async () => {
  const { owner, requestPayment, hand, node, poll } = engine
  const { request, transfer } = await requestPayment('2')
  const nonsense: unknown[] = ['', 7, [], {}, { value: [] }, { context: {}, value: [{}] }, { meta: {} }]
  await hand(transfer, owner.sign(request.transaction))
  for (const response of nonsense) {
    node.intercept.with = () => response
    assert.equal((await poll(transfer)).state, 'Broadcast', JSON.stringify(response))
    await assert.rejects(engine.preview('2'), { type: 'networkUnavailable' }, JSON.stringify(response))
  }
  node.intercept.with = null
  assert.equal((await untilEnd(transfer)).state, 'Succeeded')
})

test('a node of another cluster is not trusted', { skip }, async () => {
  const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
  engine.node.intercept.with = (method) => (method === 'getGenesisHash' ? genesis : undefined)
  await assert.rejects(solanaNode(engine.node.url, 'solana:localnet').call('getSlot'), /not of solana:localnet/)
  engine.node.intercept.with = null
  await assert.rejects(solanaNode(engine.node.url, 'solana:mainnet').call('getSlot'), /not of solana:mainnet/)
})

test('sent transactions are there again when the sandbox’s chain restarts', { skip }, async () => {
  const { recipient, node } = engine
  const before = usdcOf(recipient)
  node.restart()
  assert.equal(usdcOf(recipient), before)
})

test('what a wallet has signed is not sent during a pause, and is sent after it', { skip }, async () => {
  const { owner, hand, requestPayment, deps } = engine
  const { request, transfer } = await requestPayment('4.5')
  const signed = owner.sign(request.transaction)
  const [all, sent] = [{ kind: 'all' } as const, sends()]
  await pauseSending(deps.database.query, all, deps.now())
  await assert.rejects(hand(transfer, signed), { type: 'sendingPaused' })
  assert.equal(sends(), sent)
  assert.equal((await engine.stored(transfer)).state, 'AwaitingWallet')
  await resumeSending(deps.database.query, all)
  assert.equal((await hand(transfer, signed)).transfer.state, 'Broadcast')
  assert.equal((await untilEnd(transfer)).state, 'Succeeded')
})
