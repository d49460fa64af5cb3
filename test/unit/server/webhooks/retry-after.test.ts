import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRetryAfter } from '../../../../server/webhooks/retry-after.ts'
import { retryAfterMs } from '../../../../server/webhooks/retry-schedule.ts'

const now = new Date('2026-11-20T14:00:00Z')
const dayMs = 86_400_000

test('digits are seconds, and the wait is at most a day', () => {
  for (const [text, ms] of [
    ['0', 0],
    ['120', 120_000],
    ['0120', 120_000],
    ['86401', dayMs],
    ['9999999999', dayMs],
    ['9'.repeat(1_000), dayMs],
  ] as const)
    assert.equal(retryAfterMs(readRetryAfter(text, now) ?? -1), ms, text)
})

test('a date is read in each of its three forms, and one in the past is now', () => {
  for (const [text, seconds] of [
    ['Fri, 20 Nov 2026 14:01:30 GMT', 90],
    ['Friday, 20-Nov-26 14:01:30 GMT', 90],
    ['Fri Nov 20 14:01:30 2026', 90],
    ['Tue Dec  1 14:00:00 2026', 11 * 86_400],
    ['Fri, 20 Nov 2026 13:00:00 GMT', 0],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ] as const)
    assert.equal(readRetryAfter(text, now), seconds, text)
})

test('every other text is ignored', () => {
  const others = [
    ...['', 'soon', '-1', '+5', '1e3', '0x10', '3000.5', '2500,', 'in 3600', '2027-01-01', '12 s', '１２０'],
    ...[
      '2026-11-20T15:00:00Z',
      'Fri, 20 Nov 2026 15:00:00',
      'Fri, 20 Nov 2026 15:00:00 +0100',
      '20 Nov 2026 15:00:00 GMT',
    ],
    ...['Fri, 20 Foo 2026 15:00:00 GMT', 'Fri, 20 Nov 2026 25:00:00 GMT', 'x Fri Nov 20 15:00:00 2026'],
  ]
  for (const text of others) assert.equal(readRetryAfter(text, now), undefined, text)
  assert.equal(readRetryAfter(undefined, now), undefined)
})
