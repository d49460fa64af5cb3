// The states of webhook endpoints and deliveries in words: what each means, and what to do.

import type {
  DeliveryAttempt,
  DeliveryRow,
  WebhookFailure,
  WebhookRow,
} from '../../../server/contract/console/webhooks.ts'
import { exactTime } from './format-time.ts'
import { type BadgeTone, stateBadge } from './state-badge.ts'

const endpointTones: Record<WebhookRow['state'], readonly [text: string, tone: BadgeTone]> = {
  on: ['On', 'ok'],
  failing: ['Failing', 'danger'],
  paused: ['Paused', 'warn'],
  off: ['Off', 'danger'],
}

export function endpointBadge({ state, failingSince }: WebhookRow) {
  const [text, tone] =
    state === 'on' && failingSince !== null ? (['On, failing', 'warn'] as const) : endpointTones[state]
  return stateBadge(text, tone)
}

/** What the state means for the app, and what to do. No state of an endpoint moves or stops money. */
export function endpointMeaning({ state, stateReason, failingSince, retryAt }: WebhookRow): string {
  const since = failingSince === null ? '' : ` since ${exactTime(failingSince)}`
  switch (state) {
    case 'on':
      return failingSince === null
        ? 'Events are sent as they happen.'
        : `Requests fail${since}. Each is sent again later, so no event is lost.`
    case 'failing':
      return `Requests fail${since}. Events wait, and one request tries the receiver again${
        retryAt === null ? '' : ` at ${exactTime(retryAt)}`
      }. Once the receiver works, resume the endpoint to send them at once.`
    case 'paused':
      return `Paused by the ${stateReason ?? 'client'}. Events wait until the endpoint is resumed.`
    case 'off':
      return stateReason === 'gone'
        ? 'The receiver answered that it is gone (410), so nothing more is sent or kept for it. Resume it if the receiver is back, then replay what it missed.'
        : `Requests failed for five days, so nothing more is sent or kept for it. Once the receiver works, resume it, then replay what it missed.`
  }
}

const causes: Record<Exclude<WebhookFailure['reason'], 'status'>, string> = {
  refused: 'no response: unknown name, address not allowed, closed port, or connection closed',
  timeout: 'timeout: no connection within 5 s, or no response within 15 s',
  tls: 'TLS: the certificate is not valid for the URL, or the handshake failed',
}

const shortCauses: Record<Exclude<WebhookFailure['reason'], 'status'>, string> = {
  refused: 'no response',
  timeout: 'timeout',
  tls: 'TLS failed',
}

/** `HTTP 503`, or why there was no response. */
export function outcomeOf({ status, reason }: Pick<DeliveryAttempt, 'status' | 'reason'>): string {
  if (status !== null) return `HTTP ${status}`
  return reason === null || reason === 'status' ? '' : shortCauses[reason]
}

export function causeOf({ status, reason }: Pick<DeliveryAttempt, 'status' | 'reason'>): string {
  if (status !== null) return `HTTP ${status}`
  return reason === null || reason === 'status' ? '' : causes[reason]
}

export function deliveryBadge({ state, tries }: DeliveryRow) {
  if (state === 'delivered') return stateBadge('Delivered', 'ok')
  if (state === 'failed') return stateBadge('Failed', 'danger')
  return tries === 0 ? stateBadge('Waiting', 'running') : stateBadge('Waiting, failed before', 'warn')
}

export function deliveryMeaning({ state, nextTryAt }: DeliveryRow): string {
  if (state === 'delivered') return 'The receiver accepted it.'
  if (state === 'failed')
    return 'The receiver rejected it, or failed to process it, again and again. It is not sent again by itself: replay it once the receiver is fixed.'
  return nextTryAt === null
    ? 'It waits: the endpoint is paused or off, or an earlier event of the same transfer is sent first.'
    : `It is sent next at ${exactTime(nextTryAt)}.`
}
