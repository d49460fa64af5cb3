// Requests that wait for one rate limit, in one process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Buckets } from '../../../../server/limits/bucket.ts'
import { exchangeLimits } from '../../../../server/limits/exchange-limits.ts'
import { memoryBuckets } from '../../../../server/limits/memory-buckets.ts'
import { idleDatabase } from '../../../support/idle-database.ts'

const policy = { quota: 10, windowSeconds: 1 }
const { database } = idleDatabase()

/** A limiter whose clock advances by its pauses only, with the number of its statements and of concurrent pauses. */
function limiter() {
  const seen = {
    now: Date.parse('2026-11-20T12:00:00Z'),
    buckets: new Set<string>(),
    takes: 0,
    pausing: 0,
    mostPausing: 0,
  }
  const memory = memoryBuckets()
  const buckets: Buckets = {
    ...memory,
    take(...args) {
      seen.takes++
      seen.buckets.add(args[0])
      return memory.take(...args)
    },
  }
  const pause = async (ms: number) => {
    seen.mostPausing = Math.max(seen.mostPausing, ++seen.pausing)
    await new Promise((resolve) => setImmediate(resolve))
    seen.now += ms
    seen.pausing--
  }
  const { acquire } = exchangeLimits({ ...database, pause }, () => new Date(seen.now), buckets)
  return { seen, acquire }
}

test('only the first of the waiting requests polls, and they go in the order in which they came', async () => {
  const { seen, acquire } = limiter()
  const order: number[] = []
  const results = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const isAllowed = await acquire('key', policy)
      order.push(n)
      return isAllowed
    }),
  )
  assert.deepEqual([...new Set(results)], [true])
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  )
  assert.equal(seen.mostPausing, 1)
  // One statement for each request, and one for each pause of the first one.
  assert.ok(seen.takes <= 40 + 31, `${seen.takes} statements`)
})

test('each request waits only as long as its patience allows', async () => {
  const { seen, acquire } = limiter()
  const start = seen.now
  const results = await Promise.all(Array.from({ length: 200 }, () => acquire('key', policy)))
  const allowed = results.filter(Boolean).length
  assert.ok(allowed >= 49 && allowed <= 51, `${allowed} were allowed`)
  assert.deepEqual(
    results,
    results.map((_, n) => n < allowed),
  )
  assert.ok(seen.now - start <= 4_100)
  assert.equal(await acquire('other key', policy), true)
})

test('a request that fails holds up none of those behind it', async () => {
  const memory = memoryBuckets()
  let fails = true
  const buckets: Buckets = {
    ...memory,
    take(...args) {
      if (!fails) return memory.take(...args)
      fails = false
      return Promise.reject(new Error('the database is down'))
    },
  }
  const { acquire } = exchangeLimits(database, () => new Date(), buckets)
  const [first, second] = await Promise.allSettled([acquire('key', policy), acquire('key', policy)])
  assert.equal(first.status, 'rejected')
  assert.deepEqual(second, { status: 'fulfilled', value: true })
})

test('requests that come while others wait go after them', async () => {
  const { seen, acquire } = limiter()
  const order: number[] = []
  const come = async (n: number) => {
    await acquire('key', policy)
    order.push(n)
  }
  const coming = Array.from({ length: 15 }, (_, n) => come(n))
  // The first ten are allowed at once. Those behind them still wait.
  while (order.length < 10) await new Promise((resolve) => setImmediate(resolve))
  coming.push(come(15), come(16))
  await Promise.all(coming)
  assert.deepEqual(order, [...Array(17).keys()])
  assert.equal(seen.mostPausing, 1)
})

test('a request whose patience ends at the next try is not refused before it', async () => {
  const { seen, acquire } = limiter()
  const once = { quota: 1, windowSeconds: 4 }
  const start = seen.now
  assert.deepEqual([await acquire('key', once), await acquire('key', once)], [true, true])
  assert.equal(seen.now - start, 4_000)
})

test('a request that cannot be allowed in time ends when its patience does', async () => {
  const { seen, acquire } = limiter()
  const once = { quota: 1, windowSeconds: 60 }
  const start = seen.now
  assert.deepEqual([await acquire('key', once), await acquire('key', once)], [true, false])
  assert.equal(seen.now - start, 4_000)
})

test('a wait ends even if the clock stands still', async () => {
  const stopped = new Date('2026-11-20T12:00:00Z')
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  const { acquire, now } = exchangeLimits({ ...database, pause }, () => stopped, memoryBuckets())
  const once = { quota: 1, windowSeconds: 60 }
  assert.deepEqual([await acquire('key', once), await acquire('key', once)], [true, false])
  assert.deepEqual(new Set(pauses), new Set([100]))
  assert.equal(pauses.length, 40)
  assert.equal(now(), stopped)
})

test('the bucket of an exchange has a name that no other limit uses', async () => {
  const { seen, acquire } = limiter()
  await acquire('key', policy)
  assert.deepEqual([...seen.buckets], ['exchange:key'])
})
