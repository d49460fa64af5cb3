// /api/v1/webhooks/endpoints (additive): the URLs of the client's servers that receive its events

import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod'
import { ApiError } from '../../contract/errors.ts'
import { defaultEventTypes, meshEventTypes, type SelectableEventType } from '../../contract/event-types.ts'
import { NewWebhook, WebhookChanges } from '../../contract/wire/webhooks.ts'
import { clientOnly } from '../../http/authenticate.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import { readBody } from '../../http/read-request.ts'
import type { AppContext, AppEnv } from '../../http/request-context.ts'
import { ok } from '../../http/responses.ts'
import { checkWebhookUrl } from '../../webhooks/check-webhook-url.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  mostEndpoints,
  rotateSecret,
  type WebhookEndpoint,
} from '../../webhooks/webhook-endpoint.ts'
import { newWebhookSecret, sealWebhookSecret } from '../../webhooks/webhook-secrets.ts'
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
const oldSecretSignsMs = 24 * 3_600_000

export function mountWebhooks(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.post(createWebhookEndpoint.path, clientOnly(deps), async (context) => {
    const { endpoint, secret } = await createWebhook(deps, context, await readBody(context, NewWebhook))
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
    const { clientId, id } = await webhookOf(deps, context)
    const secret = newWebhookSecret(randomBytes)
    const sealedSecret = sealWebhookSecret(deps.sealer, { clientId, endpointId: id, secret })
    const oldUntil = new Date(deps.now().getTime() + oldSecretSignsMs)
    await rotateSecret(deps.database.query, { clientId, id }, { sealedSecret, oldUntil })
    return ok(context, { secret, oldSecretValidUntil: oldUntil.toISOString() })
  })
  refuseOtherMethods(app, rotateWebhookSecretEndpoint.path, ['POST'])
}

async function createWebhook(deps: RouteDeps, context: AppContext, body: z.infer<typeof NewWebhook>) {
  const clientId = context.get('client').id
  const format = body.format ?? 'standard'
  requireUrl(deps, body.url)
  const types = typesFor(format, body.types ?? undefined)
  const [id, secret] = [deps.newId(), newWebhookSecret(randomBytes)]
  const sealedSecret = sealWebhookSecret(deps.sealer, { clientId, endpointId: id, secret })
  const description = body.description ?? ''
  const added = { id, clientId, url: body.url, format, types, description, sealedSecret, sealedCertificate: null }
  const endpoint = await createEndpoint(deps.database, added, deps.now())
  if (endpoint === null) throw new ApiError('tooManyWebhooks', { maximum: mostEndpoints })
  return { endpoint, secret }
}

async function changeWebhook(
  deps: RouteDeps,
  context: AppContext,
  { url, types, state, description }: z.infer<typeof WebhookChanges>,
): Promise<WebhookEndpoint> {
  const { clientId, id, format } = await webhookOf(deps, context)
  if (url != null) requireUrl(deps, url)
  const endpoint = await changeEndpoint(
    deps,
    { clientId, id },
    {
      ...(url == null ? {} : { url }),
      ...(types == null ? {} : { types: typesFor(format, types) }),
      ...(state == null ? {} : { state }),
      ...(description == null ? {} : { description }),
    },
  )
  if (endpoint === undefined) throw new ApiError('webhookNotFound')
  return endpoint
}

/** Throws `webhookUrlRefused`. */
function requireUrl({ webhookNetworks }: RouteDeps, url: string): void {
  const reason = checkWebhookUrl(url, webhookNetworks)
  if (reason !== null) throw new ApiError('webhookUrlRefused', { reason, field: 'url' })
}

/** Throws `invalidField`. */
function typesFor(
  format: WebhookEndpoint['format'],
  types: readonly SelectableEventType[] | undefined,
): SelectableEventType[] {
  if (format === 'standard') return [...(types ?? defaultEventTypes)]
  const unsupported = types?.find((type) => !meshEventTypes.includes(type))
  if (unsupported === undefined) return [...(types ?? meshEventTypes)]
  const problem = `cannot contain ${unsupported}: the format mesh has only ${meshEventTypes.join(', ')}`
  throw new ApiError('invalidField', { field: 'types', problem })
}
