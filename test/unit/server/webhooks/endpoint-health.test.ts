// The pause, the probes and the end of an endpoint that fails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type EndpointHealth,
  healthAfter,
  isOfEndpoint,
  isRejection,
  isSuccess,
  maySend,
  rejectsEverything,
} from '../../../../server/webhooks/endpoint-health.ts'
import type { PostResult } from '../../../../server/webhooks/post-webhook.ts'

const [secondMs, dayMs, start] = [1_000, 86_400_000, 1_000_000]
const healthy: EndpointHealth = {
  state: 'on',
  off_reason: null,
  failures: 0,
  rejected_events: 0,
  failing_since: null,
  paused_until: null,
  last_success_at: null,
  accepting_since: null,
}
const response = (status: number, retryAfterSeconds?: number): PostResult => {
  return { kind: 'response', status, retryAfterSeconds, bodyStart: '', durationMs: 1 }
}
const refused: PostResult = { kind: 'failed', reason: 'refused', durationMs: 1 }

/** Each result at its time. */
function after(results: readonly (readonly [result: PostResult, at: number])[], from = healthy): EndpointHealth {
  return results.reduce(
    (health, [result, at]) => healthAfter(health, { result, isFirst: true, isOfEvent: isRejection(result) }, at),
    from,
  )
}

for (const [status, isOf] of [
  [199, []],
  [200, ['success']],
  [299, ['success']],
  [300, []],
  [399, []],
  [400, ['rejection']],
  [408, []],
  [410, []],
  [425, []],
  [429, []],
  [499, ['rejection']],
  [500, []],
] as const) {
  test(`${status} is ${isOf[0] === undefined ? 'neither a success nor a rejection of the event' : `a ${isOf[0]}`}`, () => {
    const result = response(status)
    assert.deepEqual([isSuccess(result), isRejection(result)], [isOf[0] === 'success', isOf[0] === 'rejection'])
  })
}

test('a request without a response is neither a success nor a rejection', () => {
  assert.deepEqual([isSuccess(refused), isRejection(refused)], [false, false])
})

/** Fails until `count` failures, each as soon as a request may be sent. Returns the pauses. */
function pausesOf(count: number): number[] {
  let [health, now] = [healthy, start]
  return Array.from({ length: count }, () => {
    health = healthAfter(health, { result: refused, isFirst: true, isOfEvent: false }, now)
    const pause = Math.max(0, (health.paused_until ?? now) - now)
    now += pause
    return pause / secondMs
  })
}

test('the fifth failure in a row pauses the endpoint, and each probe that fails doubles the pause up to five minutes', () => {
  assert.deepEqual(pausesOf(13), [0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 300, 300, 300])
})

test('a paused endpoint may send when the pause has ended, and a success ends it', () => {
  const paused = after(Array.from({ length: 5 }, () => [response(500), start] as const))
  assert.equal(paused.state, 'paused')
  assert.equal(maySend(paused, start + 5 * secondMs - 1), false)
  assert.equal(maySend(paused, start + 5 * secondMs), true)
  const recovered = { ...healthy, last_success_at: start + 6_000, paused_until: start + 5 * secondMs }
  assert.deepEqual(after([[response(204), start + 6_000]], paused), recovered)
  assert.equal(maySend(recovered, start + 6_000), true)
  const early = after([[response(204), start + 1]], paused)
  assert.equal(maySend(early, start + 1), true)
})

test('a success in between starts the count again', () => {
  const four = Array.from({ length: 4 }, () => [refused, start] as const)
  assert.equal(after([...four, [response(200), start], ...four]).state, 'on')
})

test('failures that were in flight when the pause began do not lengthen it', () => {
  const eight = after(Array.from({ length: 8 }, () => [refused, start] as const))
  assert.deepEqual([eight.failures, eight.paused_until], [5, start + 5 * secondMs])
  const throttled = after([[response(503, 60), start]], eight)
  assert.deepEqual([throttled.failures, throttled.paused_until], [5, start + 60 * secondMs], 'except on request')
})

test('the first failures neither pause the endpoint nor shorten a wait that the receiver requested', () => {
  const failed = after([[refused, start]])
  assert.deepEqual(failed, { ...healthy, failures: 1, failing_since: start })
  const throttled = after([
    [response(429, 60), start],
    [response(503, 10), start],
  ])
  assert.equal(throttled.paused_until, start + 60 * secondMs)
})

test('failures during a wait that the receiver requested count', () => {
  const four = Array.from({ length: 4 }, () => [refused, start] as const)
  assert.equal(after([[response(429, 60), start], ...four]).state, 'paused')
})

for (const [title, result, at, expected] of [
  ['410 turns the endpoint off at once', response(410), start, 'gone'],
  ['five days without a success turn it off', refused, start + 5 * dayMs, 'failing'],
  ['a millisecond less does not', refused, start + 5 * dayMs - 1, null],
  ['a success on the fifth day does not', response(200), start + 5 * dayMs, null],
] as const) {
  test(title, () => {
    const health = after([[result, at]], { ...healthy, failures: 1, failing_since: start })
    const off = { ...healthy, failures: 1, failing_since: start, state: 'off', off_reason: expected }
    if (expected === null) assert.deepEqual([health.state, health.off_reason], ['on', null])
    else assert.deepEqual(health, off)
    assert.equal(maySend(health, at + 10 * dayMs), expected === null)
  })
}

