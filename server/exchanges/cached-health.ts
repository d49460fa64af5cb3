// Caches an exchange's health, so that a list of exchanges never waits long for one of them. A fresh value is returned. A stale one
// is returned and refreshed in the background. Without a value, the caller waits for `waitMs` at most.

import type { Exchange } from './exchange.ts'

export type Health = Awaited<ReturnType<Exchange['health']>>

export interface CachedHealthSettings {
  now(): Date
  freshMs?: number
  usableMs?: number
  /** The longest wait for a response. A slower response means degraded. */
  waitMs?: number
}

/** `check` never throws. */
export function cachedHealth(
  check: () => Promise<Health>,
  { now, freshMs = 3_000, usableMs = 30_000, waitMs = 2_000 }: CachedHealthSettings,
): () => Promise<Health> {
  let cached: { at: number; health: Health } | null = null
  let pending: Promise<Health> | null = null

  async function refresh(): Promise<Health> {
    const started = now().getTime()
    const checked = await check()
    const at = now().getTime()
    const health = checked === 'up' && at - started > waitMs ? 'degraded' : checked
    cached = { at, health }
    pending = null
    return health
  }

  return async () => {
    const ageMs = cached === null ? Number.POSITIVE_INFINITY : now().getTime() - cached.at
    if (cached !== null && ageMs < freshMs) return cached.health
    pending ??= refresh()
    if (cached !== null && ageMs < usableMs) return cached.health
    return Promise.race([pending, downAfter(waitMs)])
  }
}

function downAfter(ms: number): Promise<Health> {
  return new Promise((resolve) => setTimeout(() => resolve('down'), ms).unref())
}
