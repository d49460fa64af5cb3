import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFacts } from '../../../host/console/screens/changed-facts.ts'

test('facts that differ come first, with both values', () => {
  assert.deepEqual(changedFacts({ name: 'Shop', state: 'NeedsReview' }, { name: 'Shop', state: 'Failed' }), [
    { name: 'state', before: 'NeedsReview', after: 'Failed' },
    { name: 'name', before: 'Shop', after: 'Shop' },
  ])
})

test('a fact of one side is missing on the other', () => {
  assert.deepEqual(changedFacts(null, { role: 'admin' }), [{ name: 'role', before: null, after: 'admin' }])
  assert.deepEqual(changedFacts({ role: 'admin' }, null), [{ name: 'role', before: 'admin', after: null }])
  assert.deepEqual(changedFacts(null, null), [])
})

test('values that are no text are written as text', () => {
  const facts = changedFacts(
    { urls: ['https://a.example', 'https://b.example'], count: 3 },
    { isPaused: false, limit: null },
  )
  assert.deepEqual(
    facts.map(({ before, after }) => before ?? after),
    ['https://a.example, https://b.example', '3', 'false', 'null'],
  )
})
