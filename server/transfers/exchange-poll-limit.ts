// Limits the polls of all transfers at one exchange: `pollsPerSecond` of its adapter, shared by all processes of one database. The
// interval between two polls of one transfer is `pollDelays` of the recovery policy.

import type { Exchange } from '../exchanges/exchange.ts'
import { bucketsFor } from '../limits/limits.ts'
import type { TransferDeps } from './transfer-deps.ts'

export interface PollLimit {
  /** Whether another poll is allowed now. */
  take(exchange: Exchange): Promise<boolean>
}

export const unlimitedPolls: PollLimit = { take: async () => true }

export function exchangePollLimit({ database, now }: Pick<TransferDeps, 'database' | 'now'>): PollLimit {
  const buckets = bucketsFor(database)
  return {
    async take({ type, pollsPerSecond }) {
      const { allowed } = await buckets.take(`poll:${type}`, { quota: pollsPerSecond, windowSeconds: 1 }, now())
      return allowed
    },
  }
}
