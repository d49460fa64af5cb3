// Which failures count against their event, and which against the endpoint.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EndpointHealth } from '../../../../server/webhooks/endpoint-health.ts'
import { faultOf, type TriedBefore } from '../../../../server/webhooks/event-fault.ts'
import type { PostResult } from '../../../../server/webhooks/post-webhook.ts'

const now = 100_000
/** The request before began at 50,000 and ended at 51,000. */
const last = { at: 50_000, duration_ms: 1_000, status: 500 }
const failedOnce: TriedBefore = { rejections: 0, rejected_at: null, due_at: now, last }
const counted: TriedBefore = { ...failedOnce, rejections: 3, rejected_at: 51_500 }
const accepting: EndpointHealth = {
  state: 'on',
  off_reason: null,
  failures: 0,
  rejected_events: 0,
  failing_since: null,
  paused_until: null,
  last_success_at: 60_000,
  accepting_since: null,
}
const response = (status: number, retryAfterSeconds?: number): PostResult => {
  return { kind: 'response', status, retryAfterSeconds, bodyStart: '', durationMs: 1 }
}
const timeout: PostResult = { kind: 'failed', reason: 'timeout', durationMs: 15_000 }

const fault = (result: PostResult, before: TriedBefore | undefined, more: Partial<EndpointHealth> = {}) =>
  faultOf(result, { before, at: now }, { ...accepting, ...more })

for (const [title, result, before, more, expected] of [
  [
    'a failure after which another event was accepted counts when the next one follows',
    response(500),
    failedOnce,
    {},
    2,
  ],
  ['so does a timeout', timeout, failedOnce, {}, 2],
  ['so does a redirect', response(302), failedOnce, {}, 2],
  ['so does a failure that requests a wait', response(503, 60), failedOnce, {}, 2],
  ['each further one counts once', response(500), counted, {}, 4],
  ['so does one after a rejection', response(500), { ...counted, rejections: 1 }, {}, 2],
  ['the first failure of an event does not', response(500), { ...failedOnce, last: null }, {}, null],
  ['nor does one of a delivery that has ended', response(500), undefined, {}, null],
  [
    'nor does one of an endpoint that never accepted an event',
    response(500),
    failedOnce,
    { last_success_at: null },
    null,
  ],
  ['nor if nothing was accepted in between', response(500), counted, { last_success_at: 51_000 }, null],
  ['a millisecond after the failure is in between', response(500), counted, { last_success_at: 51_001 }, 4],
  ['a failure during a pause does not', response(500), counted, { state: 'paused' }, null],
  ['nor does one of an endpoint that is off', response(500), counted, { state: 'off' }, null],
  ['a success does not', response(204), counted, {}, null],
  ['nor do 429', response(429), counted, {}, null],
  ['and 410', response(410), counted, {}, null],
  [
    'nor does a failure if the success was at an earlier URL',
    response(500),
    counted,
    { accepting_since: 60_001 },
    null,
  ],
  ['it does at this one', response(500), failedOnce, { accepting_since: 60_000 }, 2],
  [
    'failures from before the endpoint worked again count no more',
    response(500),
    counted,
    { accepting_since: 51_501 },
    2,
  ],
  ['those from then on do', response(500), counted, { accepting_since: 51_500 }, 4],
  [
    'a rejection always counts',
    response(400),
    { ...failedOnce, last: null },
    { state: 'paused', last_success_at: null },
    1,
  ],
  ['it is one more', response(400), counted, {}, 4],
  ['it begins again once the endpoint works again', response(400), counted, { accepting_since: 51_501 }, 1],
  ['that of a delivery that has ended counts for the endpoint', response(400), undefined, {}, 1],
] as const) {
  test(title, () => {
    const { isOfEvent, rejections, plannedAt } = fault(result, before, more)
    assert.deepEqual([isOfEvent ? rejections : null, plannedAt], [expected, null])
  })
}

test('a failure that does not count keeps the number, unless the endpoint has worked again since', () => {
  const paused = { state: 'paused' } as const
  assert.equal(fault(timeout, counted, paused).rejections, 3)
  assert.equal(fault(timeout, counted, { ...paused, accepting_since: 51_501 }).rejections, 0)
  assert.equal(fault(timeout, undefined, paused).rejections, 0)
})

test('a delivery is rejected for the first time since the last success if it was not rejected after that', () => {
  const rejected = (rejected_at: number | null) => fault(response(400), { ...counted, rejected_at }).isFirst
  assert.deepEqual([rejected(null), rejected(59_999), rejected(60_000)], [true, true, false])
  assert.equal(fault(response(400), counted, { last_success_at: null }).isFirst, false)
  assert.equal(fault(response(400), undefined).isFirst, true)
  assert.equal(fault(response(400), undefined, { last_success_at: null }).isFirst, true)
})

const planned = { ...counted, due_at: now + 1 }
for (const [title, result, before, more, expected] of [
  ['a delivery that probes the endpoint before its time keeps it', timeout, planned, {}, now + 1],
  ['one that is sent in time gets the next', timeout, { ...planned, due_at: now }, {}, null],
  ['so does one whose next event is replayed before it', timeout, { ...planned, due_at: null }, {}, null],
  ['so does one that never counted', timeout, { ...planned, rejected_at: null }, {}, null],
  ['so does one whose last failure did not count', timeout, { ...planned, rejected_at: 49_999 }, {}, null],
  [
    'one whose last failure began as it was recorded keeps it',
    timeout,
    { ...planned, rejected_at: 50_000 },
    {},
    now + 1,
  ],
  ['one whose last try was a rejection does not', timeout, { ...planned, last: { ...last, status: 400 } }, {}, null],
  ['one without a response before keeps it', timeout, { ...planned, last: { ...last, status: null } }, {}, now + 1],
  ['one that was not tried before does not', timeout, { ...planned, last: null }, {}, null],
  ['one from before the endpoint worked again does not', timeout, planned, { accepting_since: 51_501 }, null],
  ['one from then on does', timeout, planned, { accepting_since: 51_500 }, now + 1],
  ['a success has no further time', response(200), planned, {}, null],
] as const) {
  test(title, () => {
    const { isOfEvent, plannedAt } = fault(result, before, { state: 'paused', ...more })
    assert.deepEqual([isOfEvent, plannedAt], [false, expected])
  })
}
