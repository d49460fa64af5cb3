import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cachedByCost } from '../../../../server/cache/cached-by-cost.ts'

function counting(loadMs: number) {
  const clock = { ms: 0 }
  let loads = 0
  const read = cachedByCost(
    async () => {
      clock.ms += loadMs
      return ++loads
    },
    { clock: () => clock.ms },
  )
  return { clock, read }
}

test('a value is loaded again after a hundred times as long as loading took', async () => {
  const { clock, read } = counting(30)
  assert.equal(await read(), 1)
  clock.ms = 30 + 2_999
  assert.equal(await read(), 1)
  clock.ms = 30 + 3_000
  assert.equal(await read(), 2)
})

test('a value that is loaded at once is always fresh', async () => {
  const { read } = counting(0)
  assert.deepEqual([await read(), await read()], [1, 2])
})

test('calls at once share one load, and a failed load is tried again', async () => {
  let loads = 0
  const read = cachedByCost(async () => {
    if (++loads === 1) throw new Error('down')
    return loads
  })
  const both = await Promise.allSettled([read(), read()])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(loads, 1)
  assert.equal(await read(), 2)
})
