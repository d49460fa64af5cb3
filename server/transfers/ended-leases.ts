// Leases that have ended without a change of their transfers. Under load they are written together: a statement for each would take most
// of the time of the database.

import { defaultPollDelays } from '../exchanges/recovery-policy.ts'
import { putBack } from './lease.ts'
import { pollDelayMs } from './poll-schedule.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer } from './transfer-store.ts'

export interface EndedLeases {
  /** The transfers are polled again at the interval of their exchange, and not before `leastMs`. */
  postpone(transfers: readonly Transfer[], leastMs: number): void
  /** The transfers are due again after `delayMs`. */
  putBack(transfers: readonly Transfer[], delayMs: number): void
  /** Writes what has ended since the last call. If that fails, the leases expire. A transfer that has changed since is left out. */
  write(): Promise<void>
}

const mostAtOnce = 1_000

export function endedLeases(deps: TransferDeps, lease: string): EndedLeases {
  let byDelay = new Map<number, Transfer[]>()

  function add(transfer: Transfer, delayMs: number): void {
    const delayed = byDelay.get(delayMs)
    if (delayed === undefined) byDelay.set(delayMs, [transfer])
    else delayed.push(transfer)
  }

  function intervalOf({ exchangeType, createdAt }: Transfer): number {
    const { pollDelays } = deps.exchanges.byType(exchangeType)?.recovery ?? { pollDelays: defaultPollDelays }
    return pollDelayMs(pollDelays, deps.now().getTime() - createdAt.getTime())
  }

  return {
    postpone(transfers, leastMs) {
      for (const transfer of transfers) add(transfer, Math.max(leastMs, intervalOf(transfer)))
    },
    putBack(transfers, delayMs) {
      for (const transfer of transfers) add(transfer, delayMs)
    },
    async write() {
      const ended = byDelay
      byDelay = new Map()
      for (const [delayMs, transfers] of ended) {
        for (let from = 0; from < transfers.length; from += mostAtOnce) {
          await putBack(deps, lease, { transfers: transfers.slice(from, from + mostAtOnce), delayMs })
        }
      }
    },
  }
}
