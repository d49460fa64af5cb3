import { allowedState, type Buckets, busyFrom, costOf, refusedState, unitsPerMs, windowOf } from './bucket.ts'

const maximumBuckets = 50_000

/** For a server that is the only process on its data. */
export function memoryBuckets(): Buckets {
  const busyUntil = new Map<string, number>()

  // Drops the oldest tenth at a time, so that a flood of new addresses costs bounded memory and time.
  function makeRoom(now: number): void {
    for (const [id, until] of busyUntil) if (until <= now) busyUntil.delete(id)
    for (const id of busyUntil.keys()) {
      if (busyUntil.size <= maximumBuckets * 0.9) return
      busyUntil.delete(id)
    }
  }

  return {
    async take(id, policy, at) {
      const now = at.getTime() * unitsPerMs
      const busy = busyFrom(busyUntil.get(id) ?? 0, policy, now)
      const until = busy + costOf(policy)
      if (until > now + windowOf(policy)) {
        // A time that a wrong clock has set is corrected.
        busyUntil.set(id, busy)
        return refusedState(policy, busy, now)
      }
      if (busyUntil.size >= maximumBuckets && !busyUntil.has(id)) makeRoom(now)
      busyUntil.set(id, until)
      return allowedState(policy, until, now)
    },
    async release(id, policy, count = 1) {
      const until = busyUntil.get(id)
      if (until !== undefined) busyUntil.set(id, until - costOf(policy) * count)
    },
  }
}
