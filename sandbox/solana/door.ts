// The way to the sandbox's Solana: its process starts with the first call, and again where it has ended.

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

export interface SolanaDoor {
  url: string
  stop(): Promise<void>
}

/** Null where this machine has nothing to run it with. */
export async function openSolanaDoor(): Promise<SolanaDoor | null> {
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
      // Not once more for each of the calls that come many times a second.
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
