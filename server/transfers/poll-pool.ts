// Polls what is due, in a pool that slides: a poll that ends makes room for the next one at once, and a poll that hangs takes one slot.
// Nothing is claimed that the slots and the rate of its lane do not allow to poll now.

import { defaultLeaseMs } from '../exchanges/recovery-policy.ts'
import type { Buckets } from '../limits/bucket.ts'
import { bucketsFor } from '../limits/limits.ts'
import { errorFacts } from '../log/log.ts'
import { endedLeases } from './ended-leases.ts'
import { type ClaimedTransfer, claimDue, claimSiblings, claimStranded, countDue, releaseLeases } from './lease.ts'
import { type PollLane, pollLanes } from './poll-lanes.ts'
import { type BusyKeys, preparePoll } from './poll-leased.ts'
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

/** The siblings are ordered by their next poll, so that those that were due come first. */
function togetherWith(due: readonly Transfer[], siblings: readonly ClaimedTransfer[]): Together {
  const dueCount = due.length + siblings.filter(({ wasDue }) => wasDue).length
  return { transfers: [...due, ...siblings.map(({ transfer }) => transfer)], dueCount }
}

/** After this many transfers whose key is busy, a lane is filled no further: those that are due may all be of busy keys. */
const mostBusy = 50
/** How many transfers may share one listing. */
const mostSiblings = 500

export function pollPool(
  deps: TransferDeps,
  { buckets = bucketsFor(deps.database) }: { buckets?: Buckets } = {},
): PollPool {
  const lease = deps.newId()
  const lanes: Lane[] = pollLanes(deps).map((lane) => ({ ...lane, inFlight: 0, shares: tierShares() }))
  const ended = endedLeases(deps, lease)
  const busyKeys: BusyKeys = new Map()
  const running = new Set<Promise<void>>()
  /** The accounts whose polls at an exchange are in flight. */
  const polledAccounts = new Set<string>()

  /** Returns false if the transfers cannot be polled now. Without a lane, they belong to none. */
  async function start(lane: Lane | null, together: Together): Promise<boolean> {
    const { leaseMs, exchange } = lane ?? { leaseMs: defaultLeaseMs, exchange: null }
    const leased = { ...together, leaseMs, ended, busyKeys: exchange === null ? null : busyKeys }
    const poll = await preparePoll(deps, leased)
    if (poll === null) return false
    const { accountId = '' } = together.transfers[0] ?? {}
    if (lane !== null) lane.inFlight += 1
    if (exchange !== null) polledAccounts.add(accountId)
    const run = poll().then(async () => {
      if (lane !== null) lane.inFlight -= 1
      if (exchange !== null) polledAccounts.delete(accountId)
      running.delete(run)
      if (running.size === 0) await writeEnded()
    })
    running.add(run)
    return true
  }

  async function writeEnded(): Promise<void> {
    await ended
      .write()
      .catch((error: unknown) => deps.log.error(errorFacts(error), 'the next polls could not be stored'))
  }

  /** Returns how many polls the lane's rate allows now, at most `count`. */
  async function takePolls({ bucket, limit }: Lane, count: number): Promise<number> {
    for (let taken = 0; taken < count; taken++) {
      const { allowed } = await buckets.take(bucket, limit, deps.now())
      if (!allowed) return taken
    }
    return count
  }

  /** `due`: how many transfers are due in each tier. */
  async function fillLane(lane: Lane, due: number[]): Promise<number> {
    const wanted = Math.min(
      lane.slots - lane.inFlight,
      due.reduce((sum, count) => sum + count, 0),
    )
    let left = await takePolls(lane, wanted)
    let [claimed, busy] = [0, 0]
    // Some of the transfers that are claimed cannot be polled now, or share one poll. Others take their place.
    while (left > 0 && busy < mostBusy) {
      const together: Together[] = []
      for (const [tier, count] of lane.shares.divide(left, due).entries()) {
        if (count === 0) continue
        const transfers = await claimDue(deps, lane, { lease, tier, count })
        due[tier] = transfers.length < count ? 0 : (due[tier] ?? 0) - count
        together.push(...(await pollsOf(lane, { tier, transfers })))
      }
      if (together.length === 0) break
      const isStarted = await Promise.all(together.map((each) => start(lane, each)))
      for (const [index, { transfers }] of together.entries()) {
        claimed += transfers.length
        if (isStarted[index]) left -= 1
        else busy += transfers.length
      }
    }
    if (left > 0) await buckets.release(lane.bucket, lane.limit, left)
    return claimed
  }

  /** The transfers of each poll: those of one account where one request can serve them, otherwise one transfer. */
  async function pollsOf(
    lane: Lane,
    { tier, transfers }: { tier: number; transfers: Transfer[] },
  ): Promise<Together[]> {
    if (lane.exchange === null) return transfers.map(alone)
    const byAccount = Map.groupBy(transfers, ({ accountId }) => accountId)
    // The key of an account that is polled now is busy: its transfers are put back.
    const accountIds = [...byAccount.keys()].filter((accountId) => !polledAccounts.has(accountId))
    if (lane.exchange.listsAsLookedUp && accountIds.length > 0) {
      const delayMs = pollDelayOfTier(lane.exchange.recovery.pollDelays, tier)
      const dueBefore = new Date(deps.now().getTime() + delayMs)
      const siblings = await claimSiblings(deps, lane, { lease, accountIds, dueBefore, count: mostSiblings })
      const siblingsOf = Map.groupBy(siblings, ({ transfer }) => transfer.accountId)
      return [...byAccount].map(([accountId, due]) => togetherWith(due, siblingsOf.get(accountId) ?? []))
    }
    return [...byAccount.values()].map((due) => ({ transfers: due, dueCount: due.length }))
  }

  return {
    async fill() {
      await writeEnded()
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
      for (const transfer of stranded) await start(null, alone(transfer))
      return stranded.length
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
      await writeEnded()
    },
    release: () => releaseLeases(deps.database.query, lease),
  }
}
