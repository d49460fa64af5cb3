// Which deliveries end, and which are tried again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf } from '../../../../server/webhooks/delivery-outcome.ts'
import type { EndpointHealth } from '../../../../server/webhooks/endpoint-health.ts'
import type { PostResult } from '../../../../server/webhooks/post-webhook.ts'

const health: EndpointHealth = {
  state: 'on',
  off_reason: null,
  failures: 1,
  rejected_events: 1,
  failing_since: 0,
  paused_until: null,
  last_success_at: 0,
  accepting_since: null,
}
const response = (status: number, retryAfterSeconds?: number): PostResult => {
  return { kind: 'response', status, retryAfterSeconds, bodyStart: '', durationMs: 1 }
}
const everything = { rejected_events: 2, last_success_at: null }
const now = 1_000_000
const timeout: PostResult = { kind: 'failed', reason: 'timeout', durationMs: 1 }

const rejected = (rejections: number) => ({ isOfEvent: true, rejections, plannedAt: null })
const failed = (rejections: number) => ({ isOfEvent: false, rejections, plannedAt: null })

for (const [title, result, fault, more, expected] of [
  ['a response of 2xx ends it', response(201), failed(1), {}, 'delivered'],
  ['a redirect is a failure', response(302), failed(1), {}, 'waiting'],
  ['the tenth rejection ends an event while others pass', response(400), rejected(10), {}, 'failed'],
  ['the ninth does not', response(400), rejected(9), {}, 'waiting'],
  ['it does not while the receiver rejects everything', response(401), rejected(10), everything, 'waiting'],
  [
    'it does if no other event was rejected',
    response(401),
    rejected(10),
    { ...everything, rejected_events: 1 },
    'failed',
  ],
  ['an endpoint that is off keeps its events', response(400), rejected(10), { state: 'off' }, 'waiting'],
  [
    'an error of the server ends an event that failed ten times while others passed',
    response(500),
    rejected(10),
    {},
    'failed',
  ],
  ['so does a timeout', timeout, rejected(10), {}, 'failed'],
  ['a failure that is about the endpoint never ends an event', response(500), failed(200), {}, 'waiting'],
] as const) {
  test(title, () => {
    const outcome = outcomeOf(result, { ...fault, tries: 20, health: { ...health, ...more } }, { now: 0, random: 0.5 })
    assert.equal(outcome.state, expected)
  })
}

for (const [title, result, fault, seconds] of [
  ['a rejected event is tried again by the number of its rejections', response(400), rejected(1), 5],
  ['so is one whose failures count', response(500), rejected(3), 1_800],
  ['an event that failed with its endpoint is tried again by the number of its tries', response(500), failed(0), 300],
  ['an event without a response is, too', timeout, failed(0), 300],
  ['a longer wait that the response requests counts', response(503, 600), failed(0), 600],
  ['an event that was sent before its time keeps it', response(500), { ...failed(3), plannedAt: now + 7_000 }, 7],
] as const) {
  test(title, () => {
    const outcome = outcomeOf(result, { ...fault, tries: 2, health }, { now, random: 0.5 })
    assert.deepEqual(outcome, { state: 'waiting', dueAt: now + seconds * 1_000 })
  })
}
