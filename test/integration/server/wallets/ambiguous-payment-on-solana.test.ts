// Cases on Solana that look like the end of a payment, or like no payment, and are not.
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, type TestContext, test } from 'node:test'
import { hasLitesvm } from '../../../../sandbox/solana/litesvm.ts'
import { tokenAccountOf } from '../../../../server/chains/solana-keys.ts'
import { readTransaction, transactionOf } from '../../../../server/chains/solana-message.ts'
import { type SolanaNode, solanaNode } from '../../../../server/chains/solana-node.ts'
import { solana } from '../../../../server/networks/solana.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { type SolanaEngine, startSolanaEngine } from '../../../support/solana-engine.ts'
import { guard, readMessage, writeMessage } from '../../../support/solana-library.ts'

const usdc = solana.tokens.find(({ symbol }) => symbol === 'USDC')?.contract ?? ''
const skip = hasLitesvm() ? false : 'no litesvm for this machine'
const lifetimeMs = 60_000
const dayMs = 86_400_000

let engine: SolanaEngine
before(async () => {
  if (!skip) engine = await startSolanaEngine()
})
afterEach(() => {
  if (!skip) engine.node.intercept.with = null
})
after(() => engine?.close())

/** The same payment as a wallet signs it that guards its user: this chain has no such program, and refuses it. */
function signedWithGuard(transaction: string): string {
  const { owner } = engine
  const requested = readMessage(readTransaction(Buffer.from(transaction, 'base64'))?.message ?? new Uint8Array())
  const steps = [...requested.steps, guard(owner.address, tokenAccountOf(owner.address, usdc))]
  return owner.sign(Buffer.from(transactionOf(writeMessage({ ...requested, steps }))).toString('base64'))
}

async function untilEnd(transfer: Transfer, polls = 12): Promise<Transfer> {
  let seen = await engine.stored(transfer)
  for (let count = 0; count < polls && !['Succeeded', 'Rejected', 'NotSent'].includes(seen.state); count++)
    seen = await engine.poll(seen)
  return seen
}

test('the submitted transaction never arrives, but the owner sent another signed one: succeeded, not “not sent”', {
  skip,
}, async () => {
  const { owner, requestPayment, hand, node, poll, kindsOf } = engine
  const { request, transfer } = await requestPayment('3')
  const { transfer: stored } = await hand(transfer, signedWithGuard(request.transaction))
  node.ledger().respond('sendTransaction', [owner.sign(request.transaction), {}])
  await poll(transfer, lifetimeMs)
  const ended = await untilEnd(transfer)
  assert.deepEqual([ended.state, ended.hash !== stored.hash], ['Succeeded', true])
  assert.deepEqual((await kindsOf(transfer)).slice(1, 3), ['signed', 'replaced'])
})

test('the submitted transaction has failed, but the owner sent another signed one: succeeded, not rejected', {
  skip,
}, async () => {
  const { owner, requestPayment, hand, node } = engine
  const { request, transfer } = await requestPayment('4')
  const force = (params: readonly unknown[]) =>
    node.ledger().respond('sendTransaction', [params[0], { ...(params[1] as object), skipPreflight: true }])
  node.intercept.with = (method, params) => (method === 'sendTransaction' ? force(params) : undefined)
  const { transfer: stored } = await hand(transfer, signedWithGuard(request.transaction))
  node.ledger().respond('sendTransaction', [owner.sign(request.transaction), {}])
  const ended = await untilEnd(transfer)
  assert.deepEqual([ended.state, ended.hash !== stored.hash], ['Succeeded', true])
})

test('while a payment has not ended no equal one is requested: its page may not know of it', {
  skip,
}, async () => {
  const { owner, requestPayment, hand } = engine
  const { request, transfer } = await requestPayment('6')
  await hand(transfer, owner.sign(request.transaction))
  const data = { transferId: transfer.id }
  await assert.rejects(requestPayment('6'), { type: 'duplicateTransferInProgress', data })
  assert.equal((await requestPayment('6.5')).transfer.state, 'AwaitingWallet')
  assert.equal((await untilEnd(transfer)).state, 'Succeeded')
  assert.equal((await requestPayment('6')).transfer.state, 'AwaitingWallet')
})

/** As a node at an address with keys in it. */
async function nodeReturning(t: TestContext, body: string): Promise<SolanaNode> {
  const isUser = ({ authorization }: IncomingHttpHeaders) => authorization === `Basic ${btoa('user:password')}`
  const server = createServer(({ headers }, response) => response.end(isUser(headers) ? body : 'who is there?'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return solanaNode(`http://user:password@127.0.0.1:${port}/v2/path-key?api-key=query-key`, 'solana:localnet')
}

test('a response with a null error beside its result is accepted', async (t) => {
  const node = await nodeReturning(t, '{"jsonrpc":"2.0","id":1,"error":null,"result":"somewhere"}')
  assert.equal(await node.call('getHealth'), 'somewhere')
})

test('keys of a node’s address that its error repeats are redacted', async (t) => {
  const message = 'user:password may not POST /v2/path-key?api-key=query-key'
  const node = await nodeReturning(t, JSON.stringify({ error: { code: -32000, message } }))
  await assert.rejects(node.call('getHealth'), { message: 'user:… may not POST /v2/…?api-key=…' })
})

test('a node without news for a day: an operator is needed, and nothing is ended', { skip }, async () => {
  const { owner, requestPayment, hand, node, poll } = engine
  const { request, transfer } = await requestPayment('5')
  await hand(transfer, owner.sign(request.transaction))
  node.intercept.with = (method) => {
    if (method === 'getTransaction') throw new Error('connection lost')
    return undefined
  }
  assert.equal((await poll(transfer, dayMs / 2)).attention, null)
  const silent = await poll(transfer, dayMs)
  assert.deepEqual(
    [silent.state, silent.attention],
    ['Broadcast', 'the status of the transaction has not changed for over 24 hours'],
  )
  node.intercept.with = null
  assert.equal((await poll(transfer, dayMs)).state, 'Succeeded')
})
