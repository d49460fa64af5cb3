import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recentCalls } from '../../../../server/log/recent-calls.ts'

const minuteMs = 60_000

function counting() {
  const clock = { ms: 0 }
  return { clock, calls: recentCalls(() => clock.ms) }
}

test('calls, errors and the duration of 95 of 100 calls are counted by target', () => {
  const { calls } = counting()
  for (let n = 0; n < 95; n++) calls.add('a', { isError: false, seconds: 0.2 })
  for (let n = 0; n < 5; n++) calls.add('a', { isError: true, seconds: 40 })
  assert.deepEqual(calls.read('a'), { calls: 100, errors: 5, p95Seconds: 0.25 })
  calls.add('a', { isError: false, seconds: 40 })
  assert.equal(calls.read('a').p95Seconds, Number.POSITIVE_INFINITY)
  assert.deepEqual(calls.read('b'), { calls: 0, errors: 0, p95Seconds: null })
})

test('a call that sent nothing is an error without a duration', () => {
  const { calls } = counting()
  calls.add('a', { isError: true, seconds: null })
  assert.deepEqual(calls.read('a'), { calls: 1, errors: 1, p95Seconds: null })
})

test('calls count for 15 minutes, also if no later call follows', () => {
  const { clock, calls } = counting()
  calls.add('a', { isError: true, seconds: 1 })
  clock.ms = 14 * minuteMs
  calls.add('a', { isError: false, seconds: 1 })
  assert.equal(calls.read('a').calls, 2)
  clock.ms = 15 * minuteMs
  assert.deepEqual(calls.read('a'), { calls: 1, errors: 0, p95Seconds: 1 })
  clock.ms = 60 * minuteMs
  assert.equal(calls.read('a').calls, 0)
})
