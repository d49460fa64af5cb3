// A soak finds what grows, and nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from '../../../proofs/soak/judge.ts'
import type { Sample } from '../../../proofs/soak/sample.ts'

const mebibyte = 1_048_576

/** An hour in which everything accumulates for twenty minutes and stays then. `change` makes an exception. */
function hour(change: (sample: Sample, minute: number) => void = () => {}): Sample[] {
  return Array.from({ length: 60 }, (_, minute) => {
    const rows = { link: 20 * Math.min(minute, 19), transfer: 30 * minute }
    const server = { heap: 40 * mebibyte, rss: 200 * mebibyte, handles: 24, delayMs: 20 }
    const sample = { minute, rows, sizes: { expiring: 2 * mebibyte, wal: 4 * mebibyte }, server }
    change(sample, minute)
    return sample
  })
}

const grown = (samples: Sample[]) =>
  judge(samples)
    .filter(({ isFlat }) => !isFlat)
    .map(({ what }) => what)

test('transfers may grow, and the first third may', () => {
  assert.deepEqual(grown(hour()), [])
})

test('one sample out of line is no growth', () => {
  assert.deepEqual(
    grown(
      hour((sample, minute) => {
        if (minute === 55) sample.server.delayMs = 900
      }),
    ),
    [],
  )
})

test('rows, bytes, memory, handles and delays that grow are found', () => {
  const found = hour(({ rows, sizes, server }, minute) => {
    rows.link = 20 * minute
    sizes.expiring += minute * 0.2 * mebibyte
    sizes.wal += minute * mebibyte
    server.heap += minute * mebibyte
    server.rss += minute * 4 * mebibyte
    server.handles += minute
    server.delayMs += 20 * minute
  })
  assert.equal(grown(found).length, 7)
})
