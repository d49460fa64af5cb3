import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTime } from '../../../../server/contract/time.ts'

test('a day is one in UTC, and a time needs its zone', () => {
  const iso = (text: string) => parseTime(text)?.toISOString() ?? null
  assert.equal(iso('2026-11-20'), '2026-11-20T00:00:00.000Z')
  assert.equal(iso('2026-11-20T14:02Z'), '2026-11-20T14:02:00.000Z')
  assert.equal(iso('2026-11-20T14:02:03.5+02:00'), '2026-11-20T12:02:03.500Z')
  const wrong = [
    '1',
    'order 7',
    'yesterday 5',
    '2026-11-20 14:02',
    '2026-11-20T14:02',
    '2026-13-20',
    '2026-11-20T25:00Z',
    '',
  ]
  for (const text of wrong) assert.equal(iso(text), null, text)
})
