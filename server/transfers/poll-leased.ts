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
import { type BusyKeys, type KeyInUse, KeyIsBusy, keyOf, oneRequestPerKey } from './busy-keys.ts'
import type { EndedLeases } from './ended-leases.ts'
import type { LeasedTransfer } from './lease.ts'
import type { PollRequests } from './poll-requests.ts'
import { pollTransfer } from './poll-transfer.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer } from './transfer-store.ts'

/** Transfers of one account, the one due longest first. Or one transfer. */
export interface LeasedPoll {
  transfers: readonly LeasedTransfer[]
  account: OwnAccount
  requests: PollRequests
}

interface LeasedPolls {
  /** With a key, polls that have it. Otherwise one. */
  polls: readonly LeasedPoll[]
  /** Null if the key is busy only during each request to the exchange, or if there is none. */
  key: string | null
  /** The name of the lane. */
  lane: string
  leaseMs: number
  ended: EndedLeases
  keys: BusyKeys
}

/**
 * Prepares the polls. Returns null if their key is busy: then the transfers are put back. Otherwise the key is busy until the returned
 * function has ended, which never throws. It ends the leases.
 */
export function preparePolls(deps: TransferDeps, leased: LeasedPolls): (() => Promise<void>) | null {
  const { polls, key, lane, ended, keys } = leased
  if (key === null) return () => pollWithoutKey(deps, leased)
  const keyInUse = keys.begin(key, lane)
  if (keyInUse === null) {
    for (const { transfers } of polls) ended.putBack(transfers)
    return null
  }
  return async () => {
    let wasOutage = true
    try {
      wasOutage = await pollWithKey(deps, leased, keyInUse)
    } finally {
      keyInUse.end({ wasOutage })
    }
  }
}

async function pollWithoutKey(deps: TransferDeps, { polls, leaseMs, ended, keys }: LeasedPolls): Promise<void> {
  for (const { transfers, account, requests } of polls) {
    const accountToPoll = accountsWith(deps, account, (exchange) => oneRequestPerKey(exchange, keys))
    const sources = { accountToPoll, listed: new Set<Transfer>(), until: untilOf(deps, leaseMs) }
    await requests.begin()
    release(ended, await pollEach(deps, { transfers, requests }, sources))
  }
}

/** Returns whether the exchange did not answer. Then the remaining transfers are put back, and the one that was polled is postponed. */
async function pollWithKey(
  deps: TransferDeps,
  { polls, leaseMs, ended }: LeasedPolls,
  keyInUse: KeyInUse,
): Promise<boolean> {
  const until = untilOf(deps, leaseMs)
  let [isStopped, wasOutage] = [false, false]
  for (const { transfers, account, requests } of polls) {
    isStopped ||= deps.now().getTime() >= until || !(await requests.begin())
    if (isStopped) {
      ended.putBack(transfers)
      continue
    }
    const listed = listedTransfers(deps, transfers)
    const accountToPoll = sharedAccounts(deps, account, { listed, mayLookUp: requests.take })
    const polled = await pollEach(deps, { transfers, requests }, { accountToPoll, listed, until })
    release(ended, polled)
    wasOutage = polled.isOutage
    isStopped = wasOutage
    await keyInUse.letRequestPass()
  }
  return wasOutage
}

/** The last poll has half the lease to end. */
function untilOf({ now }: TransferDeps, leaseMs: number): number {
  return now().getTime() + leaseMs / 2
}

function release(ended: EndedLeases, { unchanged, unpolled }: PolledTransfers): void {
  ended.postpone(unchanged)
  ended.putBack(unpolled)
}

/** The account, if its credentials cannot be read. Null for a user's own wallet. */
export function keyOfPoll({ exchangeType }: Transfer, { accountId, load }: OwnAccount): string | null {
  if (isSelfCustody(exchangeType)) return null
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
  unchanged: LeasedTransfer[]
  /** Still to be polled. */
  unpolled: LeasedTransfer[]
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
