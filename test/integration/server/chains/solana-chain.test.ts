// What a transaction on Solana has paid, read from a node's responses, odd ones included.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { solanaChain } from '../../../../server/chains/solana-chain.ts'
import { solanaNode } from '../../../../server/chains/solana-node.ts'
import { isSignature } from '../../../../server/chains/solana-reads.ts'

const [from, to, mint] = ['Sender', 'Receiver', 'Mint']
const hash = 'S1'

/** The node's responses by method, as JSON text. */
let responses: Record<string, string> = {}
let requested: string[] = []
const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  const { method } = JSON.parse(text) as { method: string }
  requested.push(method)
  response.end(responses[method] ?? `{"result":"${method}"}`)
})
let url = ''
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close())

interface TransactionJson {
  err?: string
  keys?: string[]
  loaded?: string
  before?: string
  after?: string
  tokensBefore?: string
  tokensAfter?: string
  confirmations?: string
}

function find(json: TransactionJson, payment: { contract?: string; from?: string; to?: string } = {}) {
  const { err = 'null', keys = [from, to], loaded = '{"writable":[],"readonly":[]}' } = json
  const meta = `{"err":${err},"preBalances":${json.before ?? '[9,1]'},"postBalances":${json.after ?? '[3,6]'},
    "preTokenBalances":${json.tokensBefore ?? '[]'},"postTokenBalances":${json.tokensAfter ?? '[]'},"loadedAddresses":${loaded}}`
  responses = {
    getTransaction: `{"result":{"slot":9,"meta":${meta},"transaction":{"message":{"accountKeys":${JSON.stringify(keys)}}}}}`,
    getSignatureStatuses: `{"result":{"context":{"slot":9},"value":[${json.confirmations ?? '{"confirmations":null}'}]}}`,
  }
  return solanaChain(solanaNode(url, 'solana:localnet')).findPayment({ hash, to, contract: '', ...payment })
}

const held = (accountIndex: number, owner: string | undefined, amount: string, ofMint = mint) =>
  JSON.stringify({ accountIndex, mint: ofMint, owner, uiTokenAmount: { amount } })
const tokens = {
  tokensBefore: `[${held(2, from, '100')}]`,
  tokensAfter: `[${held(2, from, '40')},${held(3, to, '60')}]`,
}

test('coins: the receiver’s gain, if the sender has lost as much', async () => {
  const paid = { succeeded: true, to, contract: '', baseUnits: 5n, confirmations: 32 }
  assert.deepEqual(await find({}), paid)
  assert.deepEqual(await find({}, { from }), paid)
  assert.deepEqual(await find({}, { from: 'Another' }), { ...paid, to: '', baseUnits: 0n })
  assert.deepEqual(await find({ before: '[6,1]', after: '[3,6]' }, { from }), { ...paid, to: '', baseUnits: 0n })
  assert.deepEqual(await find({}, { to: 'Nobody' }), { ...paid, to: '', baseUnits: 0n })
})

test('balances beyond what a number holds are read digit by digit', async () => {
  const payment = await find(
    { before: '[9007199254740993123,9007199254740993]', after: '[1,9007199254740995]' },
    { from },
  )
  assert.equal(payment?.baseUnits, 2n)
})

test('accounts loaded from a lookup table count like those in the message', async () => {
  const loaded = `{"writable":["${to}"],"readonly":[]}`
  assert.equal((await find({ keys: [from], loaded }))?.baseUnits, 5n)
})

test('tokens: of the mint alone, to the account’s owner, or to the account itself', async () => {
  const paid = { succeeded: true, to, contract: mint, baseUnits: 60n, confirmations: 32 }
  assert.deepEqual(await find(tokens, { contract: mint, from }), paid)
  assert.equal((await find(tokens, { contract: 'Another' }))?.baseUnits, 0n)
  const keys = [from, 'Program', 'Source', 'Target']
  assert.deepEqual(await find({ ...tokens, keys }, { contract: mint, to: 'Target' }), { ...paid, to: 'Target' })
  const nameless = { tokensBefore: '[]', tokensAfter: `[${held(3, undefined, '60')}]` }
  assert.equal((await find(nameless, { contract: mint }))?.baseUnits, 0n)
})

test('a failed transaction has paid nothing, and is marked as failed', async () => {
  const payment = await find({ err: '{"InstructionError":[2,{"Custom":1}]}', after: '[8,1]' })
  assert.deepEqual([payment?.succeeded, payment?.baseUnits, payment?.to], [false, 0n, ''])
})

test('confirmations are counted until a transaction is final, and it is never reported as final before', async () => {
  const depth = async (confirmations: string) => (await find({ confirmations }))?.confirmations
  assert.equal(await depth('{"confirmations":0}'), 1)
  assert.equal(await depth('{"confirmations":31}'), 31)
  assert.equal(await depth('{"confirmations":400}'), 31)
  assert.equal(await depth('{"confirmations":null}'), 32)
  // A node that has the transaction and not its status.
  assert.equal(await depth('null'), 1)
})

test('a missing transaction is undefined, and a malformed response throws without the node’s address', async () => {
  const chain = solanaChain(solanaNode(url, 'solana:localnet'))
  const payment = { hash, to, contract: '' }
  responses = { getTransaction: '{"result":null}' }
  assert.equal(await chain.findPayment(payment), undefined)
  for (const body of [
    '',
    'null',
    '[]',
    '{}',
    '<html>',
    '{"result":{"meta":{}}}',
    '{"error":{"code":-32005,"message":"busy"}}',
  ]) {
    responses = { getTransaction: body }
    await assert.rejects(chain.findPayment(payment), (error: Error) => !error.message.includes('127.0.0.1'), body)
  }
  await assert.rejects(
    solanaNode('http://127.0.0.1:1/secret', 'solana:localnet').call('getSlot'),
    (error: Error) => error.message === 'the node cannot be reached',
  )
})

test('every gain in a transaction is listed for operators, and none of a failed or missing one', async () => {
  await find({ ...tokens, before: '[9,1]', after: '[3,6]' })
  const chain = solanaChain(solanaNode(url, 'solana:localnet'))
  const amounts = [
    { from: null, to, contract: mint, baseUnits: 60n },
    { from: null, to, contract: '', baseUnits: 5n },
  ]
  assert.deepEqual(await chain.readTransaction(hash), { block: 9, amounts })
  await find({ ...tokens, err: '"failed"' })
  assert.equal(await chain.readTransaction(hash), undefined)
  responses = { getTransaction: '{"result":null}' }
  assert.equal(await chain.readTransaction(hash), undefined)
})

test('a node’s chain is requested once, and again only after a failure', async () => {
  requested = []
  responses = { getGenesisHash: '' }
  const node = solanaNode(url, 'solana:localnet')
  await assert.rejects(node.call('getSlot'))
  responses = {}
  await node.call('getSlot')
  await node.call('getSlot')
  assert.deepEqual(requested.slice(-3), ['getGenesisHash', 'getSlot', 'getSlot'])
})

test('a signature is 64 bytes in base58', () => {
  assert.ok(isSignature('5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'))
  for (const text of ['', '0x12', '1'.repeat(63), 'l'.repeat(88), 'z'.repeat(88)]) assert.ok(!isSignature(text), text)
})

test('a node that states no token balances for a transaction has shown no token payment', async () => {
  const payment = await find({ tokensBefore: 'null', tokensAfter: 'null' }, { contract: mint })
  assert.deepEqual([payment?.baseUnits, payment?.to], [0n, ''])
})
