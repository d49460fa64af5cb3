// The proof of a payment on an EVM network is read from one node at one time.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { evmChain } from '../../../../server/chains/evm-chain.ts'
import { evmReads } from '../../../../server/chains/evm-reads.ts'
import { type CannedServer, startCannedServer } from '../../../support/canned-server.ts'

interface Call {
  id: number
  method: string
}

let node: CannedServer
before(async () => {
  node = await startCannedServer()
})
after(() => node.close())

const hash = `0x${'ab'.repeat(32)}`
const [to, from, contract] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`, `0x${'33'.repeat(20)}`]
const block = { blockNumber: '0x64', blockHash: `0x${'44'.repeat(32)}`, transactionIndex: '0x0' }
let receipt: unknown = { transactionHash: hash, status: '0x1', logs: [], type: '0x2', ...block }
const results: Record<string, unknown> = {
  eth_chainId: '0x1',
  eth_blockNumber: '0x66',
  eth_getTransactionCount: '0x8',
  eth_getTransactionByHash: {
    hash,
    from,
    to,
    value: '0x5',
    nonce: '0x7',
    input: '0x',
    gas: '0x1',
    type: '0x2',
    ...block,
  },
}

/** The methods of each HTTP request, in their order. */
async function requestsOf(work: () => Promise<unknown>): Promise<string[][]> {
  node.respondWith((_request, response, n) => {
    const calls = JSON.parse(node.requests[n]?.body ?? '') as Call | Call[]
    const resultOf = ({ id, method }: Call) => {
      const result = method === 'eth_getTransactionReceipt' ? receipt : results[method]
      return { jsonrpc: '2.0', id, result }
    }
    response.end(JSON.stringify(Array.isArray(calls) ? calls.map(resultOf) : resultOf(calls)))
  })
  await work()
  return node.requests.map(({ body }) => {
    const calls = JSON.parse(body) as Call | Call[]
    return [calls].flat().map(({ method }) => method)
  })
}

test('the receipt of a payment and the head come in one batch, from one node', async () => {
  const token = await requestsOf(() => evmChain(node.url, '1').findPayment({ hash, to, contract }))
  assert.deepEqual(token.at(-1), ['eth_getTransactionReceipt', 'eth_blockNumber'])
  const coin = await requestsOf(() => evmChain(node.url, '1').findPayment({ hash, to, contract: '' }))
  assert.deepEqual(coin.at(-1)?.sort(), ['eth_blockNumber', 'eth_getTransactionByHash', 'eth_getTransactionReceipt'])
})

test('a nonce and the receipt of its transaction come in one batch', async () => {
  const sent = { hash, owner: from, nonce: 7, block: 100 }
  const replaced = await requestsOf(async () => assert.equal(await evmReads(node.url, '1').isReplaced(sent), false))
  assert.deepEqual(replaced.at(-1)?.sort(), ['eth_getTransactionCount', 'eth_getTransactionReceipt'])
})

test('a transaction is replaced once its nonce is used and no block has it', async () => {
  const mined = receipt
  receipt = null
  const isReplaced = (nonce: number) => evmReads(node.url, '1').isReplaced({ hash, owner: from, nonce, block: 100 })
  await requestsOf(async () => assert.deepEqual([await isReplaced(7), await isReplaced(8)], [true, false]))
  receipt = mined
})
