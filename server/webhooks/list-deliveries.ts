// The log of an endpoint: its deliveries and the requests that were sent.

import { sql } from 'kysely'
import type { EventType } from '../contract/event-types.ts'
import type { Query } from '../storage/storage.ts'
import type { WebhookAttemptTable, WebhookDeliveryTable } from '../storage/webhook-tables.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

/** Of each delivery. One that always fails may have thousands of them, each with a kilobyte of its response. */
const attemptsShown = 20

export interface WebhookAttempt {
  n: number
  at: Date
  durationMs: number
  /** Null if there was no response. */
  status: number | null
  /** Null if it succeeded. */
  reason: WebhookAttemptTable['reason']
  /** The first kilobyte. */
  responseStart: string
}

export interface WebhookDelivery {
  /** The id of the event, which is the `webhook-id`. */
  id: string
  type: EventType
  /** Of its events, those of one subject are sent in order. */
  subjectId: string
  state: WebhookDeliveryTable['state']
  tries: number
  /** Null once it has ended, and while an earlier event of the subject waits. */
  dueAt: Date | null
  createdAt: Date
  doneAt: Date | null
  /** The last `attemptsShown`, oldest first. */
  attempts: WebhookAttempt[]
}

/** When its next request can be sent. Null if none is planned. */
export function nextTryAt(
  { state, pausedUntil }: WebhookEndpoint,
  { dueAt }: Pick<WebhookDelivery, 'dueAt'>,
): Date | null {
  const isPausedByClient = state === 'paused' && pausedUntil === null
  if (dueAt === null || state === 'off' || isPausedByClient) return null
  return new Date(Math.max(dueAt.getTime(), pausedUntil?.getTime() ?? 0))
}

export interface DeliveryFilter {
  endpointId: string
  state?: WebhookDelivery['state'] | undefined
  /** The transfer, or the account or endpoint, of the event. */
  subjectId?: string | undefined
  /** From then on. */
  since?: Date | undefined
  limit: number
  /** The last delivery of the previous page. */
  before?: { createdAt: number; id: string } | undefined
}

/** Newest first. The caller has checked whose endpoint it is. */
export async function listDeliveries(query: Query, filter: DeliveryFilter): Promise<WebhookDelivery[]> {
  const { endpointId, state, subjectId, since, limit, before } = filter
  let select = deliveriesAt(query, endpointId)
  // As a literal: an index of one state is used only for a condition that names the state.
  if (state !== undefined) select = select.where('state', '=', sql.lit(state))
  if (since !== undefined) select = select.where('webhook_delivery.created_at', '>=', since.getTime())
  if (subjectId !== undefined) {
    const events = query.selectFrom('client_event').select('id').where('subject_id', '=', subjectId)
    select = select.where('event_id', 'in', events)
  }
  if (before !== undefined) {
    select = select.where(({ or, and, eb }) =>
      or([
        eb('webhook_delivery.created_at', '<', before.createdAt),
        and([eb('webhook_delivery.created_at', '=', before.createdAt), eb('event_id', '<', before.id)]),
      ]),
    )
  }
  const newestFirst = select.orderBy('webhook_delivery.created_at', 'desc').orderBy('event_id', 'desc')
  return withAttempts(query, endpointId, await newestFirst.limit(limit).execute())
}

/** Undefined if the log of the endpoint does not have it. */
export async function deliveryById(
  query: Query,
  { endpointId, id }: { endpointId: string; id: string },
): Promise<WebhookDelivery | undefined> {
  const rows = await deliveriesAt(query, endpointId).where('event_id', '=', id).execute()
  return (await withAttempts(query, endpointId, rows))[0]
}

/** Those that are sent next come first. Of each subject, only the first one is due: the others follow it. */
export async function listDue(
  query: Query,
  {
    endpointId,
    limit,
    after,
  }: { endpointId: string; limit: number; after?: { dueAt: number; id: string } | undefined },
): Promise<WebhookDelivery[]> {
  let select = deliveriesAt(query, endpointId).where('due_at', 'is not', null)
  if (after !== undefined) {
    select = select
      .where('due_at', '>=', after.dueAt)
      .where(({ or, eb }) => or([eb('due_at', '>', after.dueAt), eb('event_id', '>', after.id)]))
  }
  const rows = await select.orderBy('due_at').orderBy('event_id').limit(limit).execute()
  return withAttempts(query, endpointId, rows)
}

function deliveriesAt(query: Query, endpointId: string) {
  return query
    .selectFrom('webhook_delivery')
    .innerJoin('client_event', 'client_event.id', 'webhook_delivery.event_id')
    .selectAll('webhook_delivery')
    .select('client_event.type')
    .where('endpoint_id', '=', endpointId)
}

async function withAttempts(
  query: Query,
  endpointId: string,
  rows: readonly (WebhookDeliveryTable & { type: string })[],
): Promise<WebhookDelivery[]> {
  const eventIds = rows.map((row) => row.event_id)
  const attempts = await attemptsOf(query, endpointId, eventIds)
  return rows.map((row) => ({
    id: row.event_id,
    type: row.type as EventType,
    subjectId: row.subject_id,
    state: row.state,
    tries: row.tries,
    dueAt: row.due_at === null ? null : new Date(row.due_at),
    createdAt: new Date(row.created_at),
    doneAt: row.done_at === null ? null : new Date(row.done_at),
    attempts: attempts.get(row.event_id) ?? [],
  }))
}

async function attemptsOf(
  query: Query,
  endpointId: string,
  eventIds: readonly string[],
): Promise<Map<string, WebhookAttempt[]>> {
  if (eventIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_attempt', (join) =>
      join
        .onRef('webhook_attempt.endpoint_id', '=', 'webhook_delivery.endpoint_id')
        .onRef('webhook_attempt.event_id', '=', 'webhook_delivery.event_id')
        .on('n', '>', ({ eb }) => eb('webhook_delivery.tries', '-', attemptsShown)),
    )
    .selectAll('webhook_attempt')
    .where('webhook_delivery.endpoint_id', '=', endpointId)
    .where('webhook_delivery.event_id', 'in', eventIds)
    .orderBy('n')
    .execute()
  const byEvent = Map.groupBy(rows, (row) => row.event_id)
  return new Map([...byEvent].map(([id, attempts]) => [id, attempts.map(attemptOf)]))
}

export function attemptOf(row: WebhookAttemptTable): WebhookAttempt {
  const { n, at, duration_ms: durationMs, status, reason, response_start: responseStart } = row
  return { n, at: new Date(at), durationMs, status, reason, responseStart }
}
