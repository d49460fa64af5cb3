// Of the deliveries of a subject that wait, only the first one is due.

import { sql } from 'kysely'
import { textsOf } from '../storage/json-list.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'

interface Subjects {
  endpointId: string
  subjectIds: readonly string[]
}

const isFirst = sql<boolean>`ordinal = (select min(first.ordinal) from webhook_delivery as first
  where first.endpoint_id = webhook_delivery.endpoint_id and first.subject_id = webhook_delivery.subject_id
    and first.state = 'waiting')`

/** `subjectIds`: a list in JSON. */
function updateWaiting(query: Query, { endpointId, subjectIds }: { endpointId: string; subjectIds: string }) {
  return query
    .updateTable('webhook_delivery')
    .where('endpoint_id', '=', endpointId)
    .where('subject_id', 'in', textsOf(query, subjectIds))
    .where('state', '=', sql.lit('waiting'))
}

type UpdateValues = { endpointId: string; subjectIds: string }

const firstBecomesDue = preparedStatement((query, { now, ...subjects }: UpdateValues & { now: number }) =>
  updateWaiting(query, subjects).set({ due_at: now }).where(isFirst),
)

const laterWait = preparedStatement((query, subjects: UpdateValues) =>
  updateWaiting(query, subjects)
    .set({ due_at: sql.lit(null) })
    .where('due_at', 'is not', null)
    .where(sql<boolean>`not ${isFirst}`),
)

/**
 * Makes the next delivery of each subject due at once, after one of the subject has ended. The caller has locked the endpoint. A
 * separate statement, so that it finds a delivery that was added while an earlier one waited for a lock.
 */
export async function makeNextDue(
  query: Query,
  { endpointId, subjectIds, now }: Subjects & { now: number },
): Promise<void> {
  await firstBecomesDue(query, { endpointId, subjectIds: JSON.stringify(subjectIds), now })
}

/** The same after deliveries have been added before one that may be due. That one waits. */
export async function makeFirstDue(query: Query, subjects: Subjects & { now: number }): Promise<void> {
  const { endpointId, subjectIds } = subjects
  await laterWait(query, { endpointId, subjectIds: JSON.stringify(subjectIds) })
  await makeNextDue(query, subjects)
}
