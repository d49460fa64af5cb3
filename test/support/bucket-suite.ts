// Rate limits in memory and in every database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Buckets, LimitPolicy } from '../../server/limits/bucket.ts'

const start = Date.parse('2026-11-20T12:00:00Z')
const at = (ms: number) => new Date(start + ms)
const ten: LimitPolicy = { quota: 10, windowSeconds: 60 }
const large: LimitPolicy = { quota: 200, windowSeconds: 2 }

async function takeMany(buckets: readonly Buckets[], policy: LimitPolicy, count: number, ms: number): Promise<number> {
  const taken = Array.from({ length: count }, (_, n) => buckets[n % buckets.length]?.take('a', policy, at(ms)))
  return (await Promise.all(taken)).filter((state) => state?.allowed).length
}

export function bucketSuite(
  name: string,
  open: () => Promise<{ buckets: [Buckets, Buckets]; close(): Promise<void> }>,
): void {
  test(`${name}: the quota is there at once, then fills evenly`, async () => {
    const { buckets, close } = await open()
    assert.equal(await takeMany(buckets, ten, 30, 0), 10)
    assert.equal(await takeMany(buckets, ten, 30, 5_999), 0)
    assert.equal(await takeMany(buckets, ten, 30, 6_000), 1)
    assert.equal(await takeMany(buckets, ten, 30, 36_000), 5)
    assert.equal(await takeMany(buckets, ten, 30, 600_000), 10)
    await close()
  })

  test(`${name}: a refusal states when the next request is allowed, and other results what is left`, async () => {
    const { buckets, close } = await open()
    const [first] = buckets
    assert.deepEqual(await first.take('a', ten, at(0)), { allowed: true, remaining: 9, seconds: 6 })
    await takeMany([first], ten, 9, 0)
    assert.deepEqual(await first.take('a', ten, at(1_000)), { allowed: false, remaining: 0, seconds: 5 })
    assert.equal((await first.take('b', ten, at(1_000))).allowed, true)
    await close()
  })

  test(`${name}: a clock that was wrong delays no request for longer than the window`, async () => {
    const { buckets, close } = await open()
    await takeMany(buckets, ten, 10, 86_400_000)
    assert.equal(await takeMany(buckets, ten, 1, 0), 0)
    assert.equal(await takeMany(buckets, ten, 30, 60_000), 10)
    await close()
  })

  test(`${name}: a token that is given back may be taken again`, async () => {
    const { buckets, close } = await open()
    await takeMany(buckets, ten, 10, 0)
    await buckets[0].release('a', ten)
    assert.equal(await takeMany(buckets, ten, 5, 0), 1)
    await buckets[0].release('a', ten, 3)
    assert.equal(await takeMany(buckets, ten, 5, 0), 3)
    await close()
  })

  test(`${name}: a token that is given back to a full bucket adds none`, async () => {
    const { buckets, close } = await open()
    await buckets[0].release('a', ten)
    assert.deepEqual(await buckets[0].take('a', ten, at(0)), { allowed: true, remaining: 9, seconds: 6 })
    await close()
  })

  test(`${name}: a large quota is used up exactly, by however many at once`, async () => {
    const { buckets, close } = await open()
    assert.equal(await takeMany(buckets, large, 500, 0), 200)
    const later = await takeMany(buckets, large, 500, 1_000)
    assert.equal(later, 100)
    await close()
  })
}
