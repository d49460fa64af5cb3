// How often an exchange is asked for withdrawals: a bucket that fills at the exchange's own rate, up to one second's worth.

import type { Exchange } from '../exchanges/exchange.ts'

export interface Pace {
  /** Whether one more look is allowed now. */
  take(exchange: Exchange): boolean
}

export const unpaced: Pace = { take: () => true }

export function exchangePace(now: () => Date): Pace {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    take({ type, looksPerSecond }) {
      const at = now().getTime()
      const bucket = buckets.get(type) ?? { tokens: looksPerSecond, at }
      const filled = bucket.tokens + (Math.max(0, at - bucket.at) / 1000) * looksPerSecond
      const tokens = Math.min(looksPerSecond, filled)
      buckets.set(type, { tokens: tokens >= 1 ? tokens - 1 : tokens, at })
      return tokens >= 1
    },
  }
}
