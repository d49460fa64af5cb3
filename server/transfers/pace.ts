// How often an exchange is asked for withdrawals: at its own rate, up to one second's worth at once, and where several
// processes share the data, all of them together.

import type { Exchange } from '../exchanges/exchange.ts'
import { bucketsFor } from '../limits/limits.ts'
import type { TransferDeps } from './transfer-deps.ts'

export interface Pace {
  /** Whether one more look is allowed now. */
  take(exchange: Exchange): Promise<boolean>
}

export const unpaced: Pace = { take: async () => true }

export function exchangePace({ database, now }: Pick<TransferDeps, 'database' | 'now'>): Pace {
  const buckets = bucketsFor(database)
  return {
    async take({ type, looksPerSecond }) {
      const { allowed } = await buckets.take(`look:${type}`, { quota: looksPerSecond, windowSeconds: 1 }, now())
      return allowed
    },
  }
}
