// Polls what is due, in a pool that slides: a poll that ends makes room for the next one at once, and a poll that hangs takes one slot.
// Nothing is claimed that the slots and the rate of its lane do not allow to poll now.

import { defaultLeaseMs } from '../exchanges/recovery-policy.ts'
import type { Buckets } from '../limits/bucket.ts'
import { bucketsFor } from '../limits/limits.ts'
import { errorFacts } from '../log/log.ts'
import { claimDue, claimSiblings, claimStranded, countDue, releaseLeases } from './lease.ts'
import { type PollLane, pollLanes } from './poll-lanes.ts'
import { type BusyKeys, pollLeased } from './poll-leased.ts'
import { pollDelayOfTier, type TierShares, tierShares } from './poll-schedule.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer } from './transfer-store.ts'

export interface PollPool {
  /** Starts the polls that are due, as far as slots and rates allow. Returns how many transfers were claimed. */
  fill(): Promise<number>
  /** Polls transfers of exchanges and networks that this server does not have. Returns how many were claimed. */
  fillStranded(): Promise<number>
  /** Resolves once no poll is in flight. */
  settled(): Promise<void>
  /** Releases the transfers whose polls are in flight. */
  release(): Promise<void>
}

interface Lane extends PollLane {
  inFlight: number
  shares: TierShares
}

/** Transfers that are polled one after another: first those that are due, then those that share their listing. */
interface Together {
  transfers: readonly Transfer[]
  dueCount: number
}

const alone = (transfer: Transfer): Together => ({ transfers: [transfer], dueCount: 1 })

/** How many transfers may share one listing. */
const mostSiblings = 500

export function pollPool(
  deps: TransferDeps,
  { buckets = bucketsFor(deps.database) }: { buckets?: Buckets } = {},
): PollPool {
  const lease = deps.newId()
  const lanes: Lane[] = pollLanes(deps).map((lane) => ({ ...lane, inFlight: 0, shares: tierShares() }))
  const busyKeys: BusyKeys = new Map()
  const running = new Set<Promise<void>>()

  /** Null: the transfers belong to no lane. */
  function start(lane: Lane | null, { transfers, dueCount }: Together): void {
    if (lane !== null) lane.inFlight += 1
    const { leaseMs, exchange } = lane ?? { leaseMs: defaultLeaseMs, exchange: null }
    const poll = pollLeased(deps, {
      ...{ transfers, dueCount, lease, leaseMs },
      busyKeys: exchange === null ? null : busyKeys,
    })
      .then((isPolled) => (isPolled || lane === null ? undefined : buckets.release(lane.bucket, lane.limit)))
      .catch((error: unknown) => deps.log.error(errorFacts(error), 'the result of polls could not be stored'))
      .finally(() => {
        if (lane !== null) lane.inFlight -= 1
        running.delete(poll)
      })
    running.add(poll)
  }

  /** Returns how many polls the lane's rate allows now, at most `count`. */
  async function takePolls({ bucket, limit }: Lane, count: number): Promise<number> {
    for (let taken = 0; taken < count; taken++) {
      const { allowed } = await buckets.take(bucket, limit, deps.now())
      if (!allowed) return taken
    }
    return count
  }

  async function fillLane(lane: Lane, due: readonly number[]): Promise<number> {
    const wanted = Math.min(
      lane.slots - lane.inFlight,
      due.reduce((sum, count) => sum + count, 0),
    )
    const allowed = await takePolls(lane, wanted)
    let [polls, claimed] = [0, 0]
    for (const [tier, count] of lane.shares.divide(allowed, due).entries()) {
      if (count === 0) continue
      const transfers = await claimDue(deps, lane, { lease, tier, count })
      for (const together of await pollsOf(lane, { tier, transfers })) {
        start(lane, together)
        polls += 1
        claimed += together.transfers.length
      }
    }
    if (polls < allowed) await buckets.release(lane.bucket, lane.limit, allowed - polls)
    return claimed
  }

  /** The transfers of each poll: those of one account where one request can serve them, otherwise one transfer. */
  async function pollsOf(
    lane: Lane,
    { tier, transfers }: { tier: number; transfers: Transfer[] },
  ): Promise<Together[]> {
    if (lane.exchange === null) return transfers.map(alone)
    const byAccount = Map.groupBy(transfers, ({ accountId }) => accountId)
    if (lane.exchange.listsAsLookedUp && byAccount.size > 0) {
      const delayMs = pollDelayOfTier(lane.exchange.recovery.pollDelays, tier)
      const dueBefore = new Date(deps.now().getTime() + delayMs)
      const accountIds = [...byAccount.keys()]
      const siblings = await claimSiblings(deps, lane, { lease, accountIds, dueBefore, count: mostSiblings })
      const siblingsOf = Map.groupBy(siblings, ({ accountId }) => accountId)
      return [...byAccount].map(([accountId, due]) => ({
        transfers: [...due, ...(siblingsOf.get(accountId) ?? [])],
        dueCount: due.length,
      }))
    }
    return [...byAccount.values()].map((due) => ({ transfers: due, dueCount: due.length }))
  }

  return {
    async fill() {
      const free = lanes.filter(({ inFlight, slots }) => inFlight < slots)
      const due = await countDue(deps, free)
      const filled = await Promise.all(
        free.map((lane) => {
          const counts = due.get(lane.name)
          return counts === undefined ? 0 : fillLane(lane, counts)
        }),
      )
      return filled.reduce((sum, claimed) => sum + claimed, 0)
    },
    async fillStranded() {
      const stranded = await claimStranded(deps, lanes, lease)
      for (const transfer of stranded) start(null, alone(transfer))
      return stranded.length
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
    release: () => releaseLeases(deps.database.query, lease),
  }
}
