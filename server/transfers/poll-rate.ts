// How often an exchange is asked for withdrawals: at its own rate, up to one second's worth at once, and where several
// processes share the data, all of them together.

import type { Exchange } from '../exchanges/exchange.ts'
import { bucketsFor } from '../limits/limits.ts'
import type { TransferDeps } from './transfer-deps.ts'

export interface PollRate {
  /** Whether one more look is allowed now. */
  take(exchange: Exchange): Promise<boolean>
}

export const unlimitedPollRate: PollRate = { take: async () => true }

export function exchangePollRate({ database, now }: Pick<TransferDeps, 'database' | 'now'>): PollRate {
  const buckets = bucketsFor(database)
  return {
    async take({ type, pollsPerSecond }) {
      const { allowed } = await buckets.take(`look:${type}`, { quota: pollsPerSecond, windowSeconds: 1 }, now())
      return allowed
    },
  }
}
