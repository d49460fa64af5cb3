// Buckets in rows, for several processes on one database. A process fetches a large quota in portions, which are counted when they are
// fetched. So the limit applies across processes, and most requests take no statement.

import { sql } from 'kysely'
import type { Database } from '../storage/storage.ts'
import {
  allowedState,
  type Buckets,
  busyFrom,
  costOf,
  type LimitPolicy,
  type LimitState,
  refusedState,
  unitsPerMs,
  windowOf,
} from './bucket.ts'

const portionsOfQuota = 20
const cleaningEvery = 1_000

interface Portion {
  left: number
  busyUntil: number
  /** An unused rest expires with its window. */
  goodUntil: number
}

export function storedBuckets(database: Database): Buckets {
  const portions = new Map<string, Portion>()
  const fetching = new Map<string, Promise<LimitState | null>>()
  let untilCleaning = cleaningEvery

  /** Takes `count` from the row. Returns null if that was allowed and the portion is available. */
  async function fetchPortion(
    id: string,
    policy: LimitPolicy,
    { count, now }: { count: number; now: number },
  ): Promise<LimitState | null> {
    const cost = costOf(policy) * count
    const full = now + windowOf(policy)
    const busy = sql<number>`case when rate_bucket.busy_until < ${now} then ${now}
      when rate_bucket.busy_until > ${full} then ${full} else rate_bucket.busy_until end`
    const [row] = await database.query
      .insertInto('rate_bucket')
      .values({ id, busy_until: now + cost })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ busy_until: sql`${busy} + ${cost}` })
          .where(sql<boolean>`${busy} + ${cost} <= ${full}`),
      )
      .returning('busy_until')
      .execute()
    if (row !== undefined) {
      portions.set(id, { left: count, busyUntil: row.busy_until, goodUntil: full })
      dropUnusedPortions(now)
      return null
    }
    if (count > 1) return fetchPortion(id, policy, { count: 1, now })
    const ahead = database.query.updateTable('rate_bucket').set({ busy_until: full })
    await ahead.where('id', '=', id).where('busy_until', '>', full).execute()
    const [found] = await database.query.selectFrom('rate_bucket').select('busy_until').where('id', '=', id).execute()
    return refusedState(policy, busyFrom(found?.busy_until ?? now, policy, now), now)
  }

  function dropUnusedPortions(now: number): void {
    if (--untilCleaning > 0) return
    untilCleaning = cleaningEvery
    for (const [id, { goodUntil }] of portions) if (goodUntil <= now) portions.delete(id)
  }

  return {
    async take(id, policy, at) {
      const now = at.getTime() * unitsPerMs
      for (;;) {
        const portion = portions.get(id)
        if (portion !== undefined && portion.left > 0 && portion.goodUntil > now) {
          portion.left -= 1
          const { remaining, seconds } = allowedState(policy, portion.busyUntil, now)
          return { allowed: true, remaining: remaining + portion.left, seconds }
        }
        const count = Math.max(1, Math.floor(policy.quota / portionsOfQuota))
        // Concurrent requests share one fetch, otherwise each would take a portion.
        const running = fetching.get(id) ?? fetchPortion(id, policy, { count, now }).finally(() => fetching.delete(id))
        fetching.set(id, running)
        const refused = await running
        if (refused !== null) return refused
      }
    },
    async release(id, policy, count = 1) {
      await database.query
        .updateTable('rate_bucket')
        .set((column) => ({ busy_until: column('busy_until', '-', costOf(policy) * count) }))
        .where('id', '=', id)
        .execute()
    },
  }
}
