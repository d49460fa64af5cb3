import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrivalOf, arrivalSeconds, arrivedWithin, noArrivals } from '../../../../server/console/arrivals.ts'
import { addCounts } from '../../../../server/log/duration-ranges.ts'

const all = (...seconds: number[]) => seconds.map(arrivalOf).reduce(addCounts, noArrivals)

test('a share is read from the range that contains it', () => {
  assert.equal(arrivedWithin(all(10, 20, 100, 3_000), 50), 30)
  assert.equal(arrivedWithin(all(10, 20, 100, 3_000), 75), 120)
  assert.equal(arrivedWithin(all(10, 20, 100, 3_000), 95), 3_600)
})

test('a range includes its end', () => {
  for (const end of arrivalSeconds) assert.equal(arrivedWithin(all(end), 95), end)
  assert.equal(arrivedWithin(all(30.001), 95), 60)
})

test('more than a day is beyond every range, and nothing has no share', () => {
  assert.equal(arrivedWithin(all(86_401), 50), 'beyond')
  assert.equal(arrivedWithin(noArrivals, 50), null)
})
