// The schedule of Standard Webhooks, with jitter and the wait that a receiver requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostTries, retryAfterMs, retryDelayMs } from '../../../../server/webhooks/retry-schedule.ts'

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]

test('the delays are those of the standard: ten tries over 75 hours and 35 minutes', () => {
  const delays = Array.from({ length: mostTries - 1 }, (_, index) => retryDelayMs(index + 1, 0.5))
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * hourMs)
  assert.deepEqual(delays, [5 * secondMs, 5 * minuteMs, 30 * minuteMs, ...hours])
  const total = delays.reduce((sum, delay) => sum + delay, 0)
  assert.equal(Math.floor(total / minuteMs), 75 * 60 + 35)
})

test('later tries are a day apart', () => {
  assert.equal(retryDelayMs(50, 0.5), 24 * hourMs)
})

test('jitter moves a try by at most a tenth', () => {
  assert.deepEqual([retryDelayMs(2, 0), retryDelayMs(2, 1)], [4.5 * minuteMs, 5.5 * minuteMs])
})

for (const [title, seconds, expected] of [
  ['a longer wait that the receiver requests counts', 60, minuteMs],
  ['a shorter one does not', 1, 5 * secondMs],
  ['one above a day counts as a day', 1_000_000, 24 * hourMs],
] as const) {
  test(title, () => {
    assert.equal(retryDelayMs(1, 0.5, seconds), expected)
    assert.ok(retryAfterMs(seconds) <= 24 * hourMs)
  })
}
