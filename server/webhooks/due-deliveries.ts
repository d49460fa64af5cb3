// The due deliveries of a leased endpoint, with the bodies that are sent.

import { sql } from 'kysely'
import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'
import { failuresToPause } from './endpoint-health.ts'
import { type BodyDeps, writtenBodies } from './message-bodies.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

export interface DueDelivery {
  eventId: string
  body: string
}

/** At most so many are sent in a turn. */
export const deliveriesOfTurn = 100

interface DueValues {
  endpointId: string
  format: WebhookEndpoint['format']
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
  deps: BodyDeps,
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
async function withBodies(deps: BodyDeps, values: DueValues, rows: readonly DueRow[]): Promise<DueDelivery[]> {
  const missing = rows.filter((row) => row.body === null).map((row) => row.event_id)
  const written = await writtenBodies(deps, missing, values)
  return rows.flatMap((row) => {
    const body = row.body ?? written.get(row.event_id)
    return body === undefined ? [] : [{ eventId: row.event_id, body }]
  })
}

/**
 * The first one is sent. It is the delivery with the fewest rejections and tries, because an event that always fails says little about
 * the others: of those that became due last, and for every second probe of those that are due longest. Otherwise each event of a kind
 * that always fails would be tried once before the first one of another kind.
 */
async function probesOf(query: Query, { failures }: Pick<WebhookEndpoint, 'failures'>, values: DueValues) {
  const { now: _, ...all } = values
  const isOfLatest = (failures - failuresToPause) % 2 === 0
  const latest = isOfLatest ? (await readLatest(query, values)).rows : []
  const rows = latest.length > 0 ? latest : (await readFirst(query, all)).rows
  return rows.toSorted((one, other) => one.rejections - other.rejections || one.tries - other.tries)
}
