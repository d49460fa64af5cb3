// Counts ended transfers for the overview while the console runs.

import { setTimeout as pauseFor } from 'node:timers/promises'
import { errorFacts, type Log } from '../log/log.ts'
import type { Database } from '../storage/storage.ts'
import { summariseTransfers, summaryBatch } from './summarise-transfers.ts'

const everyMs = 10_000
/** Between two full batches, so that other statements run in between. */
const betweenBatchesMs = 100

/** Returns the function that ends it, once the batch that runs is done. */
export function startSummarising(deps: { database: Database; now(): Date; log: Log }): () => Promise<void> {
  const stopping = new AbortController()
  const pause = (ms: number) => pauseFor(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const counted = await summariseTransfers(deps).catch((error: unknown) => {
        deps.log.error(errorFacts(error), 'ended transfers could not be counted for the overview')
        return 0
      })
      await pause(counted === summaryBatch ? betweenBatchesMs : everyMs)
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}