test('the wait that a response requests holds for all deliveries of the endpoint, also after another success', () => {
  const throttled = after([
    [response(429, 60), start],
    [response(200), start],
  ])
  assert.equal(throttled.state, 'on')
  assert.deepEqual([maySend(throttled, start + 59_999), maySend(throttled, start + 60_000)], [false, true])
})

test('rejections neither pause the endpoint nor make other events wait, and end a pause as a success does', () => {
  const rejected = after(Array.from({ length: 20 }, () => [response(400, 60), start] as const))
  assert.deepEqual([rejected.state, rejected.failures, rejected.paused_until], ['on', 0, null])
  const paused = after(Array.from({ length: 5 }, () => [refused, start] as const))
  const inFlight = after([[response(422), start + 1]], paused)
  assert.deepEqual([inFlight.state, inFlight.paused_until], ['paused', start + 5 * secondMs])
  const probed = after([[response(422), start + 5 * secondMs]], paused)
  assert.deepEqual([probed.state, probed.failures, probed.failing_since], ['on', 0, start])
  assert.equal(maySend(probed, start + 5 * secondMs), true)
})

test('a failure that is about its event leads to no pause and ends none', () => {
  const ofEvent = (health: EndpointHealth, result: PostResult, at = start) =>
    healthAfter(health, { result, isFirst: true, isOfEvent: true }, at)
  const failedTwice = after([
    [refused, start],
    [refused, start],
  ])
  assert.deepEqual(ofEvent(failedTwice, refused, start + 1), failedTwice)
  assert.deepEqual(ofEvent(healthy, response(500)), { ...healthy, failing_since: start })
  const fifth = after(
    [
      [refused, start],
      [refused, start],
    ],
    ofEvent(failedTwice, refused),
  )
  assert.deepEqual([fifth.state, fifth.failures], ['on', 4])
})

test('a wait that a failure requests holds for all events, also if it is about its own', () => {
  const result = response(503, 60)
  const throttled = healthAfter(healthy, { result, isFirst: true, isOfEvent: true }, start)
  assert.deepEqual([throttled.failures, throttled.paused_until], [1, start + 60 * secondMs])
  const noWait = healthAfter(healthy, { result: response(503, 0), isFirst: true, isOfEvent: true }, start)
  assert.deepEqual([noWait.failures, noWait.paused_until], [0, null])
})

test('five days without a success turn an endpoint off, also if the failures are about their events', () => {
  const failing = { ...healthy, failing_since: start }
  const { state } = healthAfter(failing, { result: refused, isFirst: true, isOfEvent: true }, start + 5 * dayMs)
  assert.equal(state, 'off')
})

test('a response that is gone, or requests to come later, is about the endpoint', () => {
  const statuses = [408, 410, 425, 429, 400, 404, 500, 503]
  assert.deepEqual(
    statuses.filter((status) => isOfEndpoint(response(status))),
    [408, 410, 425, 429],
  )
  assert.equal(isOfEndpoint(refused), false)
})

test('a success makes retries due if the receiver had rejected five events for half an hour, and accepted none', () => {
  const rejected = (count: number) => after(Array.from({ length: count }, () => [response(404), start] as const))
  const accepted = (count: number, at: number) => after([[response(200), at]], rejected(count)).paused_until
  const late = start + 1_800 * secondMs
  assert.deepEqual([accepted(5, late), accepted(4, late), accepted(5, late - 1)], [late, null, null])
})

test('a receiver rejects everything if it rejected several events and accepted none for more than a day', () => {
  const accepted = (ago: number | null, rejected_events = 2) => {
    const last_success_at = ago === null ? null : start
    return rejectsEverything({ ...healthy, rejected_events, last_success_at }, start + (ago ?? 0))
  }
  assert.deepEqual([accepted(null), accepted(dayMs + 1), accepted(dayMs), accepted(0)], [true, true, false, false])
  assert.deepEqual([accepted(null, 1), accepted(dayMs + 1, 1)], [false, false])
})

test('a success after a day of rejecting everything makes retries due, and earlier rejections no longer count', () => {
  const rejected = after([
    [response(404), start],
    [response(404), start],
  ])
  const accepted = (at: number) => {
    const { paused_until, accepting_since } = after([[response(200), at]], rejected)
    return [paused_until, accepting_since]
  }
  const late = start + dayMs + 1
  assert.deepEqual(
    [accepted(late), accepted(start + dayMs)],
    [
      [late, late],
      [null, null],
    ],
  )
})

test('a success of an endpoint that did not fail makes no retries due', () => {
  assert.deepEqual(after([[response(200), start]]), { ...healthy, last_success_at: start })
})

for (const result of [response(200), refused, response(410)]) {
  test(`an endpoint that is off stays so after ${JSON.stringify(result)}`, () => {
    const off: EndpointHealth = { ...healthy, state: 'off', off_reason: 'gone' }
    assert.deepEqual(after([[result, start]], off), off)
    assert.equal(maySend(off, start + dayMs), false)
  })

  test(`an endpoint that its client has paused stays so after ${JSON.stringify(result)}`, () => {
    const paused: EndpointHealth = { ...healthy, state: 'paused' }
    assert.deepEqual(after([[result, start]], paused), paused)
    assert.equal(maySend(paused, start + dayMs), false)
  })
}
