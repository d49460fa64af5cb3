import { sql } from 'kysely'
import type { Query } from '../storage/storage.ts'

/**
 * Makes the first delivery that waits of each subject due at once, and no other of them. The caller has locked the endpoint. A separate
 * statement, so that it finds a delivery that was added while an earlier one waited for a lock.
 */
export async function makeFirstDue(
  query: Query,
  { endpointId, subjectIds, now }: { endpointId: string; subjectIds: readonly string[]; now: number },
): Promise<void> {
  const isFirst = sql<boolean>`ordinal = (select min(first.ordinal) from webhook_delivery as first
    where first.endpoint_id = webhook_delivery.endpoint_id and first.subject_id = webhook_delivery.subject_id
      and first.state = 'waiting')`
  await query
    .updateTable('webhook_delivery')
    .set({ due_at: sql<number | null>`case when ${isFirst} then cast(${now} as bigint) else null end` })
    .where('endpoint_id', '=', endpointId)
    .where('subject_id', 'in', subjectIds)
    .where('state', '=', sql.lit('waiting'))
    .where(({ or, eb }) => or([isFirst, eb('due_at', 'is not', null)]))
    .execute()
}
