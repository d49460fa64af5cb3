import type { ExchangeTools } from './tools.ts'

const mostKept = 500

/** What `load` brought for a key, for so long. Who asks at the same time waits for the same answer; a failure is not kept. */
export function memoize<Given, Known>(
  { now }: Pick<ExchangeTools, 'now'>,
  keptMs: number,
  load: (given: Given) => Promise<Known>,
): (key: string, given: Given) => Promise<Known> {
  const kept = new Map<string, { until: number; known: Promise<Known> }>()
  return (key, given) => {
    const time = now().getTime()
    const found = kept.get(key)
    if (found !== undefined && found.until > time) return found.known
    if (kept.size >= mostKept) kept.clear()
    const known = load(given)
    kept.set(key, { until: time + keptMs, known })
    known.catch(() => kept.get(key)?.known === known && kept.delete(key))
    return known
  }
}
