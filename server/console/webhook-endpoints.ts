import { cachedByCost } from '../cache/cached-by-cost.ts'
import { type Page, pageSize } from '../contract/console/page.ts'
import {
  type DeliveryDetail,
  type DeliveryRow,
  deliveriesQuery,
  type WebhookRow,
  webhooksQuery,
} from '../contract/console/webhooks.ts'
import { readCursor } from '../http/time-cursor.ts'
import { lastFailures } from '../webhooks/last-failures.ts'
import { type Backlog, countBacklogs, noBacklog } from '../webhooks/list-backlogs.ts'
import { deliveryById, listDeliveries, listDue, type WebhookDelivery } from '../webhooks/list-deliveries.ts'
import { storedBody } from '../webhooks/message-bodies.ts'
import { endpointOfAnyClient, pageOfEndpoints, type WebhookEndpoint } from '../webhooks/webhook-endpoint.ts'
import { clientNames } from './client-names.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { readEndpoint } from './console-endpoint.ts'
import { ConsoleError } from './console-error.ts'
import { pageOf } from './page-of.ts'
import { perConsole } from './per-console.ts'
import { deliveryDetail, deliveryRow, webhookRow } from './webhook-rows.ts'

const backlogs = perConsole(({ database }) => cachedByCost(() => countBacklogs(database.query)))

export const listWebhooks = readEndpoint({
  path: '/api/webhooks',
  role: 'viewer',
  query: webhooksQuery,
  async respond({ deps, input: { client: clientId, state, after } }) {
    const before = readCursor(after, 'after')
    const filter = { clientId: clientId?.toLowerCase(), state, before, limit: pageSize + 1 }
    const found = await pageOfEndpoints(deps.database.query, filter)
    const { rows, next } = pageOf(found)
    const page: Page<WebhookRow> = { rows: await rowsOf(deps, rows), next }
    return page
  },
})

export const readWebhook = readEndpoint({
  path: '/api/webhooks/:id',
  role: 'viewer',
  async respond({ deps, params }) {
    const [row] = await rowsOf(deps, [await requireWebhook(deps, params.id)])
    return row as WebhookRow
  },
})

export const listWebhookDeliveries = readEndpoint({
  path: '/api/webhooks/:id/deliveries',
  role: 'viewer',
  query: deliveriesQuery,
  async respond({ deps: { database }, deps, params, input: { state, transfer, since, after } }) {
    const endpoint = await requireWebhook(deps, params.id)
    const place = readCursor(after, 'after')
    const limit = pageSize + 1
    const deliveryRows = ({ rows, next }: Page<WebhookDelivery>): Page<DeliveryRow> => ({
      rows: rows.map((delivery) => deliveryRow(endpoint, delivery)),
      next,
    })
    // Without another filter, waiting ones are listed by their own index: of a long list, few may be waiting.
    if (state === 'waiting' && transfer === undefined && since === undefined) {
      const due = { endpointId: endpoint.id, limit, after: place && { dueAt: place.createdAt, id: place.id } }
      return deliveryRows(pageOf(await listDue(database.query, due), ({ dueAt, createdAt }) => dueAt ?? createdAt))
    }
    const found = await listDeliveries(database.query, {
      ...{ endpointId: endpoint.id, state, subjectId: transfer, limit },
      since: since === undefined ? undefined : new Date(since),
      before: place,
    })
    return deliveryRows(pageOf(found))
  },
})

export const readWebhookDelivery = readEndpoint({
  path: '/api/webhooks/:id/deliveries/:deliveryId',
  role: 'viewer',
  async respond({ deps: { database }, deps, params }) {
    const endpoint = await requireWebhook(deps, params.id)
    const delivery = await deliveryById(database.query, { endpointId: endpoint.id, id: params.deliveryId ?? '' })
    if (delivery === undefined) throw new ConsoleError('notFound', { message: 'The log has no such delivery.' })
    const body = await storedBody(database.query, { eventId: delivery.id, format: endpoint.format })
    const detail: DeliveryDetail = deliveryDetail(endpoint, delivery, body)
    return detail
  },
})

/** Throws `notFound`. */
export async function requireWebhook(
  { database }: Pick<ConsoleDeps, 'database'>,
  id: string | undefined,
): Promise<WebhookEndpoint> {
  const endpoint = await endpointOfAnyClient(database.query, (id ?? '').toLowerCase())
  if (endpoint === undefined) throw new ConsoleError('notFound', { message: 'There is no such webhook endpoint.' })
  return endpoint
}

async function rowsOf(deps: ConsoleDeps, endpoints: readonly WebhookEndpoint[]): Promise<WebhookRow[]> {
  const { query } = deps.database
  const counts: Map<string, Backlog> = await backlogs(deps)()
  const failures = await lastFailures(
    query,
    endpoints.map(({ id }) => id),
  )
  const names = await clientNames(query, endpoints)
  return endpoints.map((endpoint) => {
    const client = { id: endpoint.clientId, name: names.get(endpoint.clientId) ?? '' }
    const backlog = counts.get(endpoint.id) ?? noBacklog
    return webhookRow(endpoint, { client, backlog, failure: failures.get(endpoint.id) })
  })
}
