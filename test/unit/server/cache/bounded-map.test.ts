import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedMap } from '../../../../server/cache/bounded-map.ts'

test('a new key displaces the oldest one when the map is full', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1).set('b', 2)
  map.set('c', 3)
  assert.deepEqual(
    [...map],
    [
      ['b', 2],
      ['c', 3],
    ],
  )
})

test('a new value of a key displaces nothing, and makes the key the newest', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1).set('b', 2)
  map.set('a', 4)
  assert.deepEqual(
    [...map],
    [
      ['b', 2],
      ['a', 4],
    ],
  )
})
