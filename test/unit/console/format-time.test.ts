import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exactTime, relativeTime, relativeTimeLasts } from '../../../host/console/elements/format-time.ts'

const now = Date.parse('2026-11-28T14:02:11.000Z')
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString()

test('an exact time is in UTC, with seconds', () => {
  assert.equal(exactTime('2026-11-28T04:02:11.987Z'), '28 Nov 2026, 04:02:11 UTC')
})

test('a relative time has the greatest whole unit', () => {
  for (const [seconds, text] of [
    [0, 'now'],
    [59, '59 seconds ago'],
    [60, '1 minute ago'],
    [3_599, '59 minutes ago'],
    [7_300, '2 hours ago'],
    [86_400, 'yesterday'],
    [29 * 86_400, '29 days ago'],
    [31 * 86_400, '28 Oct 2026'],
    [-300, 'in 5 minutes'],
  ] as const)
    assert.equal(relativeTime(ago(seconds), now), text)
})

test('a relative time is never shown longer than it is true for', () => {
  for (const seconds of [0, 30, 59, 60, 3_000, 3_599, 3_600, 80_000]) {
    const lastsMs = relativeTimeLasts(ago(seconds), now)
    assert.ok(lastsMs >= 1_000)
    assert.ok(lastsMs <= Math.max(1_000, seconds * 1_000 * 0.25), `${seconds}`)
  }
})
