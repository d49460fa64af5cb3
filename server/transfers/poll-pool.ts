// Polls what is due, in a pool that slides: a poll that ends makes room for the next one at once, and a poll that hangs takes one slot.
// Nothing is claimed that the slots and the rate of its lane do not allow to poll now.

import { defaultLeaseMs } from '../exchanges/recovery-policy.ts'
import type { Buckets } from '../limits/bucket.ts'
import { bucketsFor } from '../limits/limits.ts'
import { errorFacts } from '../log/log.ts'
import { loadOwnAccounts, type OwnAccount } from './accounts-to-poll.ts'
import { busyKeys } from './busy-keys.ts'
import { endedLeases } from './ended-leases.ts'
import { claimDue, claimSiblings, claimStranded, countDue, type LeasedTransfer, releaseLeases } from './lease.ts'
import { type PollLane, pollLanes } from './poll-lanes.ts'
import { keyOfPoll, type LeasedPoll, preparePolls } from './poll-leased.ts'
import { pollRequests } from './poll-requests.ts'
import { pollDelayOfTier, type TierShares, tierShares } from './poll-schedule.ts'
import type { TransferDeps } from './transfer-deps.ts'

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

/** Due transfers of one tier that were claimed. */
interface Claim {
  tier: number
  transfers: LeasedTransfer[]
}

interface FillCounts {
  /** Polls that the slots and the rate allowed. */
  allowed: number
  /** Transfers. */
  claimed: number
  /** Transfers whose key was found to be busy. */
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
  const keys = busyKeys(deps.now)
  const running = new Set<Promise<void>>()

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
    const pollAll = preparePolls(deps, { polls: leased, key, lane: lane.name, leaseMs: lane.leaseMs, ended, keys })
    if (pollAll === null) return false
    lane.inFlight += 1
    run(async () => {
      try {
        await pollAll()
      } finally {
        lane.inFlight -= 1
      }
      await release(lane, isPaid ? 1 : 0)
    })
    return true
  }

  /** Transfers of no lane are rare, and have no rate. */
  function startStranded(transfer: LeasedTransfer, account: OwnAccount): void {
    const polls = [{ transfers: [transfer], account, requests: pollRequests(async () => true) }]
    const poll = preparePolls(deps, { polls, key: null, lane: '', leaseMs: defaultLeaseMs, ended, keys })
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
    let left: number[] | undefined = due
    // Some of the transfers that are claimed cannot be polled now, or share one slot. Others take their place.
    while (left !== undefined && busy < mostBusy && claimed < mostClaimed) {
      const filled = await fillOnce(lane, left)
      claimed += filled.claimed
      busy += filled.busy
      if (filled.allowed === 0) break
      // Further transfers of a key that is busy now are not due.
      if (filled.started < filled.claimed) left = (await countDue(deps, [lane], keys.accounts())).get(lane.name)
    }
    return claimed
  }

  async function fillOnce(lane: Lane, due: number[]): Promise<FillCounts> {
    const all = due.reduce((sum, count) => sum + count, 0)
    const allowed = await takePolls(lane, Math.min(lane.slots - lane.inFlight, all, dueAtOnce))
    const claims: Claim[] = []
    for (const [tier, count] of lane.shares.divide(allowed, due).entries()) {
      if (count === 0) continue
      const busyAccounts = lane.usesKey ? keys.accounts(lane.name) : []
      const transfers = await claimDue(deps, lane, { lease, tier, count, busyAccounts })
      due[tier] = transfers.length < count ? 0 : (due[tier] ?? 0) - count
      claims.push({ tier, transfers })
    }
    const polls = await startPolls(lane, claims)
    await release(lane, allowed - polls.started)
    return { allowed, ...polls }
  }

  /**
   * Starts the polls of due transfers. The rate has been charged for each of them. Those of all tiers start together: otherwise the first
   * tier would keep every key that it uses busy, and the others would not get their share of it.
   */
  async function startPolls(lane: Lane, claims: readonly Claim[]): Promise<Omit<FillCounts, 'allowed'>> {
    const transfers = claims.flatMap((claim) => claim.transfers)
    const accountOf = await loadOwnAccounts(deps, transfers)
    const keyOf = (transfer: LeasedTransfer) => (lane.usesKey ? keyOfPoll(transfer, accountOf(transfer)) : null)
    const isBusy = (transfer: LeasedTransfer) => {
      const key = keyOf(transfer)
      return key !== null && keys.isBusy(key, { accountId: transfer.accountId, lane: lane.name })
    }
    const busy = new Set(transfers.filter(isBusy))
    ended.putBack([...busy])
    const polled: LeasedTransfer[] = []
    for (const claim of claims) {
      const free = claim.transfers.filter((transfer) => !busy.has(transfer))
      polled.push(...free, ...(await siblingsOf(lane, { tier: claim.tier, transfers: free })))
    }
    const counts = { claimed: busy.size + polled.length, busy: busy.size, started: 0 }
    const polls = pollsOf(lane, polled).map((together) => ({
      transfers: together,
      account: accountOf(together[0]),
      key: keyOf(together[0]),
    }))
    // Without a key, each poll takes a slot of its own.
    for (const [key, ofKey] of Map.groupBy(polls, (poll) => poll.key ?? poll)) {
      if (start(lane, { polls: ofKey, key: typeof key === 'string' ? key : null })) counts.started += 1
      else counts.busy += ofKey.flatMap((poll) => poll.transfers).length
    }
    return counts
  }

  /** Further transfers of the same accounts, where one request serves them too. */
  async function siblingsOf(
    { exchange, leaseMs }: Lane,
    { tier, transfers }: { tier: number; transfers: readonly LeasedTransfer[] },
  ): Promise<LeasedTransfer[]> {
    if (exchange === null || !exchange.listsAsLookedUp) return []
    const accountIds = [...new Set(transfers.map(({ accountId }) => accountId))]
    const dueBefore = new Date(deps.now().getTime() + pollDelayOfTier(exchange.recovery.pollDelays, tier))
    const siblings: LeasedTransfer[] = []
    for (let from = 0; from < accountIds.length; from += accountsAtOnce) {
      const accounts = { accountIds: accountIds.slice(from, from + accountsAtOnce), dueBefore, count: mostSiblings }
      siblings.push(...(await claimSiblings(deps, { lease, leaseMs }, accounts)))
    }
    return siblings
  }

  return {
    async fill() {
      // Meanwhile, what is due can be claimed: on PostgreSQL, these statements run at once.
      const written = writeEnded()
      const free = lanes.filter(({ inFlight, slots }) => inFlight < slots)
      const due = await countDue(deps, free, keys.accounts())
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
      const accountOf = await loadOwnAccounts(deps, stranded)
      for (const transfer of stranded) startStranded(transfer, accountOf(transfer))
      return stranded.length
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
      await writeEnded()
    },
    release: () => releaseLeases(deps.database.query, lease),
  }
}

/** The transfers of each poll: those of one account where one request can serve them, otherwise one transfer. */
function pollsOf({ exchange }: Lane, transfers: readonly LeasedTransfer[]): [LeasedTransfer, ...LeasedTransfer[]][] {
  const inOrder = transfers.toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
  if (exchange === null) return inOrder.map((transfer) => [transfer])
  const byAccount = new Map<string, [LeasedTransfer, ...LeasedTransfer[]]>()
  for (const transfer of inOrder) {
    const together = byAccount.get(transfer.accountId)
    if (together === undefined) byAccount.set(transfer.accountId, [transfer])
    else together.push(transfer)
  }
  return [...byAccount.values()]
}
