// The endpoints of all clients with their waiting deliveries, for operators.

import type { Query } from '../storage/storage.ts'
import { allEndpoints, listEndpoints, type WebhookEndpoint } from './webhook-endpoint.ts'

export interface WebhookBacklog {
  endpoint: WebhookEndpoint
  waiting: number
  /** Null without a waiting delivery. */
  oldestWaiting: Date | null
}

/** Oldest endpoint first. `clientId` null: of all clients. */
export async function listBacklogs(query: Query, clientId: string | null): Promise<WebhookBacklog[]> {
  const endpoints = clientId === null ? await allEndpoints(query) : await listEndpoints(query, clientId)
  const backlogs = await query
    .selectFrom('webhook_delivery')
    .select(({ fn }) => ['endpoint_id', fn.countAll().as('waiting'), fn.min('created_at').as('oldest')])
    .where('state', '=', 'waiting')
    .groupBy('endpoint_id')
    .execute()
  const byEndpoint = new Map(backlogs.map((backlog) => [backlog.endpoint_id, backlog]))
  return endpoints.map((endpoint) => {
    const backlog = byEndpoint.get(endpoint.id)
    return {
      endpoint,
      waiting: Number(backlog?.waiting ?? 0),
      oldestWaiting: backlog === undefined ? null : new Date(Number(backlog.oldest)),
    }
  })
}
