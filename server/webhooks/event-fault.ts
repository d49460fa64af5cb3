// Whether a failed request is about its event or about its endpoint. A rejection is about its event. Another failure is, too, if the
// endpoint is on and has accepted another event since this one failed before. In an outage nothing is accepted, so its failures are
// about the endpoint, and count against no event.

import type { WebhookAttemptTable, WebhookDeliveryTable } from '../storage/webhook-tables.ts'
import { type EndpointHealth, isOfEndpoint, isRejection, isSuccess } from './endpoint-health.ts'
import type { PostResult } from './post-webhook.ts'

/** What is stored of a delivery before the result of a request. */
export interface TriedBefore extends Pick<WebhookDeliveryTable, 'rejections' | 'rejected_at' | 'due_at'> {
  /** Null before the first try, also after a replay. */
  last: Pick<WebhookAttemptTable, 'at' | 'duration_ms' | 'status'> | null
}

export interface EventFault {
  /** Whether the result is about the event. */
  isOfEvent: boolean
  /** Whether the event was not rejected before since the last success. */
  isFirst: boolean
  /** With the result. Those from before the endpoint's `accepting_since` do not count. */
  rejections: number
  /** The request was sent before this time, to probe the endpoint, and the delivery stays on its schedule. Otherwise null. */
  plannedAt: number | null
}

const untried: TriedBefore = { rejections: 0, rejected_at: null, due_at: null, last: null }

/** `at`: when the request began. `before` is undefined if the delivery has ended meanwhile. */
export function faultOf(
  result: PostResult,
  { before = untried, at }: { before: TriedBefore | undefined; at: number },
  health: EndpointHealth,
): EventFault {
  const { rejected_at, due_at, last } = before
  const isSince = (time: number | null) => rejected_at !== null && rejected_at >= (time ?? 0)
  const count = isSince(health.accepting_since) ? before.rejections : 0
  const isFirst = !isSince(health.last_success_at)
  if (isRejection(result)) return { isOfEvent: true, isFirst, rejections: count + 1, plannedAt: null }
  // The failure before this one counts, too: the receiver worked in between.
  if (isFailureOfEvent(result, last, health))
    return { isOfEvent: true, isFirst, rejections: Math.max(count, 1) + 1, plannedAt: null }
  const hasCounted = last !== null && !isRejection(last) && isSince(Math.max(last.at, health.accepting_since ?? 0))
  const isEarly = hasCounted && !isSuccess(result) && at < (due_at ?? 0)
  return { isOfEvent: false, isFirst, rejections: count, plannedAt: isEarly ? due_at : null }
}

function isFailureOfEvent(result: PostResult, last: TriedBefore['last'], health: EndpointHealth): boolean {
  const { state, last_success_at, accepting_since } = health
  if (isSuccess(result) || isOfEndpoint(result) || state !== 'on' || last === null) return false
  const acceptedAt = last_success_at ?? 0
  return acceptedAt > last.at + last.duration_ms && acceptedAt >= (accepting_since ?? 0)
}
