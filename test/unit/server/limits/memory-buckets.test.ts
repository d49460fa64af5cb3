import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Buckets, LimitPolicy } from '../../../../server/limits/bucket.ts'
import { memoryBuckets } from '../../../../server/limits/memory-buckets.ts'
import { bucketSuite } from '../../../support/bucket-suite.ts'

const once: LimitPolicy = { quota: 1, windowSeconds: 60 }
const [start, expired] = [new Date('2026-11-20T12:00:00Z'), new Date('2026-11-20T11:59:00Z')]
const most = 50_000

bucketSuite('in memory', async () => {
  const buckets = memoryBuckets()
  return { buckets: [buckets, buckets], close: async () => {} }
})

/** Uses up the buckets of these addresses. */
async function flood(buckets: Buckets, { from, to, at = start }: { from: number; to: number; at?: Date }) {
  for (let n = from; n < to; n++) await buckets.take(`address ${n}`, once, at)
}

/** Whether the address is still limited. */
const isLimited = async (buckets: Buckets, n: number) => !(await buckets.take(`address ${n}`, once, start)).allowed

test('a flood of addresses replaces the oldest tenth, and keeps the limits of the others', async () => {
  const buckets = memoryBuckets()
  await flood(buckets, { from: 0, to: most })
  assert.equal(await isLimited(buckets, 0), true)
  await flood(buckets, { from: most, to: most + 1 })
  const kept = [most / 10, most - 1, most]
  assert.deepEqual(await Promise.all(kept.map((n) => isLimited(buckets, n))), [true, true, true])
  assert.deepEqual([await isLimited(buckets, 0), await isLimited(buckets, most / 10 - 1)], [false, false])
})

test('a flood replaces the limits that have ended before those that have not', async () => {
  const buckets = memoryBuckets()
  await flood(buckets, { from: 0, to: 1_000 })
  await flood(buckets, { from: 1_000, to: most, at: expired })
  await flood(buckets, { from: most, to: most + 1 })
  assert.deepEqual(await Promise.all([0, 999].map((n) => isLimited(buckets, n))), [true, true])
})

test('an address that is known takes the place of no other', async () => {
  const buckets = memoryBuckets()
  const two: LimitPolicy = { quota: 2, windowSeconds: 60 }
  await buckets.take('known', two, start)
  await flood(buckets, { from: 0, to: most - 1 })
  assert.equal((await buckets.take('known', two, start)).allowed, true)
  assert.equal(await isLimited(buckets, 0), true)
})
