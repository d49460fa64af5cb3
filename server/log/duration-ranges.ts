// Durations, counted by range: the counts of many periods can be added, which medians cannot.

/** The number of durations in each range. The last range has no end. */
export type RangeCounts = readonly number[]

/** `ends`: the upper ends of the ranges, in seconds. */
export function noDurations(ends: readonly number[]): number[] {
  return [...ends, 0].map(() => 0)
}

/** The index of the range. */
export function rangeOf(ends: readonly number[], seconds: number): number {
  const range = ends.findIndex((end) => seconds <= end)
  return range === -1 ? ends.length : range
}

export function addCounts(first: RangeCounts, second: RangeCounts): number[] {
  return first.map((count, range) => count + (second[range] ?? 0))
}

/** `percent` of all are no longer. `Infinity` if they are in the last range. Null without any. */
export function percentileOf(ends: readonly number[], counts: RangeCounts, percent: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let counted = 0
  const range = counts.findIndex((count) => {
    counted += count
    return counted * 100 >= all * percent
  })
  return ends[range] ?? Number.POSITIVE_INFINITY
}
