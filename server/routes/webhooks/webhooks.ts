// /api/v1/webhooks/endpoints (additive): the URLs of the client's servers that receive its events

import type { Hono } from 'hono'
import * as z from 'zod'
import { ApiError } from '../../contract/errors.ts'
import { NewWebhook, WebhookChanges } from '../../contract/wire/webhooks.ts'
import { clientOnly } from '../../http/authenticate.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import { readBody } from '../../http/read-request.ts'
import type { AppContext, AppEnv } from '../../http/request-context.ts'
import { ok } from '../../http/responses.ts'
import { acceptedUrl, createWebhook, rotateWebhookSecret, typesOfFormat } from '../../webhooks/create-webhook.ts'
import { changeEndpoint, deleteEndpoint, listEndpoints, type WebhookEndpoint } from '../../webhooks/webhook-endpoint.ts'
import type { RouteDeps } from '../route-deps.ts'
import { webhookOf, webhookToWire } from './webhook-wire.ts'
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhooksEndpoint,
  readWebhookEndpoint,
  rotateWebhookSecretEndpoint,
} from './webhooks-endpoints.ts'

/** Otherwise the field would be ignored like an unknown one. */
const KnownChanges = WebhookChanges.extend({
  format: z
    .unknown()
    .refine((format) => format == null, 'cannot be changed: create another endpoint')
    .optional(),
})

export function mountWebhooks(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.post(createWebhookEndpoint.path, clientOnly(deps), async (context) => {
    const { url, types, format, description } = await readBody(context, NewWebhook)
    const { endpoint, secret } = await createWebhook(deps, {
      ...{ clientId: context.get('client').id, url, format: format ?? 'standard' },
      ...{ types: types ?? undefined, description: description ?? '' },
    })
    return ok(context, { ...webhookToWire(endpoint), secret })
  })
  app.get(listWebhooksEndpoint.path, clientOnly(deps), async (context) => {
    const endpoints = await listEndpoints(deps.database.query, context.get('client').id)
    return ok(context, { endpoints: endpoints.map(webhookToWire) })
  })
  refuseOtherMethods(app, listWebhooksEndpoint.path, ['GET', 'POST'])

  app.get(readWebhookEndpoint.path, clientOnly(deps), async (context) => {
    return ok(context, webhookToWire(await webhookOf(deps, context)))
  })
  app.patch(changeWebhookEndpoint.path, clientOnly(deps), async (context) => {
    return ok(context, webhookToWire(await changeWebhook(deps, context, await readBody(context, KnownChanges))))
  })
  app.delete(deleteWebhookEndpoint.path, clientOnly(deps), async (context) => {
    const { clientId, id } = await webhookOf(deps, context)
    await deleteEndpoint(deps.database.query, { clientId, id }, deps.now())
    return context.json({ content: null, status: 'ok', message: '' })
  })
  refuseOtherMethods(app, readWebhookEndpoint.path, ['GET', 'PATCH', 'DELETE'])

  app.post(rotateWebhookSecretEndpoint.path, clientOnly(deps), async (context) => {
    const { secret, oldSecretValidUntil } = await rotateWebhookSecret(deps, await webhookOf(deps, context))
    return ok(context, { secret, oldSecretValidUntil: oldSecretValidUntil.toISOString() })
  })
  refuseOtherMethods(app, rotateWebhookSecretEndpoint.path, ['POST'])
}

async function changeWebhook(
  deps: RouteDeps,
  context: AppContext,
  { url, types, state, description }: z.infer<typeof WebhookChanges>,
): Promise<WebhookEndpoint> {
  const { clientId, id, format } = await webhookOf(deps, context)
  const endpoint = await changeEndpoint(
    deps,
    { clientId, id },
    {
      ...(url == null ? {} : { url: acceptedUrl(deps, url) }),
      ...(types == null ? {} : { types: typesOfFormat(format, types) }),
      ...(state == null ? {} : { state }),
      ...(description == null ? {} : { description }),
    },
  )
  if (endpoint === undefined) throw new ApiError('webhookNotFound')
  return endpoint
}
