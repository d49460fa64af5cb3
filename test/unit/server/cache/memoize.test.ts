import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoize } from '../../../../server/cache/memoize.ts'

function counting() {
  const clock = { ms: 0 }
  const loaded: string[] = []
  const read = memoize({ now: () => new Date(clock.ms) }, 100, async (input: string) => {
    loaded.push(input)
    if (input === 'failing') throw new Error('down')
    return `${input} ${loaded.length}`
  })
  return { clock, loaded, read }
}

test('concurrent calls with one key share one load, and another key has its own', async () => {
  const { loaded, read } = counting()
  assert.deepEqual(await Promise.all([read('a', 'first'), read('a', 'ignored'), read('b', 'second')]), [
    'first 1',
    'first 1',
    'second 2',
  ])
  assert.deepEqual(loaded, ['first', 'second'])
})

test('a value is loaded again when its time is over', async () => {
  const { clock, read } = counting()
  assert.equal(await read('a', 'first'), 'first 1')
  clock.ms = 99
  assert.equal(await read('a', 'second'), 'first 1')
  clock.ms = 100
  assert.equal(await read('a', 'second'), 'second 2')
  clock.ms = 199
  assert.equal(await read('a', 'third'), 'second 2')
})

test('a failure reaches every caller that waits for it, and the next call loads again', async () => {
  const { loaded, read } = counting()
  const both = await Promise.allSettled([read('a', 'failing'), read('a', 'failing')])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual(loaded, ['failing'])
  assert.equal(await read('a', 'working'), 'working 2')
})

test('a late failure does not remove a newer value of the same key', async () => {
  const clock = { ms: 0 }
  const loads: { resolve(value: string): void; reject(error: Error): void }[] = []
  const read = memoize({ now: () => new Date(clock.ms) }, 100, () => {
    const load = Promise.withResolvers<string>()
    loads.push(load)
    return load.promise
  })
  const old = read('a', undefined)
  clock.ms = 100
  const newer = read('a', undefined)
  loads[0]?.reject(new Error('down'))
  await assert.rejects(old, /down/)
  loads[1]?.resolve('two')
  assert.equal(await newer, 'two')
  const again = read('a', undefined)
  assert.equal(loads.length, 2)
  assert.equal(await again, 'two')
})

test('the oldest of 500 keys is displaced by a new one', async () => {
  const { loaded, read } = counting()
  for (let index = 0; index < 501; index += 1) await read(String(index), 'value')
  await read('1', 'value')
  assert.equal(loaded.length, 501)
  await read('0', 'value')
  assert.equal(loaded.length, 502)
})
