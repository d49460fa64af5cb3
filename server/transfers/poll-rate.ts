// Limits how often an exchange is polled: at the adapter's rate, with bursts of up to one second's worth, shared by all
// processes of one database.

import type { Exchange } from '../exchanges/exchange.ts'
import { bucketsFor } from '../limits/limits.ts'
import type { TransferDeps } from './transfer-deps.ts'

export interface PollRate {
  /** Whether another poll is allowed now. */
  take(exchange: Exchange): Promise<boolean>
}

export const unlimitedPollRate: PollRate = { take: async () => true }

export function exchangePollRate({ database, now }: Pick<TransferDeps, 'database' | 'now'>): PollRate {
  const buckets = bucketsFor(database)
  return {
    async take({ type, pollsPerSecond }) {
      const { allowed } = await buckets.take(`poll:${type}`, { quota: pollsPerSecond, windowSeconds: 1 }, now())
      return allowed
    },
  }
}
