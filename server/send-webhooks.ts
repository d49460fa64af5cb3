// The dependencies of the process that sends webhooks, from those of the app.

import type { AppDeps } from './routes/route-deps.ts'
import { webhookBody } from './routes/webhooks/webhook-body.ts'
import { createPostWebhook } from './webhooks/post-webhook.ts'
import { webhookHeaders } from './webhooks/sign-webhook.ts'
import type { WebhookDeps } from './webhooks/webhook-deps.ts'
import type { WebhookEndpoint } from './webhooks/webhook-endpoint.ts'
import { openClientCertificate, openWebhookSecret } from './webhooks/webhook-secrets.ts'

export function webhookDeps(deps: AppDeps): WebhookDeps {
  const { database, log, now, newId, webhookNetworks: networks = [] } = deps
  return {
    ...{ database, log, now, newId, random: Math.random },
    post: createPostWebhook({ networks, now }),
    headersOf: webhookHeaders,
    bodyOf: (source, format) => webhookBody(deps, source, format),
    secretsOf: (endpoint, at) => openedSecrets(deps, endpoint, at),
  }
}

function openedSecrets({ sealer }: AppDeps, endpoint: WebhookEndpoint, at: Date) {
  const { id: endpointId, clientId, sealedSecret, sealedOldSecret, oldSecretUntil, sealedCertificate } = endpoint
  const owner = { clientId, endpointId }
  const signsToo = sealedOldSecret !== null && oldSecretUntil !== null && at < oldSecretUntil
  const sealed = signsToo ? [sealedSecret, sealedOldSecret] : [sealedSecret]
  return {
    secrets: sealed.map((text) => openWebhookSecret(sealer, owner, text)),
    clientCertificate: sealedCertificate === null ? undefined : openClientCertificate(sealer, owner, sealedCertificate),
  }
}
