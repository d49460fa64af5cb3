// The bodies of events. A body is written before the first request, once for all endpoints of its format. A delivery without a body must
// not stop the others of its endpoint.

import { type ClientEvent, eventOf } from '../events/client-event.ts'
import { errorFacts } from '../log/log.ts'
import { lockRows } from '../storage/dialect.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import type { WebhookMessageTable } from '../storage/webhook-tables.ts'
import { eventSources } from './event-source.ts'
import { makeNextDue } from './make-first-due.ts'
import type { WebhookDeps } from './webhook-deps.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

export type BodyDeps = Pick<WebhookDeps, 'database' | 'log' | 'now' | 'bodyOf'>
type Format = WebhookEndpoint['format']

interface BodyValues {
  endpointId: string
  format: Format
  now: number
}

/** A body that could not be written is tried again after this time. repair-times.ts ends longer waits of deliveries without a try. */
const withoutBodyMs = 60_000

/** By event. Another process may write some of them first. Only the stored ones are sent. */
export async function writtenBodies(
  deps: BodyDeps,
  eventIds: readonly string[],
  values: BodyValues,
): Promise<Map<string, string>> {
  if (eventIds.length === 0) return new Map()
  await writeBodies(deps, eventIds, values)
  return readBodies(deps.database.query, eventIds, values.format)
}

/** Null before the first request. */
export async function storedBody(
  query: Query,
  { eventId, format }: { eventId: string; format: Format },
): Promise<string | null> {
  return (await readBodies(query, [eventId], format)).get(eventId) ?? null
}

async function readBodies(query: Query, eventIds: readonly string[], format: Format): Promise<Map<string, string>> {
  if (eventIds.length === 0) return new Map()
  const select = query.selectFrom('webhook_message').select(['event_id', 'body']).where('format', '=', format)
  const rows = await select.where('event_id', 'in', eventIds).execute()
  return new Map(rows.map((row) => [row.event_id, row.body]))
}

async function writeBodies(
  deps: BodyDeps,
  eventIds: readonly string[],
  { endpointId, format, now }: BodyValues,
): Promise<void> {
  const { query } = deps.database
  const events = await readEvents(query, eventIds)
  const missing = eventIds.filter((id) => !events.some((event) => event.id === id))
  for (const eventId of missing) {
    deps.log.error({ endpointId, eventId }, 'the event of a webhook is missing')
    await endWithoutEvent(deps, { endpointId, eventId })
  }
  const rows: WebhookMessageTable[] = []
  for (const source of await eventSources(query, events)) {
    const { id: eventId } = source.event
    try {
      rows.push({ event_id: eventId, format, body: deps.bodyOf(source, format), created_at: now })
    } catch (error) {
      deps.log.error({ endpointId, eventId, ...errorFacts(error) }, 'the body of a webhook could not be written')
      await postpone(query, { endpointId, eventId, dueAt: now + withoutBodyMs })
    }
  }
  if (rows.length === 0) return
  const insert = query.insertInto('webhook_message').values(rows)
  await insert.onConflict((conflict) => conflict.columns(['event_id', 'format']).doNothing()).execute()
}

async function readEvents(query: Query, eventIds: readonly string[]): Promise<ClientEvent[]> {
  const rows = await query.selectFrom('client_event').selectAll().where('id', 'in', eventIds).execute()
  return rows.map(eventOf)
}

/** It is not a try, so it does not count. */
async function postpone(
  query: Query,
  { endpointId, eventId, dueAt }: { endpointId: string; eventId: string; dueAt: number },
): Promise<void> {
  const delivery = query.updateTable('webhook_delivery').set({ due_at: dueAt }).where('endpoint_id', '=', endpointId)
  await delivery.where('event_id', '=', eventId).where('due_at', 'is not', null).execute()
}

/** It can never be sent, so later events of its subject do not wait for it. */
async function endWithoutEvent(
  { database, now }: BodyDeps,
  { endpointId, eventId }: { endpointId: string; eventId: string },
): Promise<void> {
  await inTransaction(database, async (query) => {
    const endpoint = query.selectFrom('webhook_endpoint').select('id').where('id', '=', endpointId)
    await lockRows(query, endpoint).execute()
    const ended = await query
      .updateTable('webhook_delivery')
      .set({ state: 'failed', due_at: null, done_at: now().getTime() })
      .where('endpoint_id', '=', endpointId)
      .where('event_id', '=', eventId)
      .where('due_at', 'is not', null)
      .returning('subject_id')
      .execute()
    const subjectIds = ended.map((row) => row.subject_id)
    if (subjectIds.length > 0) await makeNextDue(query, { endpointId, subjectIds, now: now().getTime() })
  })
}
