// The health of an exchange, cached so that a list of all exchanges never waits long for one of them.

import { cached } from '../cache/cached.ts'
import type { Exchange } from './exchange.ts'

export type Health = Awaited<ReturnType<Exchange['health']>>

export interface CachedHealthSettings {
  now(): Date
  freshMs?: number
  usableMs?: number
  /** A slower response means `degraded`. A caller without a cached value gets `down` after this time. */
  waitMs?: number
}

/** `check` never throws. */
export function cachedHealth(
  check: () => Promise<Health>,
  { now, freshMs = 3_000, usableMs = 30_000, waitMs = 2_000 }: CachedHealthSettings,
): () => Promise<Health> {
  const health = cached(
    async () => {
      const started = now().getTime()
      const result = await check()
      return result === 'up' && now().getTime() - started > waitMs ? 'degraded' : result
    },
    { now, freshMs, usableMs },
  )
  return () => downAfterTimeout(waitMs, health())
}

async function downAfterTimeout(ms: number, health: Promise<Health>): Promise<Health> {
  let timer: NodeJS.Timeout | undefined
  const down = new Promise<Health>((resolve) => {
    timer = setTimeout(() => resolve('down'), ms).unref()
  })
  return Promise.race([health, down]).finally(() => clearTimeout(timer))
}
