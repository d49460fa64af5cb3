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
const timeout: PostResult = { kind: 'failed', reason: 'timeout', durationMs: 1 }

for (const [title, result, rejections, more, expected] of [
  ['a response of 2xx ends it', response(201), 1, {}, 'delivered'],
  ['a redirect is a failure', response(302), 1, {}, 'waiting'],
  ['the tenth rejection ends an event while others pass', response(400), 10, {}, 'failed'],
  ['the ninth does not', response(400), 9, {}, 'waiting'],
  ['it does not while the receiver rejects everything', response(401), 10, everything, 'waiting'],
  ['it does if no other event was rejected', response(401), 10, { ...everything, rejected_events: 1 }, 'failed'],
  ['an endpoint that is off keeps its events', response(400), 10, { state: 'off' }, 'waiting'],
  ['an error of the server never ends an event', response(500), 200, {}, 'waiting'],
  ['nor does a timeout', timeout, 200, {}, 'waiting'],
  ['nor do too many requests', response(429), 200, {}, 'waiting'],
] as const) {
  test(title, () => {
    const outcome = outcomeOf(
      result,
      { tries: 20, rejections, health: { ...health, ...more } },
      { now: 0, random: 0.5 },
    )
    assert.equal(outcome.state, expected)
  })
}

const now = 1_000_000
for (const [title, result, seconds] of [
  ['a rejected event is tried again by the number of its rejections', response(400), 5],
  ['an event that failed is tried again by the number of its tries', response(500), 300],
  ['an event without a response is, too', timeout, 300],
  ['a longer wait that the response requests counts', response(503, 600), 600],
] as const) {
  test(title, () => {
    const outcome = outcomeOf(result, { tries: 2, rejections: 1, health }, { now, random: 0.5 })
    assert.deepEqual(outcome, { state: 'waiting', dueAt: now + seconds * 1_000 })
  })
}
