// How long transfers took, by range.

import { noDurations, percentileOf, type RangeCounts, rangeOf } from '../log/duration-ranges.ts'

/** The upper ends of the ranges. The last range has none. */
export const arrivalSeconds = [30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 21_600, 86_400] as const

export const noArrivals: RangeCounts = noDurations(arrivalSeconds)

export function arrivalOf(seconds: number): RangeCounts {
  return noArrivals.map((_, range) => (range === rangeOf(arrivalSeconds, seconds) ? 1 : 0))
}

/**
 * The end of the range in which the transfer arrived that is slower than `share` of all, in percent. `beyond` if that range has no end. Null
 * without any.
 */
export function arrivedWithin(arrivals: RangeCounts, share: number): number | 'beyond' | null {
  const seconds = percentileOf(arrivalSeconds, arrivals, share)
  return seconds === Number.POSITIVE_INFINITY ? 'beyond' : seconds
}
