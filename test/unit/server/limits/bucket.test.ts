// What a bucket reports when another process has changed it meanwhile, and at the largest quotas.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedState, costOf, refusedState, unitsPerMs } from '../../../../server/limits/bucket.ts'

const ten = { quota: 10, windowSeconds: 60 }
const now = Date.parse('2026-11-20T12:00:00Z') * unitsPerMs
const second = 1_000 * unitsPerMs

test('a refusal never allows a request in zero seconds', () => {
  assert.deepEqual(refusedState(ten, now + 60 * second, now), { allowed: false, remaining: 0, seconds: 6 })
  assert.deepEqual(refusedState(ten, now, now), { allowed: false, remaining: 0, seconds: 1 })
})

test('a bucket that has refilled has its whole quota, and no more', () => {
  assert.deepEqual(allowedState(ten, now - second, now), { allowed: true, remaining: 10, seconds: 0 })
})

test('a quota that does not divide its window is never exceeded by more than it lasts', () => {
  assert.equal(costOf({ quota: 7, windowSeconds: 1 }), 142_857)
  assert.equal(costOf({ quota: 999_999, windowSeconds: 1 }), 1)
})

test('a request costs at least one unit, however large the quota', () => {
  assert.equal(costOf({ quota: 5_000_000, windowSeconds: 1 }), 1)
})
