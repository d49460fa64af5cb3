// Whether a delivery of a batch can still be sent. Since the batch was read, a replay may have put an earlier event of the subject before
// it, and the client may have paused, moved or deleted the endpoint.

import { textsOf } from '../storage/json-list.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'
import { maySend } from './endpoint-health.ts'
import type { WebhookDeps } from './webhook-deps.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

/** `replays`: how often the delivery was replayed before. `closed`: the endpoint gets no request now. */
export type StartedRequest = { replays: number } | 'notDue' | 'closed'

const readStarts = preparedStatement((query, { endpointId, eventIds }: { endpointId: string; eventIds: string }) =>
  query
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_endpoint', 'webhook_endpoint.id', 'webhook_delivery.endpoint_id')
    .select(['event_id', 'replays', 'webhook_endpoint.state', 'paused_until', 'url'])
    .where('endpoint_id', '=', endpointId)
    .where('event_id', 'in', textsOf(query, eventIds))
    .where('due_at', 'is not', null),
)

/**
 * Starts the requests of a turn to `url`, by event. With its read, a request begins: a replay that commits later is sent after it.
 * Requests that start while a read runs share the next one.
 */
export function requestStarter(
  { database: { query }, now }: Pick<WebhookDeps, 'database' | 'now'>,
  endpoint: Pick<WebhookEndpoint, 'id' | 'url'>,
): (eventId: string) => Promise<StartedRequest> {
  let waiting: string[] = []
  let nextRead: Promise<Map<string, StartedRequest>> | null = null
  let lastRead: Promise<unknown> = Promise.resolve()

  async function readWaiting(): Promise<Map<string, StartedRequest>> {
    await lastRead.catch(() => {})
    const eventIds = waiting
    waiting = []
    nextRead = null
    return readStarted(query, { endpoint, eventIds, now: now().getTime() })
  }

  return async (eventId) => {
    waiting.push(eventId)
    if (nextRead === null) {
      nextRead = readWaiting()
      lastRead = nextRead
    }
    return (await nextRead).get(eventId) ?? 'notDue'
  }
}

interface Starts {
  endpoint: Pick<WebhookEndpoint, 'id' | 'url'>
  eventIds: readonly string[]
  now: number
}

/** Those that are due, by event. */
async function readStarted(query: Query, { endpoint, eventIds, now }: Starts): Promise<Map<string, StartedRequest>> {
  const { rows } = await readStarts(query, { endpointId: endpoint.id, eventIds: JSON.stringify(eventIds) })
  return new Map(
    rows.map(({ event_id, replays, ...row }) => {
      const isClosed = row.url !== endpoint.url || !maySend(row, now)
      return [event_id, isClosed ? 'closed' : { replays }]
    }),
  )
}
