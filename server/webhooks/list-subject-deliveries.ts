// The deliveries of the events of one subject, such as a transfer.

import type { EventType } from '../contract/event-types.ts'
import type { Query } from '../storage/storage.ts'
import type { WebhookDeliveryTable } from '../storage/webhook-tables.ts'
import { nextTryAt } from './list-deliveries.ts'
import { listEndpoints, type WebhookEndpoint } from './webhook-endpoint.ts'

export interface SubjectDelivery {
  endpoint: WebhookEndpoint
  eventId: string
  type: EventType
  at: Date
  state: WebhookDeliveryTable['state']
  tries: number
  /** Null if no request is planned. */
  nextTryAt: Date | null
  /** The last request, if the log still has it. */
  last: { status: number | null; reason: string | null } | null
}

/** In the order of the events. Those that have ended are deleted after a while. */
export async function listSubjectDeliveries(
  query: Query,
  { clientId, subjectId }: { clientId: string; subjectId: string },
): Promise<SubjectDelivery[]> {
  const events = await query
    .selectFrom('client_event')
    .select(['id', 'type', 'at'])
    .where('subject_id', '=', subjectId)
    .orderBy('ordinal')
    .execute()
  const endpoints = await listEndpoints(query, clientId)
  if (events.length === 0 || endpoints.length === 0) return []
  const keys = { endpoints: endpoints.map(({ id }) => id), events: events.map(({ id }) => id) }
  const deliveries = await query
    .selectFrom('webhook_delivery')
    .select(['endpoint_id', 'event_id', 'state', 'tries', 'due_at'])
    .where('endpoint_id', 'in', keys.endpoints)
    .where('event_id', 'in', keys.events)
    .execute()
  const attempts = await query
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook_attempt as last', (join) =>
      join
        .onRef('last.endpoint_id', '=', 'delivery.endpoint_id')
        .onRef('last.event_id', '=', 'delivery.event_id')
        .onRef('last.n', '=', 'delivery.tries'),
    )
    .select(['last.endpoint_id', 'last.event_id', 'status', 'reason'])
    .where('delivery.endpoint_id', 'in', keys.endpoints)
    .where('delivery.event_id', 'in', keys.events)
    .execute()
  const isAt = (endpointId: string, eventId: string) => (row: { endpoint_id: string; event_id: string }) =>
    row.endpoint_id === endpointId && row.event_id === eventId
  return events.flatMap(({ id, type, at }) =>
    endpoints.flatMap((endpoint) => {
      const delivery = deliveries.find(isAt(endpoint.id, id))
      if (delivery === undefined) return []
      const { state, tries, due_at } = delivery
      const last = attempts.find(isAt(endpoint.id, id)) ?? null
      const facts = { endpoint, eventId: id, type: type as EventType, at: new Date(at), state, tries }
      return [{ ...facts, nextTryAt: nextTryAt(endpoint, { dueAt: due_at === null ? null : new Date(due_at) }), last }]
    }),
  )
}
