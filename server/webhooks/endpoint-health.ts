// What a response says about its endpoint. After five failures in a row the endpoint is paused, and one delivery probes it: after five
// seconds, then after twice as long, up to five minutes. After five days without a success it is off.

import type { WebhookEndpointTable } from '../storage/webhook-tables.ts'
import type { PostResult } from './post-webhook.ts'
import { retryAfterMs } from './retry-schedule.ts'

export type EndpointHealth = Pick<
  WebhookEndpointTable,
  'state' | 'off_reason' | 'failures' | 'failing_since' | 'paused_until' | 'last_success_at'
>

export const failuresToPause = 5
const firstProbeMs = 5_000
const longestProbeMs = 300_000
const offAfterMs = 5 * 86_400_000
const gone = 410

export function isSuccess(result: PostResult): boolean {
  return result.kind === 'response' && result.status >= 200 && result.status < 300
}

/** Whether its client has paused it. It then sends nothing until the client turns it on. */
export function isPausedByClient({ state, paused_until }: EndpointHealth): boolean {
  return state === 'paused' && paused_until === null
}

/** Whether requests may be sent now. */
export function maySend(health: EndpointHealth, now: number): boolean {
  if (health.state === 'off' || isPausedByClient(health)) return false
  return health.paused_until === null || health.paused_until <= now
}

export function healthAfter(health: EndpointHealth, result: PostResult, now: number): EndpointHealth {
  // A request that was sent before the endpoint was turned off or paused by its client.
  if (health.state === 'off' || isPausedByClient(health)) return health
  if (isSuccess(result)) return afterSuccess(health, now)
  const failing_since = health.failing_since ?? now
  if (result.kind === 'response' && result.status === gone) return turnedOff({ ...health, failing_since }, 'gone')
  if (now - failing_since >= offAfterMs) return turnedOff({ ...health, failing_since }, 'failing')
  const requested = result.kind === 'response' ? retryAfterMs(result.retryAfterSeconds ?? 0) : 0
  // One of several that were in flight when the endpoint was paused: it does not double the pause.
  if (health.state === 'paused' && !maySend(health, now))
    return { ...health, paused_until: Math.max(now + requested, health.paused_until ?? 0) }
  const failures = health.failures + 1
  const pauseMs = Math.max(requested, failures < failuresToPause ? 0 : probeDelayMs(failures))
  return {
    ...health,
    state: failures < failuresToPause ? health.state : 'paused',
    failures,
    failing_since,
    paused_until: pauseMs === 0 ? health.paused_until : Math.max(now + pauseMs, health.paused_until ?? 0),
  }
}

function afterSuccess(health: EndpointHealth, now: number): EndpointHealth {
  // The wait that another response requested still counts. The end of a pause stays until the retries are due.
  const paused_until = health.state === 'on' ? health.paused_until : Math.min(health.paused_until ?? now, now)
  return { ...health, state: 'on', failures: 0, failing_since: null, paused_until, last_success_at: now }
}

function turnedOff(health: EndpointHealth, off_reason: 'gone' | 'failing'): EndpointHealth {
  return { ...health, state: 'off', off_reason, paused_until: null }
}

function probeDelayMs(failures: number): number {
  return Math.min(firstProbeMs * 2 ** (failures - failuresToPause), longestProbeMs)
}
