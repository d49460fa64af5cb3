// Polls what is due, in a pool that slides: a poll that ends makes room for the next one at once, and a poll that hangs takes one slot.
// Nothing is claimed that the slots and the rate of its lane do not allow to poll now.

import { defaultLeaseMs } from '../exchanges/recovery-policy.ts'
import type { Buckets } from '../limits/bucket.ts'
import { bucketsFor } from '../limits/limits.ts'
import { errorFacts } from '../log/log.ts'
import { listedTransfers } from './accounts-to-poll.ts'
import { busyKeys } from './busy-keys.ts'
import { endedLeases } from './ended-leases.ts'
import { claimDue, claimSiblings, claimStranded, countDue, releaseLeases } from './lease.ts'
import { type PollLane, pollLanes } from './poll-lanes.ts'
import { preparePoll } from './poll-leased.ts'
import { mostRequests, pollRequests } from './poll-requests.ts'
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
  const keys = busyKeys()
  const running = new Set<Promise<void>>()
  /** The accounts whose polls at an exchange are in flight. */
  const polledAccounts = new Set<string>()

  /** `paid`: for how many requests the lane's rate has been charged. Returns false if the transfers cannot be polled now. */
  async function start(
    lane: Lane,
    { transfers, paid }: { transfers: readonly Transfer[]; paid: number },
  ): Promise<boolean> {
    const requests = pollRequests(paid, async () => (await takePolls(lane, 1)) === 1)
    const { leaseMs, usesKey } = lane
    const poll = await preparePoll(deps, { transfers, leaseMs, ended, busyKeys: keys, usesKey, requests })
    if (poll === null) return false
    const { accountId = '' } = transfers[0] ?? {}
    lane.inFlight += 1
    if (lane.exchange !== null) polledAccounts.add(accountId)
    run(async () => {
      await poll()
      lane.inFlight -= 1
      if (lane.exchange !== null) polledAccounts.delete(accountId)
      await release(lane, requests.unused())
    })
    return true
  }

  /** Transfers of no lane are rare, and have no rate. */
  async function startStranded(transfer: Transfer): Promise<void> {
    const requests = pollRequests(1, async () => false)
    const leased = { transfers: [transfer], leaseMs: defaultLeaseMs, usesKey: false, requests }
    const poll = await preparePoll(deps, { ...leased, ended, busyKeys: keys })
    if (poll !== null) run(poll)
  }

  function run(poll: () => Promise<void>): void {
    const polling = poll()
      .catch((error: unknown) => deps.log.error(errorFacts(error), 'a poll could not be ended'))
      .then(async () => {
        running.delete(polling)
        if (running.size === 0) await writeEnded()
      })
    running.add(polling)
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

  async function release({ bucket, limit }: Lane, polls: number): Promise<void> {
    if (polls > 0) await buckets.release(bucket, limit, polls)
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
      const together: Transfer[][] = []
      for (const [tier, count] of lane.shares.divide(left, due).entries()) {
        if (count === 0) continue
        const transfers = await claimDue(deps, lane, { lease, tier, count })
        due[tier] = transfers.length < count ? 0 : (due[tier] ?? 0) - count
        together.push(...(await pollsOf(lane, { tier, transfers })))
      }
      if (together.length === 0) break
      await Promise.all(
        together.map(async (transfers, index) => {
          claimed += transfers.length
          // Each of the later polls takes at least one request.
          const paid = Math.min(requestsOf(transfers), left - (together.length - 1 - index))
          left -= paid
          if (await start(lane, { transfers, paid })) return
          left += paid
          busy += transfers.length
        }),
      )
    }
    await release(lane, left)
    return claimed
  }

  /** A listing and the first look-up of what it lacks count as one request. */
  function requestsOf(transfers: readonly Transfer[]): number {
    return Math.min(mostRequests, Math.max(1, transfers.length - listedTransfers(deps, transfers).size))
  }

  /** The transfers of each poll: those of one account where one request can serve them, otherwise one transfer. */
  async function pollsOf(
    lane: Lane,
    { tier, transfers }: { tier: number; transfers: Transfer[] },
  ): Promise<Transfer[][]> {
    if (lane.exchange === null) return transfers.map((transfer) => [transfer])
    const byAccount = Map.groupBy(transfers, ({ accountId }) => accountId)
    // The key of an account that is polled now is busy: its transfers are put back.
    const accountIds = [...byAccount.keys()].filter((accountId) => !polledAccounts.has(accountId))
    if (!lane.exchange.listsAsLookedUp || accountIds.length === 0) return [...byAccount.values()]
    const delayMs = pollDelayOfTier(lane.exchange.recovery.pollDelays, tier)
    const dueBefore = new Date(deps.now().getTime() + delayMs)
    const siblings = await claimSiblings(
      deps,
      { lease, leaseMs: lane.leaseMs },
      { accountIds, dueBefore, count: mostSiblings },
    )
    const siblingsOf = Map.groupBy(siblings, ({ accountId }) => accountId)
    return [...byAccount].map(([accountId, due]) => [...due, ...(siblingsOf.get(accountId) ?? [])])
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
      for (const transfer of stranded) await startStranded(transfer)
      return stranded.length
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
      await writeEnded()
    },
    release: () => releaseLeases(deps.database.query, lease),
  }
}
