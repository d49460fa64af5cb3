// Blocks come after a transaction for as long as it waits for them, on a busy machine too.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createConfirmer } from '../../../../sandbox/chain/confirmations.ts'

/** A chain that responds to the polls as listed, and then as one whose newest block is empty. */
async function chainOf(polls: ('error' | 'empty' | 'waiting')[]) {
  let mined = 0
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const calls = JSON.parse(text) as { id: number; method: string }[]
    const method = calls[0]?.method
    if (method === 'anvil_mine') mined++
    if (method === 'eth_blockNumber' && polls[0] === 'error') {
      polls.shift()
      request.socket.destroy()
      return
    }
    const isCount = method === 'eth_getBlockTransactionCountByNumber'
    const result = !isCount ? '0x9' : polls.shift() === 'waiting' ? '0x1' : '0x0'
    response.end(JSON.stringify(calls.map(({ id }) => ({ jsonrpc: '2.0', id, result }))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const errors: unknown[] = []
  const confirmer = createConfirmer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, (error) =>
    errors.push(error),
  )
  const untilMined = async () => {
    const until = Date.now() + 10_000
    while (mined === 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
    confirmer.stop()
    server.closeAllConnections()
    server.close()
    return { mined, errors: errors.length }
  }
  return { confirmer, untilMined }
}

test('a poll that fails is retried', async () => {
  const { untilMined } = await chainOf(['error', 'waiting'])
  assert.deepEqual(await untilMined(), { mined: 1, errors: 1 })
})

test('a transaction that is mined a little later is not given up', async () => {
  const { confirmer, untilMined } = await chainOf(['empty', 'empty', 'waiting'])
  confirmer.wake()
  assert.deepEqual(await untilMined(), { mined: 1, errors: 0 })
})
