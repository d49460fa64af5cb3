// The proxy of the sandbox's Solana. Its process starts with the first call, and again after it has ended.

import { fileURLToPath } from 'node:url'
import { type RpcProxy, startRpcProxy } from '../chain/rpc-proxy.ts'
import { type RunningProcess, startProcess } from '../processes.ts'
import { hasLitesvm } from './litesvm.ts'

const methods = new Set(
  `getBalance getEpochInfo getFeeForMessage getFirstAvailableBlock getGenesisHash getHealth getLatestBlockhash
  getMinimumBalanceForRentExemption getMultipleAccounts getSignaturesForAddress getSignatureStatuses getSlot
  getTokenAccountsByOwner getTransaction sendTransaction`.split(/\s+/),
)

const restartMs = 5_000

export interface SolanaProxy {
  url: string
  stop(): Promise<void>
}

/** Null if there is no litesvm for this platform. */
export async function startSolanaProxy(): Promise<SolanaProxy | null> {
  if (!hasLitesvm()) return null
  let running: Promise<RunningProcess> | null = null

  async function start(): Promise<RunningProcess> {
    try {
      const started = await startProcess({
        name: 'the sandbox’s Solana',
        file: fileURLToPath(new URL('./main.ts', import.meta.url)),
        output: 'ignore',
      })
      started.exited.then(() => {
        running = null
      })
      return started
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      // Waits before the next start, because calls come many times a second.
      setTimeout(() => {
        running = null
      }, restartMs).unref()
      throw error
    }
  }

  function process(): Promise<RunningProcess> {
    running ??= start()
    return running
  }

  const proxy: RpcProxy = await startRpcProxy({ methods, chainUrl: async () => String((await process()).ready.url) })
  return {
    url: proxy.url,
    async stop() {
      proxy.close()
      await running?.then((started) => started.stop()).catch(() => {})
    },
  }
}
