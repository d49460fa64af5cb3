// The endpoint that a path names, and endpoints and deliveries as responses contain them.

import type * as z from 'zod'
import { ApiError } from '../../contract/errors.ts'
import { isUuid } from '../../contract/ids.ts'
import type { Webhook, WebhookDelivery } from '../../contract/wire/webhooks.ts'
import type { AppContext } from '../../http/request-context.ts'
import * as deliveries from '../../webhooks/list-deliveries.ts'
import { endpointById, type WebhookEndpoint } from '../../webhooks/webhook-endpoint.ts'
import type { RouteDeps } from '../route-deps.ts'

/** Throws `webhookNotFound`, also for another client's endpoint. */
export async function webhookOf({ database }: RouteDeps, context: AppContext): Promise<WebhookEndpoint> {
  const id = context.req.param('id') ?? ''
  const clientId = context.get('client').id
  const endpoint = isUuid(id) ? await endpointById(database.query, { clientId, id: id.toLowerCase() }) : undefined
  if (endpoint === undefined) throw new ApiError('webhookNotFound')
  return endpoint
}

export function webhookToWire(endpoint: WebhookEndpoint): z.infer<typeof Webhook> {
  const { id, url, types, format, description, state, pausedUntil, lastSuccessAt, createdAt } = endpoint
  return {
    ...{ id, url, types, format, description, state },
    stateReason: stateReasonOf(endpoint),
    retryAt: state === 'paused' ? (pausedUntil?.toISOString() ?? null) : null,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

function stateReasonOf({
  state,
  offReason,
  pausedUntil,
  pausedBy,
}: WebhookEndpoint): z.infer<typeof Webhook>['stateReason'] {
  if (state === 'on') return null
  if (state === 'off') return offReason
  return pausedUntil === null ? pausedBy : 'failing'
}

export function deliveryToWire(
  endpoint: WebhookEndpoint,
  delivery: deliveries.WebhookDelivery,
): z.infer<typeof WebhookDelivery> {
  const { id, type, subjectId, state, tries, createdAt, doneAt, attempts } = delivery
  return {
    deliveryId: id,
    ...{ type, state, tries },
    transferId: type.startsWith('transfer.') ? subjectId : null,
    nextTryAt: deliveries.nextTryAt(endpoint, delivery)?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    endedAt: doneAt?.toISOString() ?? null,
    attempts: attempts.map(({ at, status, reason, durationMs, responseStart }) => ({
      ...{ at: at.toISOString(), status, error: reason, durationMs, response: responseStart },
    })),
  }
}
