// Polls leased transfers, one after another: those of the accounts of one key, or one whose outcome a chain shows.

import { ExchangeFailure } from '../exchanges/exchange-failure.ts'
import { isSelfCustody } from '../exchanges/registry.ts'
import { RequestsUsedUp } from '../exchanges/shared-listing.ts'
import { errorFacts } from '../log/log.ts'
import {
  type AccountToPoll,
  accountsWith,
  listedTransfers,
  type OwnAccount,
  sharedAccounts,
} from './accounts-to-poll.ts'
import type { EndedLeases } from './ended-leases.ts'
import { KeyIsBusy, type KeyTurns, keyOf, oneRequestPerKey, type Turn } from './key-turns.ts'
import type { PollRequests } from './poll-requests.ts'
import { pollTransfer } from './poll-transfer.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer } from './transfer-store.ts'

/** Transfers of one account, in the order of their next polls. Or one transfer. */
export interface LeasedPoll {
  transfers: readonly Transfer[]
  account: OwnAccount
  requests: PollRequests
}

interface LeasedPolls {
  /** With a key, all polls that it has. Otherwise one. */
  polls: readonly LeasedPoll[]
  /** Null if the key is busy only during each request to the exchange, or if there is none. */
  key: string | null
  leaseMs: number
  ended: EndedLeases
  turns: KeyTurns
}

/** Transfers that wait for their turn are due again after this time. */
const waitMs = 400

/**
 * Prepares the polls. Returns null if all the transfers have to wait for their turn: then they are put back. Otherwise the key is busy
 * until the returned function has ended, which never throws. It ends the leases.
 */
export function preparePolls(deps: TransferDeps, leased: LeasedPolls): (() => Promise<void>) | null {
  const { polls, key, ended, turns } = leased
  if (key === null) return () => pollWithoutKey(deps, leased)
  const transfers = polls.flatMap((poll) => poll.transfers)
  const turn = turns.begin(key, idsOf(transfers), deps.now())
  if (turn === null) {
    ended.putBack(transfers, waitMs)
    return null
  }
  return async () => {
    let unpolled: readonly Transfer[] = transfers
    try {
      unpolled = await pollInTurns(deps, leased, turn)
    } finally {
      turn.end(idsOf(unpolled))
    }
  }
}

async function pollWithoutKey(deps: TransferDeps, { polls, leaseMs, ended, turns }: LeasedPolls): Promise<void> {
  for (const { transfers, account, requests } of polls) {
    const accountToPoll = accountsWith(deps, account, (exchange) => oneRequestPerKey(exchange, turns))
    const sources = { accountToPoll, listed: new Set<Transfer>(), until: untilOf(deps, leaseMs) }
    await requests.begin()
    release(ended, await pollEach(deps, { transfers, requests }, sources))
  }
}

async function pollInTurns(
  deps: TransferDeps,
  { polls, leaseMs, ended }: LeasedPolls,
  turn: Turn,
): Promise<Transfer[]> {
  const until = untilOf(deps, leaseMs)
  const unpolled: Transfer[] = []
  const putBack = (transfers: readonly Transfer[]) => {
    ended.putBack(transfers, waitMs)
    unpolled.push(...transfers)
  }
  let isStopped = false
  for (const { transfers, account, requests } of inOrder(polls, turn)) {
    const mine = transfers.filter(({ id }) => turn.has(id))
    isStopped ||= mine.length === 0 || deps.now().getTime() >= until || !(await requests.begin())
    if (isStopped) {
      putBack(transfers)
      continue
    }
    const listed = listedTransfers(deps, mine)
    const accountToPoll = sharedAccounts(deps, account, { listed, mayLookUp: requests.take })
    const polled = await pollEach(deps, { transfers: mine, requests }, { accountToPoll, listed, until })
    release(ended, polled)
    unpolled.push(...polled.unpolled)
    isStopped = polled.isOutage
    await turn.letRequestPass()
    putBack(transfers.filter(({ id }) => !turn.has(id)))
  }
  return unpolled
}

