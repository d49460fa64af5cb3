// /api/v1/webhooks/endpoints/{id}/test, /deliveries and /replay (additive)

import type { Hono } from 'hono'
import { ApiError } from '../../contract/errors.ts'
import { ReplayRequest } from '../../contract/wire/webhooks.ts'
import { clientOnly } from '../../http/authenticate.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import { readBody, readQuery } from '../../http/read-request.ts'
import type { AppEnv } from '../../http/request-context.ts'
import { ok } from '../../http/responses.ts'
import { readCursor, writeCursor } from '../../http/time-cursor.ts'
import { listDeliveries } from '../../webhooks/list-deliveries.ts'
import { replayDelivery, replaySince } from '../../webhooks/replay.ts'
import { sendTest } from '../../webhooks/send-test.ts'
import type { WebhookEndpoint } from '../../webhooks/webhook-endpoint.ts'
import { pageLimitOf } from '../page-limit.ts'
import type { RouteDeps } from '../route-deps.ts'
import {
  DeliveriesQuery,
  listWebhookDeliveriesEndpoint,
  replayWebhookEndpoint,
  testWebhookEndpoint,
} from './deliveries-endpoints.ts'
import { deliveryToWire, webhookOf } from './webhook-wire.ts'

export function mountWebhookDeliveries(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.post(testWebhookEndpoint.path, clientOnly(deps), async (context) => {
    const { clientId, id } = await webhookOf(deps, context)
    const test = { clientId, endpointId: id, eventId: deps.newId() }
    const sent = await sendTest(deps.database, test, deps.now())
    if (sent === undefined) throw new ApiError('webhookNotFound')
    if (sent.waitSeconds > 0) throw new ApiError('rateLimited', { seconds: sent.waitSeconds })
    return ok(context, { deliveryId: test.eventId })
  })
  refuseOtherMethods(app, testWebhookEndpoint.path, ['POST'])

  app.get(listWebhookDeliveriesEndpoint.path, clientOnly(deps), async (context) => {
    const query = readQuery(context, DeliveriesQuery)
    const endpoint = await webhookOf(deps, context)
    const limit = pageLimitOf(query.limit)
    const filter = { endpointId: endpoint.id, state: query.state, limit: limit + 1, before: readCursor(query.cursor) }
    const found = await listDeliveries(deps.database.query, filter)
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const nextCursor = found.length > limit && last !== undefined ? writeCursor(last) : null
    return ok(context, { deliveries: page.map((delivery) => deliveryToWire(endpoint, delivery)), nextCursor })
  })
  refuseOtherMethods(app, listWebhookDeliveriesEndpoint.path, ['GET'])

  app.post(replayWebhookEndpoint.path, clientOnly(deps), async (context) => {
    const request = await readBody(context, ReplayRequest)
    return ok(context, { replayed: await replay(deps, await webhookOf(deps, context), request) })
  })
  refuseOtherMethods(app, replayWebhookEndpoint.path, ['POST'])
}

/** Throws `missingField`, `invalidField`, `webhookDeliveryNotFound`. */
async function replay(
  { database, now }: RouteDeps,
  endpoint: WebhookEndpoint,
  { deliveryId, since }: { deliveryId?: string | null | undefined; since?: Date | null | undefined },
): Promise<number> {
  if (deliveryId != null && since != null)
    throw new ApiError('invalidField', { field: 'since', problem: 'cannot be combined with deliveryId' })
  if (since != null) return replaySince(database, endpoint, { since, now })
  if (deliveryId == null) throw new ApiError('missingField', { field: 'deliveryId or since' })
  const delivery = { deliveryId: deliveryId.toLowerCase(), now: now() }
  if (!(await replayDelivery(database, endpoint, delivery))) throw new ApiError('webhookDeliveryNotFound')
  return 1
}
