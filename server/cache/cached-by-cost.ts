// A value that takes the longer to load the more rows there are, for a screen that refreshes itself. It is as fresh as its cost allows.

/** A value is loaded again after a hundred times as long as loading took, so all screens together take a hundredth of the time. */
const restPerLoad = 100

interface CostSettings {
  /** In milliseconds, from any beginning. */
  clock?(): number
}

/** One `load` runs at a time. Its failure is thrown to its callers, and the next call loads again. */
export function cachedByCost<Value>(
  load: () => Promise<Value>,
  { clock = () => performance.now() }: CostSettings = {},
): () => Promise<Value> {
  let latest: { value: Value; usableUntil: number } | null = null
  let loading: Promise<Value> | null = null

  async function refresh(): Promise<Value> {
    const startedAt = clock()
    const value = await load()
    const endedAt = clock()
    latest = { value, usableUntil: endedAt + (endedAt - startedAt) * restPerLoad }
    return value
  }

  return async () => {
    if (latest !== null && clock() < latest.usableUntil) return latest.value
    loading ??= refresh().finally(() => {
      loading = null
    })
    return loading
  }
}
