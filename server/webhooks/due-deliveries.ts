// The due deliveries of a leased endpoint, with the bodies that are sent. A body is written before the first request, once for all
// endpoints of its format.

import { sql } from 'kysely'
import { type ClientEvent, eventOf } from '../events/client-event.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'
import { failuresToPause } from './endpoint-health.ts'
import { eventSources } from './event-source.ts'
import type { WebhookDeps } from './webhook-deps.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

export interface DueDelivery {
  eventId: string
  body: string
}

type MessageDeps = Pick<WebhookDeps, 'database' | 'now' | 'bodyOf'>
type Format = WebhookEndpoint['format']

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
  const rows =
    endpoint.state === 'paused' ? await probeOf(query, endpoint, values) : (await readDue(query, values)).rows
  const missing = rows.filter((row) => row.body === null).map((row) => row.event_id)
  const written = await writtenBodies(deps, missing, format)
  return rows.map((row) => {
    const body = row.body ?? written.get(row.event_id)
    if (body === undefined) throw new Error(`the event ${row.event_id} of a delivery is missing`)
    return { eventId: row.event_id, body }
  })
}

/**
 * The delivery with the fewest rejections and tries, because an event that always fails says little about the others: of those that became
 * due last, and for every second probe of those that are due longest. Otherwise each event of a kind that always fails would be tried
 * once before the first one of another kind.
 */
async function probeOf(query: Query, { failures }: Pick<WebhookEndpoint, 'failures'>, values: DueValues) {
  const { now: _, ...all } = values
  const isOfLatest = (failures - failuresToPause) % 2 === 0
  const latest = isOfLatest ? (await readLatest(query, values)).rows : []
  const rows = latest.length > 0 ? latest : (await readFirst(query, all)).rows
  return rows.toSorted((one, other) => one.rejections - other.rejections || one.tries - other.tries).slice(0, 1)
}

/** By event. Another process may write some of them first. Only the stored ones are sent. */
async function writtenBodies(
  deps: MessageDeps,
  eventIds: readonly string[],
  format: Format,
): Promise<Map<string, string>> {
  if (eventIds.length === 0) return new Map()
  await writeBodies(deps, eventIds, format)
  return readBodies(deps.database.query, eventIds, format)
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
  { database: { query }, now, bodyOf }: MessageDeps,
  eventIds: readonly string[],
  format: Format,
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
