// Counts webhook endpoints and waiting deliveries for an operator's metrics. There may be a million waiting deliveries, so they are read
// only in an index.

import { sql } from 'kysely'
import type { Query } from '../storage/storage.ts'
import type { WebhookEndpointTable } from '../storage/webhook-tables.ts'

/** `failing`: requests failed, and the next ones wait. `paused`: by the client or the operator. */
const endpointStates = ['on', 'failing', 'paused', 'off'] as const

export interface EndpointCount {
  state: (typeof endpointStates)[number]
  count: number
  /** When the first delivery was due, or will be. Null if none is. */
  firstDue: Date | null
}

export interface EndpointCounts {
  /** Every state once. */
  states: EndpointCount[]
  /** Since when the endpoint that has failed for longest has accepted nothing. Null if none fails. */
  failingSince: Date | null
}

/** Takes one step in the index `webhook_delivery_due` for each endpoint. */
export async function countEndpoints(query: Query): Promise<EndpointCounts> {
  const rows = await query
    .selectFrom('webhook_endpoint')
    .select(['state', 'paused_until', 'failing_since', 'rejected_events'])
    .select(({ selectFrom }) =>
      selectFrom('webhook_delivery')
        .select(({ fn }) => fn.min('due_at').as('due_at'))
        .whereRef('endpoint_id', '=', 'webhook_endpoint.id')
        .where('due_at', 'is not', null)
        .as('due_at'),
    )
    .where('deleted_at', 'is', null)
    .execute()
  const byState = Map.groupBy(rows, stateOf)
  const states = endpointStates.map((state) => {
    const members = byState.get(state) ?? []
    return { state, count: members.length, firstDue: earliest(members.map(({ due_at }) => due_at)) }
  })
  return { states, failingSince: earliest(rows.filter(isFailing).map(({ failing_since }) => failing_since)) }
}

/** Of several events that an endpoint rejects, none was accepted. One that is rejected may be the mistake of that event. */
function isFailing(row: EndpointRow & { due_at: number | null }): boolean {
  const state = stateOf(row)
  return row.due_at !== null && (state === 'failing' || (state === 'on' && row.rejected_events > 1))
}

function earliest(times: readonly (number | null)[]): Date | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : new Date(Math.min(...known))
}

type EndpointRow = Pick<WebhookEndpointTable, 'state' | 'paused_until' | 'rejected_events'>

function stateOf({ state, paused_until }: EndpointRow): EndpointCount['state'] {
  return state === 'paused' && paused_until !== null ? 'failing' : state
}

/** Reads an index entry of each waiting delivery. Grouped by endpoint, SQLite would read the delivered ones too. */
export async function countWaiting(query: Query): Promise<number> {
  const waiting = query.selectFrom('webhook_delivery').where('state', '=', sql.lit('waiting'))
  return (await waiting.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}
