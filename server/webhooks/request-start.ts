// Whether a delivery of a batch can still be sent. Since the batch was read, a replay may have put an earlier event of the subject before
// it, and the client may have paused, moved or deleted the endpoint.

import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'
import { maySend } from './endpoint-health.ts'

/** `replays`: how often the delivery was replayed before. `closed`: the endpoint gets no request now. */
export type StartedRequest = { replays: number } | 'notDue' | 'closed'

const readStart = preparedStatement((query, { endpointId, eventId }: { endpointId: string; eventId: string }) =>
  query
    .selectFrom('webhook_endpoint')
    .select(['state', 'paused_until', 'url'])
    .select(({ selectFrom }) =>
      selectFrom('webhook_delivery')
        .select('replays')
        .whereRef('endpoint_id', '=', 'webhook_endpoint.id')
        .where('event_id', '=', eventId)
        .where('due_at', 'is not', null)
        .as('replays'),
    )
    .where('id', '=', endpointId),
)

/** `url`: where the request goes to. With this read, a request begins: a replay that commits later is sent after it. */
export async function startRequest(
  query: Query,
  { endpointId, eventId, url, now }: { endpointId: string; eventId: string; url: string; now: number },
): Promise<StartedRequest> {
  const [row] = (await readStart(query, { endpointId, eventId })).rows
  if (row === undefined || row.url !== url || !maySend(row, now)) return 'closed'
  return row.replays === null ? 'notDue' : { replays: row.replays }
}
