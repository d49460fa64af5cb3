// Webhook endpoints and deliveries as the console shows them. Never a secret, nor the query of a URL, which may contain one.

import type {
  DeliveryAttempt,
  DeliveryDetail,
  DeliveryRow,
  WebhookFailure,
  WebhookRow,
} from '../contract/console/webhooks.ts'
import type { Backlog } from '../webhooks/list-backlogs.ts'
import { nextTryAt, type WebhookAttempt, type WebhookDelivery } from '../webhooks/list-deliveries.ts'
import { sentHeaders } from '../webhooks/sign-webhook.ts'
import { isFailing, type WebhookEndpoint } from '../webhooks/webhook-endpoint.ts'

interface Around {
  client: { id: string; name: string }
  backlog: Backlog
  failure: WebhookAttempt | undefined
}

export function webhookRow(endpoint: WebhookEndpoint, { client, backlog, failure }: Around): WebhookRow {
  const { id, description, format, types, state, pausedUntil, failingSince, lastSuccessAt, createdAt } = endpoint
  const fails = isFailing(endpoint)
  return {
    ...{ id, url: withoutQuery(endpoint.url), description, client, format, types },
    state: fails ? 'failing' : state,
    stateReason: state === 'off' ? endpoint.offReason : state === 'paused' && !fails ? endpoint.pausedBy : null,
    retryAt: fails ? textOf(pausedUntil) : null,
    failingSince: textOf(failingSince),
    lastSuccessAt: textOf(lastSuccessAt),
    createdAt: createdAt.toISOString(),
    waiting: backlog.waiting,
    oldestWaitingAt: textOf(backlog.oldestWaiting),
    lastFailure: failure === undefined ? null : failureOf(failure),
  }
}

export function deliveryRow(endpoint: WebhookEndpoint, delivery: WebhookDelivery): DeliveryRow {
  const { id, type, subjectId, state, tries, createdAt, doneAt, attempts } = delivery
  const last = attempts.at(-1)
  return {
    ...{ id, type, transferId: type.startsWith('transfer.') ? subjectId : null, state, tries },
    ...{
      createdAt: createdAt.toISOString(),
      endedAt: textOf(doneAt),
      nextTryAt: textOf(nextTryAt(endpoint, delivery)),
    },
    lastAttempt: last === undefined ? null : attemptOf(last),
  }
}

export function deliveryDetail(
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  body: string | null,
): DeliveryDetail {
  const { id, attempts } = delivery
  const { format } = endpoint
  return {
    ...deliveryRow(endpoint, delivery),
    ...{ url: withoutQuery(endpoint.url), body },
    attempts: attempts.map((attempt) => ({
      ...attemptOf(attempt),
      headers: sentHeaders({ id, at: attempt.at, format }),
    })),
  }
}

function attemptOf({ n, at, durationMs, status, reason, responseStart }: WebhookAttempt): DeliveryAttempt {
  return { n, at: at.toISOString(), durationMs, status, reason, response: responseStart }
}

function failureOf({ at, status, reason }: WebhookAttempt): WebhookFailure {
  return { at: at.toISOString(), status, reason: reason ?? 'status' }
}

function withoutQuery(text: string): string {
  const { origin, pathname, search } = new URL(text)
  return `${origin}${pathname}${search === '' ? '' : '?…'}`
}

function textOf(date: Date | null): string | null {
  return date?.toISOString() ?? null
}
