// Whether a series is flat: its last third is compared with its middle third. The first third is the start, in which rows accumulate
// until the first of them expire.
import { growing, type Sample } from './sample.ts'

/** Links, the rows that live longest in a soak, expire after ten minutes. The middle third must not contain the start. */
export const leastMinutesJudged = 40

export interface Judgement {
  what: string
  middle: number
  last: number
  most: number
  isFlat: boolean
}

const mebibyte = 1_048_576

interface Series {
  what: string
  values: number[]
  /** The last third may be this much greater: a share, and a rest for small numbers. */
  tolerance: { share: number; rest: number }
}

export function judge(samples: readonly Sample[]): Judgement[] {
  const tables = Object.keys(samples[0]?.rows ?? {}).filter((table) => !growing.has(table))
  const of = (pick: (sample: Sample) => number) => samples.map(pick)
  const all: Series[] = [
    ...tables.map((table) => ({
      what: `rows of ${table}`,
      values: of(({ rows }) => rows[table] ?? 0),
      tolerance: { share: 0.15, rest: 30 },
    })),
    {
      what: 'bytes of these tables',
      values: of(({ sizes }) => sizes.expiring),
      tolerance: { share: 0.15, rest: mebibyte },
    },
    { what: 'bytes of the WAL', values: of(({ sizes }) => sizes.wal), tolerance: { share: 0.15, rest: 4 * mebibyte } },
    { what: 'heap', values: of(({ server }) => server.heap), tolerance: { share: 0.1, rest: 4 * mebibyte } },
    { what: 'resident memory', values: of(({ server }) => server.rss), tolerance: { share: 0.1, rest: 16 * mebibyte } },
    { what: 'handles', values: of(({ server }) => server.handles), tolerance: { share: 0.15, rest: 10 } },
    {
      what: 'event-loop delay, p99 ms',
      values: of(({ server }) => server.delayMs),
      tolerance: { share: 0.5, rest: 20 },
    },
  ]
  return all.map(judgeSeries)
}

function judgeSeries({ what, values, tolerance: { share, rest } }: Series): Judgement {
  const third = Math.floor(values.length / 3)
  const middle = median(values.slice(third, 2 * third))
  const last = median(values.slice(-third))
  const most = middle * (1 + share) + rest
  return { what, middle, last, most, isFlat: last <= most }
}

// One sample may fall between two deletions, or into a collection of garbage.
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
