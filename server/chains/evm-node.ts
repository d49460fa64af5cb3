// The node of an EVM network. A node of another chain is refused, because its responses prove nothing.

import { createPublicClient, http, type PublicClient } from 'viem'
import type { NodeFetch } from './node-fetch.ts'

const timeoutMs = 10_000

/** Returns the client once the node's chain was checked. If the node does not respond, the next call checks again. */
export function evmNode(rpcUrl: string, chainId: string, fetchFn: NodeFetch = fetch): () => Promise<PublicClient> {
  // Concurrent reads are sent as one batch, to which one node responds. The head of one node and a block of another could add up to
  // confirmations that neither node has.
  const transport = http(rpcUrl, { timeout: timeoutMs, retryCount: 1, batch: true, fetchFn })
  const client = createPublicClient({ transport, cacheTime: 0 })
  let checked: Promise<void> | null = null

  async function checkChain(): Promise<void> {
    const found = await client.getChainId()
    if (String(found) !== chainId) throw new Error(`the node answers for chain ${found}, not ${chainId}`)
  }

  return async () => {
    checked ??= checkChain()
    await checked.catch((error: unknown) => {
      checked = null
      throw error
    })
    return client
  }
}
