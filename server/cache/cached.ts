// A value that many requests read and that takes a while to load.

interface CachedSettings {
  now(): Date
  /** A younger value is returned as it is. */
  freshMs: number
  /** A younger value is returned while another one is loaded in the background. An older value is waited for. */
  usableMs: number
}

/** One `load` runs at a time. Its failure is thrown to callers that wait for it, and the next call loads again. */
export function cached<Value>(
  load: () => Promise<Value>,
  { now, freshMs, usableMs }: CachedSettings,
): () => Promise<Value> {
  let latest: { value: Value; at: number } | null = null
  let loading: Promise<Value> | null = null

  async function refresh(): Promise<Value> {
    const value = await load()
    latest = { value, at: now().getTime() }
    return value
  }

  return async () => {
    const ageMs = latest === null ? Number.POSITIVE_INFINITY : now().getTime() - latest.at
    if (latest !== null && ageMs < freshMs) return latest.value
    loading ??= refresh().finally(() => {
      loading = null
    })
    if (latest === null || ageMs >= usableMs) return loading
    loading.catch(() => {})
    return latest.value
  }
}
