// Polls what is due, in a pool that slides: a poll that ends makes room for the next one at once, and a poll that hangs takes one slot.
// Nothing is claimed that the slots and the rate of its lane do not allow to poll now.

import { defaultLeaseMs } from '../exchanges/recovery-policy.ts'
import type { Buckets } from '../limits/bucket.ts'
import { bucketsFor } from '../limits/limits.ts'
import { errorFacts } from '../log/log.ts'
import { listedTransfers, loadOwnAccounts, type OwnAccount } from './accounts-to-poll.ts'
import { endedLeases } from './ended-leases.ts'
import { keyTurns } from './key-turns.ts'
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

interface PaidPoll {
  /** Of one account. */
  transfers: readonly Transfer[]
  account: OwnAccount
  /** For how many requests the lane's rate has been charged. */
  paid: number
}

/** After this many transfers whose key is busy, a lane is filled no further: those that are due may all be of busy keys. */
const mostBusy = 50
/** After this many transfers, a lane is filled no further, so that the other lanes need not wait long for the database. */
const mostClaimed = 1_000
/** How many due transfers are claimed before their polls start. */
const dueAtOnce = 100
/** How many transfers may share one listing. */
const mostSiblings = 500
/** For how many accounts one statement claims transfers that share their listings. */
const accountsAtOnce = 50

export function pollPool(
  deps: TransferDeps,
  { buckets = bucketsFor(deps.database) }: { buckets?: Buckets } = {},
): PollPool {
  const lease = deps.newId()
  const lanes: Lane[] = pollLanes(deps).map((lane) => ({ ...lane, inFlight: 0, shares: tierShares() }))
  const ended = endedLeases(deps, lease)
  const turns = keyTurns()
  const running = new Set<Promise<void>>()
  /** The accounts whose polls at an exchange are in flight. */
  const polledAccounts = new Set<string>()

  /** Returns false if the transfers cannot be polled now. */
  function start(lane: Lane, { transfers, account, paid }: PaidPoll): boolean {
    const requests = pollRequests(paid, async () => (await takePolls(lane, 1)) === 1)
    const { leaseMs, usesKey } = lane
    const poll = preparePoll(deps, { transfers, account, leaseMs, ended, turns, usesKey, requests })
    if (poll === null) return false
    lane.inFlight += 1
    if (lane.exchange !== null) polledAccounts.add(account.accountId)
    run(async () => {
      await poll()
      lane.inFlight -= 1
      if (lane.exchange !== null) polledAccounts.delete(account.accountId)
      await release(lane, requests.unused())
    })
    return true
  }

  /** Transfers of no lane are rare, and have no rate. */
  function startStranded(transfer: Transfer, account: OwnAccount): void {
    const requests = pollRequests(1, async () => false)
    const leased = { transfers: [transfer], account, leaseMs: defaultLeaseMs, usesKey: false, requests }
    const poll = preparePoll(deps, { ...leased, ended, turns })
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
    for (let before = -1; left > 0 && busy < mostBusy && claimed < mostClaimed && claimed > before; ) {
      before = claimed
      for (const [tier, count] of lane.shares.divide(Math.min(left, dueAtOnce), due).entries()) {
        if (count === 0) continue
        const transfers = await claimDue(deps, lane, { lease, tier, count })
        due[tier] = transfers.length < count ? 0 : (due[tier] ?? 0) - count
        const started = await startPolls(lane, { tier, transfers, count })
        claimed += started.claimed
        busy += started.busy
        left -= started.paid
      }
    }
    await release(lane, left)
    return claimed
  }

  /** Starts the polls of due transfers of one tier. Their requests are `count` at most. */
  async function startPolls(
    lane: Lane,
    { tier, transfers, count }: { tier: number; transfers: Transfer[]; count: number },
  ): Promise<{ claimed: number; busy: number; paid: number }> {
    const polls = await pollsOf(lane, { tier, transfers })
    const accountOf = await loadOwnAccounts(deps, polls)
    const started = { claimed: 0, busy: 0, paid: 0 }
    for (const [index, together] of polls.entries()) {
      started.claimed += together.length
      // Each of the later polls takes at least one request.
      const paid = Math.min(requestsOf(together), count - started.paid - (polls.length - 1 - index))
      if (start(lane, { transfers: together, account: accountOf(together), paid })) started.paid += paid
      else started.busy += together.length
    }
    return started
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
    const siblings: Transfer[] = []
    for (let from = 0; from < accountIds.length; from += accountsAtOnce) {
      const some = accountIds.slice(from, from + accountsAtOnce)
      const accounts = { accountIds: some, dueBefore, count: mostSiblings }
      siblings.push(...(await claimSiblings(deps, { lease, leaseMs: lane.leaseMs }, accounts)))
    }
    const siblingsOf = Map.groupBy(siblings, ({ accountId }) => accountId)
    return [...byAccount].map(([accountId, due]) => [...due, ...(siblingsOf.get(accountId) ?? [])])
  }

  return {
    async fill() {
      // Meanwhile, what is due can be claimed: on PostgreSQL, these statements run at once.
      const written = writeEnded()
      const free = lanes.filter(({ inFlight, slots }) => inFlight < slots)
      const due = await countDue(deps, free)
      const filled = await Promise.all(
        free.map((lane) => {
          const counts = due.get(lane.name)
          return counts === undefined ? 0 : fillLane(lane, counts)
        }),
      )
      await written
      return filled.reduce((sum, claimed) => sum + claimed, 0)
    },
    async fillStranded() {
      const stranded = await claimStranded(deps, lanes, lease)
      const accountOf = await loadOwnAccounts(deps, [stranded])
      for (const transfer of stranded) startStranded(transfer, accountOf([transfer]))
      return stranded.length
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
      await writeEnded()
    },
    release: () => releaseLeases(deps.database.query, lease),
  }
}
