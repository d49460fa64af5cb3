// Rate limits for requests to exchanges. They stay below the exchange's own limits, across all processes.

import { type Database, pauseFor } from '../storage/storage.ts'
import type { Buckets, LimitPolicy } from './bucket.ts'
import { keyLock } from './key-lock.ts'
import { bucketsFor } from './limits.ts'

const patienceMs = 4_000
const betweenTriesMs = 100

export function exchangeLimits(database: Database, now: () => Date, buckets: Buckets = bucketsFor(database)) {
  return {
    now,
    withKeyLock: keyLock(database, now),
    /** False if the limit allows no request soon. */
    async acquire(bucket: string, policy: LimitPolicy): Promise<boolean> {
      for (let waited = 0; ; waited += betweenTriesMs) {
        const state = await buckets.take(`exchange:${bucket}`, policy, now())
        if (state.allowed) return true
        if (waited + Math.min(state.seconds * 1_000, betweenTriesMs) > patienceMs) return false
        await pauseFor(database, betweenTriesMs)
      }
    },
  }
}
