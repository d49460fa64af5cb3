// Whether a delivery of a batch can still be sent. A replay may have put an earlier event of the subject before it since the batch was
// read.

import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'

const readDue = preparedStatement((query, { endpointId, eventId }: { endpointId: string; eventId: string }) =>
  query
    .selectFrom('webhook_delivery')
    .select('replays')
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '=', eventId)
    .where('due_at', 'is not', null),
)

/**
 * With this read, a request begins: a replay that commits later is sent after it. Returns how often the delivery was replayed before, or
 * null if it is not due.
 */
export async function startRequest(
  query: Query,
  { endpointId, eventId }: { endpointId: string; eventId: string },
): Promise<{ replays: number } | null> {
  const { rows } = await readDue(query, { endpointId, eventId })
  return rows[0] ?? null
}
