// What is known of an exchange's health, so that a page which lists all of them never waits long for one: fresh enough it is
// told as it is, a little older it is told and asked anew behind it, unknown it is waited for, but not for long.

import type { Exchange } from './exchange.ts'

export type Health = Awaited<ReturnType<Exchange['health']>>

export interface CachedHealthSettings {
  now(): Date
  freshMs?: number
  usableMs?: number
  /** Slower than this is degraded, and nobody waits longer. */
  waitMs?: number
}

/** `ask` never throws. */
export function cachedHealth(
  ask: () => Promise<Health>,
  { now, freshMs = 3_000, usableMs = 30_000, waitMs = 2_000 }: CachedHealthSettings,
): () => Promise<Health> {
  let known: { at: number; health: Health } | null = null
  let asking: Promise<Health> | null = null

  async function refresh(): Promise<Health> {
    const started = now().getTime()
    const answer = await ask()
    const at = now().getTime()
    const health = answer === 'up' && at - started > waitMs ? 'degraded' : answer
    known = { at, health }
    asking = null
    return health
  }

  return async () => {
    const ageMs = known === null ? Number.POSITIVE_INFINITY : now().getTime() - known.at
    if (known !== null && ageMs < freshMs) return known.health
    asking ??= refresh()
    if (known !== null && ageMs < usableMs) return known.health
    return Promise.race([asking, downAfter(waitMs)])
  }
}

function downAfter(ms: number): Promise<Health> {
  return new Promise((resolve) => setTimeout(() => resolve('down'), ms).unref())
}
