// What follows for a delivery from the result of a request.

import { type EndpointHealth, isSuccess, rejectsEverything } from './endpoint-health.ts'
import type { EventFault } from './event-fault.ts'
import type { PostResult } from './post-webhook.ts'
import { mostTries, retryDelayMs } from './retry-schedule.ts'

export type DeliveryOutcome = { state: 'delivered' | 'failed' } | { state: 'waiting'; dueAt: number }

interface Tried extends Pick<EventFault, 'isOfEvent' | 'rejections' | 'plannedAt'> {
  /** With the one that has the result. */
  tries: number
  /** As of after the result. */
  health: EndpointHealth
}

export function outcomeOf(
  result: PostResult,
  { tries, isOfEvent, rejections, plannedAt, health }: Tried,
  { now, random }: { now: number; random: number },
): DeliveryOutcome {
  if (isSuccess(result)) return { state: 'delivered' }
  const isOff = health.state === 'off'
  // While the receiver rejects everything, its events wait, however often they were tried.
  if (isOfEvent && rejections >= mostTries && !isOff && !rejectsEverything(health, now)) return { state: 'failed' }
  if (plannedAt !== null) return { state: 'waiting', dueAt: plannedAt }
  // After an outage, the schedule of a rejected event starts with its first rejection.
  const n = isOfEvent ? rejections : tries
  return { state: 'waiting', dueAt: now + retryDelayMs(n, random, result.retryAfterSeconds) }
}
