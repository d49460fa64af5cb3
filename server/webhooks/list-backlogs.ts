// The endpoints of all clients with their waiting deliveries, for operators.

import type { Query } from '../storage/storage.ts'
import { endpointOf, type WebhookEndpoint } from './webhook-endpoint.ts'

export interface WebhookBacklog {
  endpoint: WebhookEndpoint
  waiting: number
  /** Null without a waiting delivery. */
  oldestWaiting: Date | null
}

/** Oldest endpoint first. `clientId` null: of all clients. */
export async function listBacklogs(query: Query, clientId: string | null): Promise<WebhookBacklog[]> {
  let select = query.selectFrom('webhook_endpoint').selectAll().where('deleted_at', 'is', null)
  if (clientId !== null) select = select.where('client_id', '=', clientId)
  const rows = await select.orderBy('created_at').orderBy('id').execute()
  const backlogs = await query
    .selectFrom('webhook_delivery')
    .select(({ fn }) => ['endpoint_id', fn.countAll().as('waiting'), fn.min('created_at').as('oldest')])
    .where('state', '=', 'waiting')
    .groupBy('endpoint_id')
    .execute()
  const byEndpoint = new Map(backlogs.map((backlog) => [backlog.endpoint_id, backlog]))
  return rows.map((row) => {
    const backlog = byEndpoint.get(row.id)
    return {
      endpoint: endpointOf(row),
      waiting: Number(backlog?.waiting ?? 0),
      oldestWaiting: backlog === undefined ? null : new Date(Number(backlog.oldest)),
    }
  })
}
