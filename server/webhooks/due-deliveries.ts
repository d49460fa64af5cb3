// The due deliveries of a leased endpoint, with the bodies that are sent. A body is written before the first request, once for all
// endpoints of its format.

import { type ClientEvent, eventOf } from '../events/client-event.ts'
import type { Query } from '../storage/storage.ts'
import { eventSources } from './event-source.ts'
import type { WebhookDeps } from './webhook-deps.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

export interface DueDelivery {
  eventId: string
  subjectId: string
  body: string
}

type MessageDeps = Pick<WebhookDeps, 'database' | 'now' | 'bodyOf'>

const batch = 50

/**
 * Those that are due longest come first. One delivery probes a paused endpoint, also before it is due: the one with the fewest tries,
 * because an event that always fails says little about the others.
 */
export async function dueDeliveries(
  deps: MessageDeps,
  { id, format, state }: Pick<WebhookEndpoint, 'id' | 'format' | 'state'>,
): Promise<DueDelivery[]> {
  const { query } = deps.database
  const first = query
    .selectFrom('webhook_delivery')
    .select(['event_id', 'subject_id', 'tries'])
    .where('endpoint_id', '=', id)
    .orderBy('due_at')
  const select =
    state === 'paused' ? first.where('due_at', 'is not', null) : first.where('due_at', '<=', deps.now().getTime())
  const due = await select.limit(batch).execute()
  const rows = state === 'paused' ? due.toSorted((one, other) => one.tries - other.tries).slice(0, 1) : due
  const eventIds = rows.map((row) => row.event_id)
  const bodies = await messagesOf(deps, eventIds, format)
  return rows.map((row) => {
    const body = bodies.get(row.event_id)
    if (body === undefined) throw new Error(`the event ${row.event_id} of a delivery is missing`)
    return { eventId: row.event_id, subjectId: row.subject_id, body }
  })
}

/** By event. */
async function messagesOf(
  deps: MessageDeps,
  eventIds: readonly string[],
  format: WebhookEndpoint['format'],
): Promise<Map<string, string>> {
  const { query } = deps.database
  const written = await readBodies(query, eventIds, format)
  const missing = eventIds.filter((id) => !written.has(id))
  if (missing.length === 0) return written
  await writeBodies(deps, missing, format)
  // Another process may have written some of them first. Only the stored ones are sent.
  return new Map([...written, ...(await readBodies(query, missing, format))])
}

/** Null before the first request. */
export async function storedBody(
  query: Query,
  { eventId, format }: { eventId: string; format: WebhookEndpoint['format'] },
): Promise<string | null> {
  return (await readBodies(query, [eventId], format)).get(eventId) ?? null
}

async function readBodies(
  query: Query,
  eventIds: readonly string[],
  format: WebhookEndpoint['format'],
): Promise<Map<string, string>> {
  if (eventIds.length === 0) return new Map()
  const select = query.selectFrom('webhook_message').select(['event_id', 'body']).where('format', '=', format)
  const rows = await select.where('event_id', 'in', eventIds).execute()
  return new Map(rows.map((row) => [row.event_id, row.body]))
}

async function writeBodies(
  { database: { query }, now, bodyOf }: MessageDeps,
  eventIds: readonly string[],
  format: WebhookEndpoint['format'],
): Promise<void> {
  const sources = await eventSources(query, await readEvents(query, eventIds))
  if (sources.length === 0) return
  const created_at = now().getTime()
  const rows = sources.map((source) => {
    return { event_id: source.event.id, format, body: bodyOf(source, format), created_at }
  })
  const insert = query.insertInto('webhook_message').values(rows)
  await insert.onConflict((conflict) => conflict.columns(['event_id', 'format']).doNothing()).execute()
}

async function readEvents(query: Query, eventIds: readonly string[]): Promise<ClientEvent[]> {
  const rows = await query.selectFrom('client_event').selectAll().where('id', 'in', eventIds).execute()
  return rows.map(eventOf)
}
