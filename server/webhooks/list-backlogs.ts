// The endpoints of all clients with their waiting deliveries, for operators.

import { sql } from 'kysely'
import type { Query } from '../storage/storage.ts'
import { allEndpoints, listEndpoints, type WebhookEndpoint } from './webhook-endpoint.ts'

export interface Backlog {
  waiting: number
  /** Of those that are first of their subject. Null without a waiting delivery. */
  oldestWaiting: Date | null
}

export interface WebhookBacklog extends Backlog {
  endpoint: WebhookEndpoint
}

export const noBacklog: Backlog = { waiting: 0, oldestWaiting: null }

/** Oldest endpoint first. `clientId` null: of all clients. */
export async function listBacklogs(query: Query, clientId: string | null): Promise<WebhookBacklog[]> {
  const endpoints = clientId === null ? await allEndpoints(query) : await listEndpoints(query, clientId)
  const backlogs = await countBacklogs(query)
  return endpoints.map((endpoint) => ({ endpoint, ...(backlogs.get(endpoint.id) ?? noBacklog) }))
}

/** By endpoint. Reads an index entry of each waiting delivery, and the row of the first one of each subject. */
export async function countBacklogs(query: Query): Promise<Map<string, Backlog>> {
  const delivery = query.selectFrom('webhook_delivery')
  const counts = await delivery
    .select(({ fn }) => ['endpoint_id', fn.countAll<number>().as('waiting')])
    .where('state', '=', sql.lit('waiting'))
    // As an expression: by the column alone, SQLite would read all deliveries in the order of another index.
    .groupBy(sql`endpoint_id || ''`)
    .groupBy('endpoint_id')
    .execute()
  const oldest = await delivery
    .select(({ fn }) => ['endpoint_id', fn.min('created_at').as('oldest')])
    .where('due_at', 'is not', null)
    .groupBy('endpoint_id')
    .execute()
  const byEndpoint = new Map(oldest.map((row) => [row.endpoint_id, new Date(Number(row.oldest))]))
  return new Map(
    counts.map(({ endpoint_id: id, waiting }) => [
      id,
      { waiting: Number(waiting), oldestWaiting: byEndpoint.get(id) ?? null },
    ]),
  )
}
