// What follows for a delivery from the result of a request.

import { type EndpointHealth, failuresToPause, isSuccess } from './endpoint-health.ts'
import type { PostResult } from './post-webhook.ts'
import { mostTries, retryDelayMs } from './retry-schedule.ts'

export type DeliveryOutcome = { state: 'delivered' | 'failed' } | { state: 'waiting'; dueAt: number }

/** Client errors that say nothing about the event: a timeout, a request that came too early, too many requests. */
const temporary = new Set([408, 425, 429])

/** `health` is as of after the result. `tries` includes the one with the result. */
export function outcomeOf(
  result: PostResult,
  { tries, health }: { tries: number; health: EndpointHealth },
  { now, random }: { now: number; random: number },
): DeliveryOutcome {
  if (isSuccess(result)) return { state: 'delivered' }
  // While the endpoint fails as a whole, its events wait, however often they were tried.
  const isAlwaysRejected = isRejected(result) && tries >= mostTries && health.failures < failuresToPause
  if (isAlwaysRejected && health.state !== 'off') return { state: 'failed' }
  const requested = result.kind === 'response' ? result.retryAfterSeconds : undefined
  return { state: 'waiting', dueAt: now + retryDelayMs(tries, random, requested) }
}

function isRejected(result: PostResult): boolean {
  if (result.kind === 'failed') return false
  return result.status >= 400 && result.status < 500 && !temporary.has(result.status)
}
