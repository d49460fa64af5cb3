// Times that a clock which was ahead has written. Once it is right again, they would stop an endpoint until then.

import type { Query } from '../storage/storage.ts'
import { leaseMs } from './endpoint-lease.ts'
import { lastDelayMs } from './retry-schedule.ts'

/** Longer than any wait: a day, and up to 10 % more. */
const longestWaitMs = 1.2 * lastDelayMs
/** Clocks of processes differ. */
const clocksMs = 60_000

/** Ends leases and waits that are further ahead than any that a right clock writes. */
export async function repairTimes(query: Query, now: number): Promise<void> {
  const endpoints = () => query.updateTable('webhook_endpoint')
  const isAhead = now + clocksMs
  const waitIsAhead = now + longestWaitMs
  await endpoints()
    .set({ lease: null, leased_until: null })
    .where('leased_until', '>', isAhead + leaseMs)
    .execute()
  await endpoints().set({ paused_until: now }).where('paused_until', '>', waitIsAhead).execute()
  await endpoints().set({ served_at: now }).where('served_at', '>', isAhead).execute()
  await endpoints().set({ failing_since: now }).where('failing_since', '>', isAhead).execute()
  await endpoints().set({ last_success_at: now }).where('last_success_at', '>', isAhead).execute()
  await endpoints().set({ accepting_since: now }).where('accepting_since', '>', isAhead).execute()
  // The latest time of an endpoint is read from an index. Few have one that is ahead.
  const stopped = await query
    .selectFrom('webhook_endpoint')
    .select('id')
    .where(
      ({ selectFrom }) =>
        selectFrom('webhook_delivery')
          .select(({ fn }) => fn.max('due_at').as('latest'))
          .whereRef('endpoint_id', '=', 'webhook_endpoint.id')
          .where('due_at', 'is not', null),
      '>',
      waitIsAhead,
    )
    .execute()
  for (const { id } of stopped) {
    const deliveries = query.updateTable('webhook_delivery').set({ due_at: now }).where('endpoint_id', '=', id)
    await deliveries.where('due_at', '>', waitIsAhead).execute()
  }
}
