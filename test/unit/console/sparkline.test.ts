import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf } from '../../../host/console/elements/sparkline.ts'

test('a line goes from zero at the bottom to its greatest value at the top', () => {
  assert.deepEqual(linesOf([0, 5, 10]), [['2,26', '60,14', '118,2']])
})

test('a time without a value is a gap', () => {
  assert.deepEqual(linesOf([null, 10, 10, null, null, 10]), [['25.2,2', '48.4,2'], ['118,2']])
})

test('zeros are a line at the bottom, and nothing is no line', () => {
  assert.deepEqual(linesOf([0, 0]), [['2,26', '118,26']])
  assert.deepEqual(linesOf([]), [])
  assert.deepEqual(linesOf([null]), [])
  assert.deepEqual(linesOf([3]), [['2,2']])
})
