import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultPollDelays } from '../../../../server/exchanges/recovery-policy.ts'
import { pollDelayMs, pollDelayOfTier, pollTier, tierShares } from '../../../../server/transfers/poll-schedule.ts'

const minuteMs = 60_000

test('a transfer is polled less often as it grows older', () => {
  const ages = [-1_000, 0, minuteMs - 1, minuteMs, 10 * minuteMs, 1_440 * minuteMs]
  assert.deepEqual(
    ages.map((ageMs) => [pollTier(ageMs), pollDelayMs(defaultPollDelays, ageMs)]),
    [
      [0, 400],
      [0, 400],
      [0, 400],
      [1, 3_000],
      [2, 30_000],
      [3, 300_000],
    ],
  )
  assert.deepEqual(
    [0, 1, 2, 3].map((tier) => pollDelayOfTier(defaultPollDelays, tier)),
    [400, 3_000, 30_000, 300_000],
  )
})

test('tiers that all have due transfers share the polls 16 : 4 : 2 : 1, also one poll at a time', () => {
  const due = [1_000, 1_000, 1_000, 1_000]
  assert.deepEqual(tierShares().divide(23, due), [16, 4, 2, 1])
  const shares = tierShares()
  const sums = [0, 0, 0, 0]
  for (let poll = 0; poll < 230; poll++) {
    for (const [tier, count] of shares.divide(1, due).entries()) sums[tier] = (sums[tier] ?? 0) + count
  }
  assert.deepEqual(sums, [160, 40, 20, 10])
})

test('no tier gets more polls than it has due, and the others get the rest', () => {
  assert.deepEqual(tierShares().divide(10, [1, 0, 0, 1_000]), [1, 0, 0, 9])
  assert.deepEqual(tierShares().divide(10, [2, 3, 0, 0]), [2, 3, 0, 0])
  assert.deepEqual(tierShares().divide(0, [2, 3, 0, 0]), [0, 0, 0, 0])
})

test('a tier that had nothing due saves up no polls', () => {
  const shares = tierShares()
  for (let round = 0; round < 100; round++) shares.divide(10, [0, 0, 0, 1_000])
  const [, , older = 0, oldest = 0] = shares.divide(90, [0, 0, 1_000, 1_000])
  assert.ok(Math.abs(older - 60) <= 1 && older + oldest === 90, `${older} and ${oldest}`)
  const other = tierShares()
  for (let round = 0; round < 100; round++) other.divide(10, [1_000, 0, 0, 0])
  const [youngest = 0] = other.divide(170, [1_000, 0, 0, 1_000])
  assert.ok(Math.abs(youngest - 160) <= 1, `${youngest}`)
})

test('sharing no polls moves no tier', () => {
  const order = (shareNone: boolean) => {
    const shares = tierShares()
    shares.divide(15, [1_000, 0, 0, 1_000])
    if (shareNone) shares.divide(0, [0, 0, 0, 1_000])
    return Array.from({ length: 40 }, () => shares.divide(1, [1_000, 0, 0, 1_000]).indexOf(1))
  }
  assert.deepEqual(order(true), order(false))
})

test('polls that found nothing due move no tier', () => {
  const shares = tierShares()
  assert.deepEqual(shares.divide(5, [0, 0, 0, 0]), [0, 0, 0, 0])
  assert.deepEqual(shares.divide(23, [1_000, 1_000, 1_000, 1_000]), [16, 4, 2, 1])
})

test('a tier that becomes due gets its share from then on, and no more', () => {
  const shares = tierShares()
  shares.divide(10, [0, 0, 0, 1_000])
  // One at a time, so that each poll finds the positions that the one before left.
  const tiers = Array.from({ length: 10 }, () => shares.divide(1, [0, 1_000, 0, 1_000]).indexOf(1))
  assert.deepEqual(tiers, [1, 3, 1, 1, 1, 1, 3, 1, 1, 1])
})

test('a tier that becomes due waits for the tier that is first, not for those that are ahead of it', () => {
  const shares = tierShares()
  // The oldest tier has had its poll for the next 16 of the youngest.
  assert.deepEqual(shares.divide(2, [1_000, 0, 0, 1_000]), [1, 0, 0, 1])
  assert.deepEqual(shares.divide(5, [1_000, 1_000, 0, 1_000]), [4, 1, 0, 0])
})

test('a tier gains no polls by having nothing due for a moment', () => {
  const shares = tierShares()
  let oldest = 0
  for (let poll = 0; poll < 170; poll++) oldest += shares.divide(1, [1_000, 0, 0, poll % 2])[3] ?? 0
  assert.ok(oldest <= 11, `${oldest} of 170 polls`)
})
