// The due deliveries of a leased endpoint, with the bodies that are sent. A body is written before the first request, once for all
// endpoints of its format. A delivery without a body must not stop the others of its endpoint.

import { sql } from 'kysely'
import { type ClientEvent, eventOf } from '../events/client-event.ts'
import { errorFacts } from '../log/log.ts'
import { lockRows } from '../storage/dialect.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import type { WebhookMessageTable } from '../storage/webhook-tables.ts'
import { failuresToPause } from './endpoint-health.ts'
import { eventSources } from './event-source.ts'
import { makeNextDue } from './make-first-due.ts'
import type { WebhookDeps } from './webhook-deps.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

export interface DueDelivery {
  eventId: string
  body: string
}

type MessageDeps = Pick<WebhookDeps, 'database' | 'log' | 'now' | 'bodyOf'>
type Format = WebhookEndpoint['format']

/** A body that could not be written is tried again after this time. */
const withoutBodyMs = 3_600_000

/** At most so many are sent in a turn. */
export const deliveriesOfTurn = 100

interface DueValues {
  endpointId: string
  format: Format
  now: number
}

/** With their bodies, as far as they are written. */
function selectDue(query: Query, { endpointId, format }: Omit<DueValues, 'now'>) {
  return query
    .selectFrom('webhook_delivery')
    .select(['event_id', 'tries', 'rejections'])
    .select(({ selectFrom }) =>
      selectFrom('webhook_message')
        .select('body')
        .whereRef('webhook_message.event_id', '=', 'webhook_delivery.event_id')
        .where('format', '=', format)
        .as('body'),
    )
    .where('endpoint_id', '=', endpointId)
    .limit(sql.lit(deliveriesOfTurn))
}

const readDue = preparedStatement((query, { now, ...values }: DueValues) =>
  selectDue(query, values).where('due_at', '<=', now).orderBy('due_at'),
)

const readLatest = preparedStatement((query, { now, ...values }: DueValues) =>
  selectDue(query, values).where('due_at', '<=', now).orderBy('due_at', 'desc'),
)

const readFirst = preparedStatement((query, values: Omit<DueValues, 'now'>) =>
  selectDue(query, values).where('due_at', 'is not', null).orderBy('due_at'),
)

/** Those that are due longest come first. One delivery probes a paused endpoint, also before it is due. */
export async function dueDeliveries(
  deps: MessageDeps,
  endpoint: Pick<WebhookEndpoint, 'id' | 'format' | 'state' | 'failures'>,
): Promise<DueDelivery[]> {
  const { query } = deps.database
  const { format } = endpoint
  const values = { endpointId: endpoint.id, format, now: deps.now().getTime() }
  if (endpoint.state !== 'paused') return withBodies(deps, values, (await readDue(query, values)).rows)
  const [first, ...others] = await probesOf(query, endpoint, values)
  if (first === undefined) return []
  const probe = (await withBodies(deps, values, [first]))[0] ?? (await withBodies(deps, values, others))[0]
  // The lease then expires by itself. Without it, the endpoint would be leased again at once.
  if (probe === undefined) throw new Error('no delivery of a paused endpoint has a body')
  return [probe]
}

type DueRow = Awaited<ReturnType<typeof readDue>>['rows'][number]

/** Without those that have no body. */
async function withBodies(deps: MessageDeps, values: DueValues, rows: readonly DueRow[]): Promise<DueDelivery[]> {
  const missing = rows.filter((row) => row.body === null).map((row) => row.event_id)
  const written = await writtenBodies(deps, missing, values)
  return rows.flatMap((row) => {
    const body = row.body ?? written.get(row.event_id)
    return body === undefined ? [] : [{ eventId: row.event_id, body }]
  })
}

/**
 * The first one is sent. It is the delivery with the fewest rejections and tries, because an event that always fails says little about the others: of those that became
 * due last, and for every second probe of those that are due longest. Otherwise each event of a kind that always fails would be tried
 * once before the first one of another kind.
 */
async function probesOf(query: Query, { failures }: Pick<WebhookEndpoint, 'failures'>, values: DueValues) {
  const { now: _, ...all } = values
  const isOfLatest = (failures - failuresToPause) % 2 === 0
  const latest = isOfLatest ? (await readLatest(query, values)).rows : []
  const rows = latest.length > 0 ? latest : (await readFirst(query, all)).rows
  return rows.toSorted((one, other) => one.rejections - other.rejections || one.tries - other.tries)
}

/** By event. Another process may write some of them first. Only the stored ones are sent. */
async function writtenBodies(
  deps: MessageDeps,
  eventIds: readonly string[],
  values: DueValues,
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
  deps: MessageDeps,
  eventIds: readonly string[],
  { endpointId, format, now }: DueValues,
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
  { database, now }: MessageDeps,
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