/** A look-up that fails ends the poll, so the transfers whose last turn is longest ago come first. */
function inOrder(polls: readonly LeasedPoll[], turn: Turn): LeasedPoll[] {
  const lastTurnOf = ({ id }: Transfer) => turn.lastTurnOf(id)
  const firstOf = ({ transfers }: LeasedPoll) => Math.min(...transfers.map(lastTurnOf))
  return polls
    .map((poll) => ({ ...poll, transfers: poll.transfers.toSorted((a, b) => lastTurnOf(a) - lastTurnOf(b)) }))
    .sort((one, other) => firstOf(one) - firstOf(other))
}

/** The last poll has half the lease to end. */
function untilOf({ now }: TransferDeps, leaseMs: number): number {
  return now().getTime() + leaseMs / 2
}

const idsOf = (transfers: readonly Transfer[]) => transfers.map(({ id }) => id)

function release(ended: EndedLeases, { unchanged, unpolled }: PolledTransfers): void {
  ended.postpone(unchanged, unpolled.length > 0 ? 2 * waitMs : 0)
  ended.putBack(unpolled, waitMs)
}

/** The account, if its credentials cannot be read. Null for a user's own wallet. */
export function keyOfPoll([first]: readonly Transfer[], { accountId, load }: OwnAccount): string | null {
  if (first === undefined || isSelfCustody(first.exchangeType)) return null
  try {
    const { exchange, credentials } = load()
    return keyOf(exchange.type, credentials, accountId)
  } catch {
    return accountId
  }
}

interface PollSources {
  accountToPoll: AccountToPoll
  /** The transfers that a listing serves. The others take one request each. */
  listed: ReadonlySet<Transfer>
  /** No poll starts after this time. */
  until: number
}

interface PolledTransfers {
  /** Polled without a result. */
  unchanged: Transfer[]
  /** Still to be polled. */
  unpolled: Transfer[]
  /** The exchange did not answer, or allows no further request now. */
  isOutage: boolean
}

async function pollEach(
  deps: TransferDeps,
  { transfers, requests }: Pick<LeasedPoll, 'transfers' | 'requests'>,
  sources: PollSources,
): Promise<PolledTransfers> {
  const polled: PolledTransfers = { unchanged: [], unpolled: [], isOutage: false }
  for (const [index, transfer] of transfers.entries()) {
    const isLate = index > 0 && deps.now().getTime() >= sources.until
    const result = isLate ? 'unpolled' : await pollOne(deps, transfer, { ...sources, requests })
    if (result === 'unpolled') polled.unpolled.push(transfer)
    else if (result !== 'changed') polled.unchanged.push(transfer)
    if (result === 'outage') polled.isOutage = true
  }
  return polled
}

async function pollOne(
  deps: TransferDeps,
  transfer: Transfer,
  { accountToPoll, listed, requests }: PollSources & { requests: PollRequests },
): Promise<'changed' | 'unchanged' | 'unpolled' | 'outage'> {
  try {
    if (!listed.has(transfer) && !(await requests.take())) return 'unpolled'
    return (await pollTransfer(deps, transfer, accountToPoll)) ? 'changed' : 'unchanged'
  } catch (error) {
    if (error instanceof RequestsUsedUp) return 'unpolled'
    logDefect(deps, transfer, error)
    if (!isOutage(error)) return 'unchanged'
    // The exchange would not answer a further request either. What the listing contains is polled nevertheless.
    requests.end()
    return 'outage'
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof ExchangeFailure && ['unreachable', 'timeout', 'rateLimited'].includes(error.kind)
}

function logDefect({ log }: TransferDeps, { id }: Transfer, error: unknown): void {
  if (error instanceof ExchangeFailure || error instanceof KeyIsBusy) return
  log.error({ transferId: id, ...errorFacts(error) }, 'a transfer could not be polled this time')
}
