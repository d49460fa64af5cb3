// What follows for a delivery from the result of a request.

import { type EndpointHealth, isRejection, isSuccess, rejectsEverything } from './endpoint-health.ts'
import type { PostResult } from './post-webhook.ts'
import { mostTries, retryDelayMs } from './retry-schedule.ts'

export type DeliveryOutcome = { state: 'delivered' | 'failed' } | { state: 'waiting'; dueAt: number }

interface Tried {
  /** With the one that has the result, as `rejections`. */
  tries: number
  rejections: number
  /** As of after the result. */
  health: EndpointHealth
}

export function outcomeOf(
  result: PostResult,
  { tries, rejections, health }: Tried,
  { now, random }: { now: number; random: number },
): DeliveryOutcome {
  if (isSuccess(result)) return { state: 'delivered' }
  const isOff = health.state === 'off'
  // While the receiver rejects everything, its events wait, however often they were tried.
  if (isRejection(result) && rejections >= mostTries && !isOff && !rejectsEverything(health, now))
    return { state: 'failed' }
  // After an outage, the schedule of a rejected event starts with its first rejection.
  const n = isRejection(result) ? rejections : tries
  return { state: 'waiting', dueAt: now + retryDelayMs(n, random, result.retryAfterSeconds) }
}
