// Times that a clock which was ahead has written. Once it is right again, they would stop an endpoint until then. A retry cannot be told
// from one of a right clock, unless it is further ahead than any: the receiver may have requested the wait.

import { sql } from 'kysely'
import type { Query } from '../storage/storage.ts'
import { leaseMs } from './endpoint-lease.ts'
import { lastDelayMs } from './retry-schedule.ts'

/** Longer than any wait: a day, and up to 10 % more. */
const longestWaitMs = 1.2 * lastDelayMs
/** Clocks of processes differ. */
const clocksMs = 60_000
/** Of the deliveries of an endpoint that are due later. It has more if its receiver rejects very many. */
const mostRead = 5_000

/** Ends leases and waits that are further ahead than any that a right clock writes. */
export async function repairTimes(query: Query, now: number): Promise<void> {
  await repairEndpoints(query, now)
  const isAhead = now + clocksMs
  // The latest time of an endpoint is read from an index. Few have one that is ahead.
  const waiting = await query
    .selectFrom('webhook_endpoint')
    .select('id')
    .where(
      ({ selectFrom }) =>
        selectFrom('webhook_delivery')
          .select(({ fn }) => fn.max('due_at').as('latest'))
          .whereRef('endpoint_id', '=', 'webhook_endpoint.id')
          .where('due_at', 'is not', null),
      '>',
      isAhead,
    )
    .execute()
  for (const { id } of waiting) {
    const deliveries = query.updateTable('webhook_delivery').set({ due_at: now }).where('endpoint_id', '=', id)
    await deliveries.where('due_at', '>', now + longestWaitMs).execute()
    await deliveries.where('event_id', 'in', untriedOf(query, id, isAhead)).execute()
  }
}

/** They were due when they were recorded or replayed, or when the one before them ended. */
function untriedOf(query: Query, endpointId: string, isAhead: number) {
  const later = query
    .selectFrom('webhook_delivery')
    .select(['event_id', 'tries', 'tries_before'])
    .where('endpoint_id', '=', endpointId)
    .where('due_at', '>', isAhead)
    .orderBy('due_at')
    .limit(mostRead)
  return query.selectFrom(later.as('later')).select('event_id').whereRef('tries', '=', 'tries_before')
}

/**
 * A row with a time that is ahead was written by such a clock: the wait in it may be too long, and ends. One statement, so that no turn
 * begins in between.
 */
async function repairEndpoints(query: Query, now: number): Promise<void> {
  const [isAhead, leaseIsAhead, waitIsAhead] = [now + clocksMs, now + clocksMs + leaseMs, now + longestWaitMs]
  const columns = ['served_at', 'failing_since', 'last_success_at', 'accepting_since'] as const
  const nowOver = (column: string, most: number) =>
    sql<number>`case when ${sql.ref(column)} > ${most} then cast(${now} as bigint) else ${sql.ref(column)} end`
  const nullOver = (column: string) =>
    sql<null>`case when leased_until > ${leaseIsAhead} then null else ${sql.ref(column)} end`
  await query
    .updateTable('webhook_endpoint')
    .set({
      ...{
        lease: nullOver('lease'),
        leased_until: nullOver('leased_until'),
        paused_until: nowOver('paused_until', now),
      },
      ...Object.fromEntries(columns.map((column) => [column, nowOver(column, isAhead)])),
    })
    .where(({ or, eb }) =>
      or([
        ...columns.map((column) => eb(column, '>', isAhead)),
        ...[eb('leased_until', '>', leaseIsAhead), eb('paused_until', '>', waitIsAhead)],
      ]),
    )
    .execute()
}
