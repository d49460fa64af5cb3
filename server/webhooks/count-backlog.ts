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

/** Every state once. Takes one step in the index `webhook_delivery_due` for each endpoint. */
export async function countEndpoints(query: Query): Promise<EndpointCount[]> {
  const rows = await query
    .selectFrom('webhook_endpoint')
    .select(['state', 'paused_until'])
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
  return endpointStates.map((state) => {
    const members = byState.get(state) ?? []
    const due = members.flatMap(({ due_at }) => due_at ?? [])
    return { state, count: members.length, firstDue: due.length === 0 ? null : new Date(Math.min(...due)) }
  })
}

function stateOf({
  state,
  paused_until,
}: Pick<WebhookEndpointTable, 'state' | 'paused_until'>): EndpointCount['state'] {
  return state === 'paused' && paused_until !== null ? 'failing' : state
}

/** Reads an index entry of each waiting delivery. Grouped by endpoint, SQLite would read the delivered ones too. */
export async function countWaiting(query: Query): Promise<number> {
  const waiting = query.selectFrom('webhook_delivery').where('state', '=', sql.lit('waiting'))
  return (await waiting.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}
