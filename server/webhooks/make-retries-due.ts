// An endpoint works again after a pause, or its client has turned it on: its retries are due at once instead of in hours. A delivery
// whose last failure was about its event (event-fault.ts) stays on its schedule: the pause was not its reason. At most 500 deliveries are
// updated, because a long transaction would block the server and the worker. Each later success updates the next ones.

import { sql } from 'kysely'
import type { Query } from '../storage/storage.ts'

const piece = 500

/**
 * Makes deliveries due whose last try was before `since`. One that was tried again since then has its own time. Failures of events that
 * were counted before `acceptingSince` do not count any more. Returns the new `paused_until` of the endpoint: `since` if there may be
 * more, or null. The caller has locked the endpoint.
 */
export async function makeRetriesDue(
  query: Query,
  endpointId: string,
  { since, now, acceptingSince }: { since: number; now: number; acceptingSince: number | null },
): Promise<number | null> {
  const later = query
    .selectFrom('webhook_delivery as later')
    .select('later.event_id')
    .where('later.endpoint_id', '=', endpointId)
    .where('later.due_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_attempt')
            .select('n')
            .whereRef('webhook_attempt.endpoint_id', '=', 'later.endpoint_id')
            .whereRef('webhook_attempt.event_id', '=', 'later.event_id')
            .whereRef('webhook_attempt.n', '=', 'later.tries')
            .where(({ or, and, eb, ref }) =>
              or([
                eb('webhook_attempt.at', '>=', since),
                // As `hasCounted` in event-fault.ts. A rejection may be of an endpoint that rejected everything.
                and([
                  eb('later.rejected_at', '>=', acceptingSince ?? 0),
                  eb('later.rejected_at', '>=', ref('webhook_attempt.at')),
                  sql<boolean>`coalesce(webhook_attempt.status, 0) not between 400 and 499`,
                ]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('later.due_at')
    .limit(piece)
  const { numUpdatedRows } = await query
    .updateTable('webhook_delivery')
    .set({ due_at: now })
    .where('endpoint_id', '=', endpointId)
    .where('event_id', 'in', later)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) < piece ? null : since
}
