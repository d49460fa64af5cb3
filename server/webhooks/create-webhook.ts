// Creates endpoints and rotates their secrets, for the API and for the operator's commands.

import { randomBytes } from 'node:crypto'
import { ApiError } from '../contract/errors.ts'
import { defaultEventTypes, meshEventTypes, type SelectableEventType } from '../contract/event-types.ts'
import type { Sealer } from '../secrets/seal.ts'
import type { Database } from '../storage/storage.ts'
import { checkWebhookUrl } from './check-webhook-url.ts'
import { createEndpoint, mostEndpoints, rotateSecret, type WebhookEndpoint } from './webhook-endpoint.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secrets.ts'

const oldSecretSignsMs = 24 * 3_600_000

interface CreateDeps {
  database: Database
  sealer: Sealer
  now(): Date
  newId(): string
  /** As in WEBHOOK_NETWORKS. */
  webhookNetworks: readonly string[]
}

interface NewWebhook extends Pick<WebhookEndpoint, 'clientId' | 'url' | 'format' | 'description'> {
  /** Undefined: the default of the format. */
  types: readonly SelectableEventType[] | undefined
}

/** Throws `webhookUrlRefused`, `invalidField` and `tooManyWebhooks`. */
export async function createWebhook(
  deps: CreateDeps,
  { types, ...webhook }: NewWebhook,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const url = acceptedUrl(deps, webhook.url)
  const [id, secret] = [deps.newId(), newWebhookSecret(randomBytes)]
  const { clientId, format } = webhook
  const sealedSecret = sealWebhookSecret(deps.sealer, { clientId, endpointId: id, secret })
  const added = { ...webhook, id, url, types: typesOfFormat(format, types), sealedSecret, sealedCertificate: null }
  const endpoint = await createEndpoint(deps.database, added, deps.now())
  if (endpoint === null) throw new ApiError('tooManyWebhooks', { maximum: mostEndpoints })
  return { endpoint, secret }
}

/** Until then, the old secret signs too. */
export async function rotateWebhookSecret(
  { database, sealer, now }: Pick<CreateDeps, 'database' | 'sealer' | 'now'>,
  { clientId, id }: Pick<WebhookEndpoint, 'clientId' | 'id'>,
): Promise<{ secret: string; oldSecretValidUntil: Date }> {
  const secret = newWebhookSecret(randomBytes)
  const sealedSecret = sealWebhookSecret(sealer, { clientId, endpointId: id, secret })
  const oldUntil = new Date(now().getTime() + oldSecretSignsMs)
  const found = await rotateSecret(database.query, { clientId, id }, { sealedSecret, oldUntil })
  if (!found) throw new ApiError('webhookNotFound')
  return { secret, oldSecretValidUntil: oldUntil }
}

/** Returns the URL in the form that is stored, in which two spellings of a URL are the same. Throws `webhookUrlRefused`. */
export function acceptedUrl({ webhookNetworks }: Pick<CreateDeps, 'webhookNetworks'>, text: string): string {
  const reason = checkWebhookUrl(text, webhookNetworks)
  if (reason !== null) throw new ApiError('webhookUrlRefused', { reason, field: 'url' })
  return new URL(text).href
}

/** Throws `invalidField`. */
export function typesOfFormat(
  format: WebhookEndpoint['format'],
  types: readonly SelectableEventType[] | undefined,
): SelectableEventType[] {
  if (format === 'standard') return [...(types ?? defaultEventTypes)]
  const unsupported = types?.find((type) => !meshEventTypes.includes(type))
  if (unsupported === undefined) return [...(types ?? meshEventTypes)]
  const problem = `cannot contain ${unsupported}: the format mesh has only ${meshEventTypes.join(', ')}`
  throw new ApiError('invalidField', { field: 'types', problem })
}
