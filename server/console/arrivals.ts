// How long transfers took, as counts of ranges: those of many periods can be added, which medians cannot.

/** The upper ends of the ranges. The last range has none. */
export const arrivalSeconds = [30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 21_600, 86_400] as const

export type Arrivals = readonly number[]

export const noArrivals: Arrivals = arrivalSeconds.map(() => 0).concat(0)

export function arrivalOf(seconds: number): Arrivals {
  const range = arrivalSeconds.findIndex((end) => seconds <= end)
  return noArrivals.map((_, index) => (index === (range === -1 ? arrivalSeconds.length : range) ? 1 : 0))
}

export function addArrivals(first: Arrivals, second: Arrivals): Arrivals {
  return first.map((count, index) => count + (second[index] ?? 0))
}

/**
 * The end of the range in which the transfer arrived that is slower than `share` of all, in percent. `beyond` if that range has no end. Null
 * without any.
 */
export function arrivedWithin(arrivals: Arrivals, share: number): number | 'beyond' | null {
  const all = arrivals.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let counted = 0
  for (const [index, count] of arrivals.entries()) {
    counted += count
    if (counted * 100 >= all * share) return arrivalSeconds[index] ?? 'beyond'
  }
  return 'beyond'
}
