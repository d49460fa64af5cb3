// The dependencies of the process that sends webhooks, from those of the app.

import type { AppDeps } from './routes/route-deps.ts'
import { webhookBody } from './routes/webhooks/webhook-body.ts'
import { observedPost } from './webhooks/observed-post.ts'
import { createPostWebhook } from './webhooks/post-webhook.ts'
import { webhookHeaders } from './webhooks/sign-webhook.ts'
import type { WebhookDeps } from './webhooks/webhook-deps.ts'
import type { WebhookEndpoint } from './webhooks/webhook-endpoint.ts'
import { openClientCertificate, openWebhookSecret } from './webhooks/webhook-secrets.ts'

export function createWebhookDeps(deps: AppDeps): WebhookDeps {
  const { database, log, now, newId, metrics, webhookNetworks: networks = [], webhookProxy: proxy = null } = deps
  const post = createPostWebhook({ networks, proxy, now })
  return {
    ...{ database, log, now, newId, random: Math.random },
    post: observedPost(post, (seconds, outcome) => metrics?.webhookRequestSeconds.observe(seconds, outcome)),
    headersOf: webhookHeaders,
    bodyOf: (source, format) => webhookBody(deps, source, format),
    secretsOf: (endpoint, at) => openedSecrets(deps, endpoint, at),
  }
}

export function openedSecrets({ sealer }: Pick<AppDeps, 'sealer'>, endpoint: WebhookEndpoint, at: Date) {
  const { id: endpointId, clientId, sealedSecret, sealedCertificate } = endpoint
  const owner = { clientId, endpointId }
  const oldSecret = openedOldSecret(sealer, endpoint, at)
  const secret = openWebhookSecret(sealer, owner, sealedSecret)
  return {
    secrets: oldSecret === null ? [secret] : [secret, oldSecret],
    clientCertificate: sealedCertificate === null ? undefined : openClientCertificate(sealer, owner, sealedCertificate),
  }
}

/** Null once it no longer signs, and if its master key was removed: the current secret still signs. */
function openedOldSecret(
  sealer: AppDeps['sealer'],
  { id: endpointId, clientId, sealedOldSecret, oldSecretUntil }: WebhookEndpoint,
  at: Date,
): string | null {
  if (sealedOldSecret === null || oldSecretUntil === null || at >= oldSecretUntil) return null
  try {
    return openWebhookSecret(sealer, { clientId, endpointId }, sealedOldSecret)
  } catch {
    return null
  }
}
