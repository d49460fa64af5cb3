// Leases that have ended without a change of their transfers. Under load they are written together: a statement for each would take most
// of the time of the database.

import { defaultPollDelays } from '../exchanges/recovery-policy.ts'
import { endLeases, type LeasedTransfer, type NextPoll } from './lease.ts'
import { pollDelayMs, pollTier } from './poll-schedule.ts'
import type { TransferDeps } from './transfer-deps.ts'

export interface EndedLeases {
  /** The transfers are polled again at the interval of their exchange. */
  postpone(transfers: readonly LeasedTransfer[]): void
  /** The transfers were not polled. They are due as before they were leased, so they keep their places. */
  putBack(transfers: readonly LeasedTransfer[]): void
  /** Writes what has ended since the last call. If that fails, the leases expire. A transfer that has changed since is left out. */
  write(): Promise<void>
}

const mostAtOnce = 1_000

export function endedLeases(deps: TransferDeps, lease: string): EndedLeases {
  let next: NextPoll[] = []

  const ageOf = ({ createdAt }: LeasedTransfer) => deps.now().getTime() - createdAt.getTime()

  function add(transfer: LeasedTransfer, at: number): void {
    next.push({ transferId: transfer.id, at: new Date(at), tier: pollTier(ageOf(transfer)) })
  }

  function intervalOf(transfer: LeasedTransfer): number {
    const { pollDelays } = deps.exchanges.byType(transfer.exchangeType)?.recovery ?? { pollDelays: defaultPollDelays }
    return pollDelayMs(pollDelays, ageOf(transfer))
  }

  return {
    postpone(transfers) {
      for (const transfer of transfers) add(transfer, deps.now().getTime() + intervalOf(transfer))
    },
    putBack(transfers) {
      for (const transfer of transfers) add(transfer, transfer.dueAt.getTime())
    },
    async write() {
      const polls = next
      next = []
      for (let from = 0; from < polls.length; from += mostAtOnce) {
        await endLeases(deps, lease, polls.slice(from, from + mostAtOnce))
      }
    },
  }
}
