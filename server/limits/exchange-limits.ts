// Rate limits for requests to exchanges. They stay below the exchange's own limits, across all processes.

import { type Database, pauseFor } from '../storage/storage.ts'
import type { Buckets, LimitPolicy } from './bucket.ts'
import { keyLock } from './key-lock.ts'
import { bucketsFor } from './limits.ts'

const patienceMs = 4_000
const betweenTriesMs = 100

export function exchangeLimits(database: Database, now: () => Date, buckets: Buckets = bucketsFor(database)) {
  /** The last request of each bucket that waits. The next one waits for it, so that only the first one polls the database. */
  const queues = new Map<string, Promise<void>>()

  /** False if the limit allows no request until `until`. */
  async function takeUntil(bucket: string, policy: LimitPolicy, until: number): Promise<boolean> {
    // Counts the pauses too, so that the wait ends even if the clock is set back.
    for (let time = now().getTime(); time <= until; time = Math.max(time + betweenTriesMs, now().getTime())) {
      const state = await buckets.take(`exchange:${bucket}`, policy, now())
      if (state.allowed) return true
      if (time + betweenTriesMs <= until) await pauseFor(database, betweenTriesMs)
    }
    return false
  }

  return {
    now,
    withKeyLock: keyLock(database, now),
    /** False if the limit allows no request soon. Requests of this process wait in the order in which they came. */
    async acquire(bucket: string, policy: LimitPolicy): Promise<boolean> {
      const until = now().getTime() + patienceMs
      const taken = (queues.get(bucket) ?? Promise.resolve()).then(() => takeUntil(bucket, policy, until))
      const done = taken.then(
        () => {},
        () => {},
      )
      queues.set(bucket, done)
      try {
        return await taken
      } finally {
        if (queues.get(bucket) === done) queues.delete(bucket)
      }
    },
  }
}
