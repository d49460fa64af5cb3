import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { cached } from '../../../../server/cache/cached.ts'

function counting() {
  const clock = { ms: 0 }
  const loads: { resolve(value: string): void; reject(error: Error): void }[] = []
  const load = () =>
    new Promise<string>((resolve, reject) => {
      loads.push({ resolve, reject })
    })
  const read = cached(load, { now: () => new Date(clock.ms), freshMs: 10, usableMs: 100 })
  return { clock, loads, read }
}

test('a fresh value is returned without loading, and concurrent callers share one load', async () => {
  const { clock, loads, read } = counting()
  const both = [read(), read()]
  loads[0]?.resolve('one')
  assert.deepEqual(await Promise.all(both), ['one', 'one'])
  clock.ms = 9
  assert.equal(await read(), 'one')
  assert.equal(loads.length, 1)
})

test('a usable value is returned while another one is loaded, which replaces it', async () => {
  const { clock, loads, read } = counting()
  const first = read()
  loads[0]?.resolve('one')
  await first
  clock.ms = 10
  assert.deepEqual([await read(), await read()], ['one', 'one'])
  assert.equal(loads.length, 2)
  loads[1]?.resolve('two')
  await nextTurn()
  assert.equal(await read(), 'two')
})

test('an older value is not returned, and a failure reaches only callers that wait for it', async () => {
  const { clock, loads, read } = counting()
  const first = read()
  loads[0]?.resolve('one')
  await first
  clock.ms = 50
  assert.equal(await read(), 'one')
  loads[1]?.reject(new Error('down'))
  await nextTurn()
  clock.ms = 100
  const waiting = read()
  loads[2]?.reject(new Error('still down'))
  await assert.rejects(waiting, /still down/)
  const next = read()
  loads[3]?.resolve('two')
  assert.equal(await next, 'two')
})
