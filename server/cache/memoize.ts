import { BoundedMap } from './bounded-map.ts'

const maximumEntries = 500

/** Caches what `load` returns for a key. Concurrent calls share one load. Failures are not cached. */
export function memoize<Input, Output>(
  { now }: { now(): Date },
  cachedMs: number,
  load: (input: Input) => Promise<Output>,
): (key: string, input: Input) => Promise<Output> {
  const cached = new BoundedMap<string, { until: number; output: Promise<Output> }>(maximumEntries)
  return (key, input) => {
    const time = now().getTime()
    const found = cached.get(key)
    if (found !== undefined && found.until > time) return found.output
    const output = load(input)
    cached.set(key, { until: time + cachedMs, output })
    output.catch(() => cached.get(key)?.output === output && cached.delete(key))
    return output
  }
}
