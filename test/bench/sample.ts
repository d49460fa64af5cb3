// One side of a comparison: repeats one piece of work for a while, and returns how often it ran and how long each run took.

export interface Figures {
  perSecond: number
  medianMs: number
  p99Ms: number
}

/** Runs `work` for each item, `parallel` at a time. */
export async function sample<T>(
  items: readonly T[],
  parallel: number,
  work: (item: T) => Promise<void>,
): Promise<Figures> {
  const times: number[] = []
  let next = 0
  const lane = async () => {
    while (next < items.length) {
      const item = items[next++] as T
      const started = performance.now()
      await work(item)
      times.push(performance.now() - started)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: parallel }, lane))
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  return { perSecond: items.length / seconds, medianMs: quantile(times, 0.5), p99Ms: quantile(times, 0.99) }
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
}
