// What a response says about its endpoint. After five failures in a row the endpoint is paused, and one delivery probes it: after five
// seconds, then after twice as long, up to five minutes. A rejection is about its event: the receiver works, so the other events do not
// wait. Nor does another failure that is about its event (event-fault.ts) lead to a pause. After five days without a success the
// endpoint is off.

import type { WebhookEndpointTable } from '../storage/webhook-tables.ts'
import type { PostResult } from './post-webhook.ts'
import { lastDelayMs, retryAfterMs } from './retry-schedule.ts'

export type EndpointHealth = Pick<
  WebhookEndpointTable,
  | 'state'
  | 'off_reason'
  | 'failures'
  | 'rejected_events'
  | 'failing_since'
  | 'paused_until'
  | 'last_success_at'
  | 'accepting_since'
>

export const failuresToPause = 5
const firstProbeMs = 5_000
const longestProbeMs = 300_000
const offAfterMs = 5 * 86_400_000
const gone = 410
/** Client errors that say nothing about the event: a timeout, a request that came too early, too many requests. */
const temporary = new Set([408, 425, 429])
/** A receiver that has rejected so many events for so long, and accepted none, was broken as a whole. */
const brokenEvents = 5
const brokenMs = 30 * 60_000

type Status = { status?: number | null | undefined }

export function isSuccess({ status }: Status): boolean {
  return isFrom(status, 200)
}

/** Whether the receiver works, and does not want this event. */
export function isRejection({ status }: Status): boolean {
  return isFrom(status, 400) && status !== gone && !temporary.has(status ?? 0)
}

function isFrom(status: Status['status'], first: number): boolean {
  const code = status ?? 0
  return code >= first && code < first + 100
}

/** Whether the response is about the endpoint, whatever became of its other events. */
export function isOfEndpoint({ status = 0 }: PostResult): boolean {
  return status === gone || temporary.has(status)
}

/** Whether its client has paused it. It then sends nothing until the client turns it on. */
export function isPausedByClient({ state, paused_until }: Pick<EndpointHealth, 'state' | 'paused_until'>): boolean {
  return state === 'paused' && paused_until === null
}

/** Whether requests may be sent now. */
export function maySend(health: Pick<EndpointHealth, 'state' | 'paused_until'>, now: number): boolean {
  if (health.state === 'off' || isPausedByClient(health)) return false
  return (health.paused_until ?? 0) <= now
}

/** Whether the receiver rejects several events and has accepted none for longer than between two tries. */
export function rejectsEverything({ rejected_events, last_success_at }: EndpointHealth, now: number): boolean {
  return rejected_events > 1 && (last_success_at === null || now - last_success_at > lastDelayMs)
}

/** `isFirst`: whether the delivery was not rejected before since the last success. */
export function healthAfter(
  health: EndpointHealth,
  { result, isFirst, isOfEvent }: { result: PostResult; isFirst: boolean; isOfEvent: boolean },
  now: number,
): EndpointHealth {
  // A request that was sent before the endpoint was turned off or paused by its client.
  if (health.state === 'off' || isPausedByClient(health)) return health
  if (isSuccess(result)) return afterSuccess(health, now)
  const failing_since = health.failing_since ?? now
  if (result.status === gone) return turnedOff({ ...health, failing_since }, 'gone')
  if (now - failing_since >= offAfterMs) return turnedOff({ ...health, failing_since }, 'failing')
  if (!isRejection(result)) {
    const isNeutral = isOfEvent && (result.retryAfterSeconds ?? 0) === 0
    return isNeutral ? { ...health, failing_since } : afterFailure({ ...health, failing_since }, result, now)
  }
  const rejected_events = health.rejected_events + (isFirst ? 1 : 0)
  return { ...(isInFlight(health, now) ? health : working(health, now)), failing_since, rejected_events }
}

function afterSuccess(health: EndpointHealth, now: number): EndpointHealth {
  const { rejected_events, failing_since, accepting_since } = health
  const failingMs = now - (failing_since ?? now)
  const rejectedAll = failingMs > lastDelayMs && rejectsEverything(health, now)
  const wasBroken = rejectedAll || (failingMs >= brokenMs && rejected_events >= brokenEvents)
  const { paused_until, ...healthy } = working(health, now)
  return {
    ...healthy,
    rejected_events: 0,
    failing_since: null,
    // As after a pause, its retries are due.
    paused_until: wasBroken ? (paused_until ?? now) : paused_until,
    last_success_at: now,
    accepting_since: rejectedAll ? now : accepting_since,
  }
}

/** The wait that another response requested still counts. The end of a pause stays until the retries are due. */
function working(health: EndpointHealth, now: number): EndpointHealth {
  const paused_until = health.state === 'on' ? health.paused_until : Math.min(health.paused_until ?? now, now)
  return { ...health, state: 'on', failures: 0, paused_until }
}

function afterFailure(health: EndpointHealth, result: PostResult, now: number): EndpointHealth {
  const requested = retryAfterMs(result.retryAfterSeconds ?? 0)
  // It does not double the pause.
  if (isInFlight(health, now)) return { ...health, paused_until: Math.max(now + requested, health.paused_until ?? 0) }
  const failures = health.failures + 1
  const pauseMs = Math.max(requested, failures < failuresToPause ? 0 : probeDelayMs(failures))
  return {
    ...health,
    state: failures < failuresToPause ? health.state : 'paused',
    failures,
    paused_until: pauseMs === 0 ? health.paused_until : Math.max(now + pauseMs, health.paused_until ?? 0),
  }
}

/** The result is of one of several requests that were in flight when the endpoint was paused. */
function isInFlight(health: EndpointHealth, now: number): boolean {
  return health.state === 'paused' && !maySend(health, now)
}

function turnedOff(health: EndpointHealth, off_reason: 'gone' | 'failing'): EndpointHealth {
  return { ...health, state: 'off', off_reason, paused_until: null }
}

function probeDelayMs(failures: number): number {
  return Math.min(firstProbeMs * 2 ** (failures - failuresToPause), longestProbeMs)
}
