// An endpoint works again after a pause, or its client has turned it on: its retries are due at once instead of in hours. At most 500
// deliveries are updated, because a long transaction would block the server and the worker. Each later success updates the next ones.

import type { Query } from '../storage/storage.ts'

const piece = 500

/**
 * Makes deliveries due whose last try was before `since`. One that was tried again since then has its own time. Returns the new
 * `paused_until` of the endpoint: `since` if there may be more, or null. The caller has locked the endpoint.
 */
export async function makeRetriesDue(
  query: Query,
  endpointId: string,
  { since, now }: { since: number; now: number },
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
            .where('webhook_attempt.at', '>=', since),
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
