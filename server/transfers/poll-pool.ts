// Polls what is due, in a pool that slides: a poll that ends makes room for the next one at once, and a poll that hangs takes one slot.
// Nothing is claimed that the slots and the rate of its lane do not allow to poll now.

import { defaultLeaseMs } from '../exchanges/recovery-policy.ts'
import type { Buckets } from '../limits/bucket.ts'
import { bucketsFor } from '../limits/limits.ts'
import { errorFacts } from '../log/log.ts'
import { loadOwnAccounts, type OwnAccount } from './accounts-to-poll.ts'
import { endedLeases } from './ended-leases.ts'
import { keyTurns } from './key-turns.ts'
import { claimDue, claimSiblings, claimStranded, countDue, releaseLeases } from './lease.ts'
import { type PollLane, pollLanes } from './poll-lanes.ts'
import { keyOfPoll, type LeasedPoll, preparePolls } from './poll-leased.ts'
import { pollRequests } from './poll-requests.ts'
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

type OwnPoll = Omit<LeasedPoll, 'requests'>

interface FillCounts {
  /** Transfers. */
  claimed: number
  /** Transfers whose key is busy. */
  busy: number
  /** Slots that were taken. */
  started: number
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

  /**
   * Starts the polls of one key, which take one slot. The rate has been charged for the first. The others may not begin for long, so it is
   * charged when they do. Returns false if none of their transfers can be polled now.
   */
  function start(lane: Lane, { polls, key }: { polls: readonly OwnPoll[]; key: string | null }): boolean {
    let isPaid = true
    const charge = async () => {
      if (!isPaid) return (await takePolls(lane, 1)) === 1
      isPaid = false
      return true
    }
    const leased = polls.map((poll) => ({ ...poll, requests: pollRequests(charge) }))
    const pollAll = preparePolls(deps, { polls: leased, key, leaseMs: lane.leaseMs, ended, turns })
    if (pollAll === null) return false
    const accountIds = lane.exchange === null ? [] : polls.map(({ account }) => account.accountId)
    for (const accountId of accountIds) polledAccounts.add(accountId)
    lane.inFlight += 1
    run(async () => {
      await pollAll()
      lane.inFlight -= 1
      for (const accountId of accountIds) polledAccounts.delete(accountId)
      await release(lane, isPaid ? 1 : 0)
    })
    return true
  }

  /** Transfers of no lane are rare, and have no rate. */
  function startStranded(transfer: Transfer, account: OwnAccount): void {
    const polls = [{ transfers: [transfer], account, requests: pollRequests(async () => true) }]
    const poll = preparePolls(deps, { polls, key: null, leaseMs: defaultLeaseMs, ended, turns })
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
    let [claimed, busy] = [0, 0]
    let isDone = false
    // Some of the transfers that are claimed cannot be polled now, or share one slot. Others take their place.
    while (!isDone && busy < mostBusy && claimed < mostClaimed) {
      const filled = await fillOnce(lane, due)
      claimed += filled.claimed
      busy += filled.busy
      isDone = filled.claimed === 0
    }
    return claimed
  }

  async function fillOnce(lane: Lane, due: number[]): Promise<FillCounts> {
    const counts: FillCounts = { claimed: 0, busy: 0, started: 0 }
    const all = due.reduce((sum, count) => sum + count, 0)
    const allowed = await takePolls(lane, Math.min(lane.slots - lane.inFlight, all, dueAtOnce))
    for (const [tier, count] of lane.shares.divide(allowed, due).entries()) {
      if (count === 0) continue
      const transfers = await claimDue(deps, lane, { lease, tier, count })
      due[tier] = transfers.length < count ? 0 : (due[tier] ?? 0) - count
      const polls = await startPolls(lane, { tier, transfers })
      counts.claimed += polls.claimed
      counts.busy += polls.busy
      counts.started += polls.started
    }
    await release(lane, allowed - counts.started)
    return counts
  }

  /** Starts the polls of due transfers of one tier. The rate has been charged for each of the transfers. */
  async function startPolls(
    lane: Lane,
    { tier, transfers }: { tier: number; transfers: Transfer[] },
  ): Promise<FillCounts> {
    const together = await pollsOf(lane, { tier, transfers })
    const accountOf = await loadOwnAccounts(deps, together)
    const counts = { claimed: together.flat().length, busy: 0, started: 0 }
    const polls = together.map((each) => ({ transfers: each, account: accountOf(each) }))
    const keyOf = (poll: OwnPoll) => (lane.usesKey ? keyOfPoll(poll.transfers, poll.account) : null)
    const startCounted = (key: string | null, ofKey: readonly OwnPoll[]) => {
      if (start(lane, { polls: ofKey, key })) counts.started += 1
      else counts.busy += ofKey.flatMap((poll) => poll.transfers).length
    }
    for (const [key, ofKey] of Map.groupBy(polls, keyOf)) {
      if (key !== null) startCounted(key, ofKey)
      else for (const poll of ofKey) startCounted(null, [poll])
    }
    return counts
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
