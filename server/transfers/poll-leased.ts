// Polls leased transfers, one after another: those of one account at an exchange, or one whose outcome a chain shows.

import { ExchangeFailure } from '../exchanges/exchange-failure.ts'
import { RequestsUsedUp } from '../exchanges/shared-listing.ts'
import { errorFacts } from '../log/log.ts'
import {
  type AccountToPoll,
  accountsWith,
  listedTransfers,
  type OwnAccount,
  sharedAccounts,
} from './accounts-to-poll.ts'
import { type BusyKey, type BusyKeys, KeyIsBusy, keyOf, oneRequestPerKey } from './busy-keys.ts'
import type { EndedLeases } from './ended-leases.ts'
import type { PollRequests } from './poll-requests.ts'
import { pollTransfer } from './poll-transfer.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer } from './transfer-store.ts'

interface LeasedTransfers {
  /** In the order of their turns. */
  transfers: readonly Transfer[]
  account: OwnAccount
  leaseMs: number
  ended: EndedLeases
  busyKeys: BusyKeys
  /** Whether the key is busy for the whole poll. Otherwise for each request to the exchange. */
  usesKey: boolean
  requests: PollRequests
}

const busyDelayMs = 1_000

/**
 * Prepares the poll. Returns null if the key has another poll in flight: then the transfers are put back. Otherwise the key is busy until
 * the returned poll has ended, which never throws. It ends the leases.
 */
export function preparePoll(deps: TransferDeps, leased: LeasedTransfers): (() => Promise<void>) | null {
  const { transfers, account, ended, busyKeys, usesKey, requests } = leased
  if (!usesKey) {
    const accountToPoll = accountsWith(deps, account, (exchange) => oneRequestPerKey(exchange, busyKeys))
    return () => pollAndRelease(deps, leased, { accountToPoll, listed: new Set(), isAwaited: () => false })
  }
  const listed = listedTransfers(deps, transfers)
  const accountToPoll = sharedAccounts(deps, account, { listed, mayLookUp: requests.take })
  const busy = busyKeys.begin(keyOfAccount(account))
  if (busy === null) {
    ended.putBack(transfers, busyDelayMs)
    return null
  }
  return async () => {
    await pollAndRelease(deps, leased, { accountToPoll, listed, isAwaited: busy.isAwaited })
    busy.end()
  }
}

/** Without readable credentials, the account. */
function keyOfAccount({ accountId, load }: OwnAccount): string {
  try {
    const { exchange, credentials } = load()
    return keyOf(exchange.type, credentials, accountId)
  } catch {
    return accountId
  }
}

interface PollSources extends Pick<BusyKey, 'isAwaited'> {
  accountToPoll: AccountToPoll
  /** The transfers that a listing serves. The others take one request each. */
  listed: ReadonlySet<Transfer>
}

async function pollAndRelease(deps: TransferDeps, leased: LeasedTransfers, sources: PollSources): Promise<void> {
  const { unchanged, unpolled } = await pollEach(deps, leased, sources)
  // Every transfer that was not polled, here or with the same key, has its turn before those that were.
  const isAwaited = sources.isAwaited() || unpolled.length > 0
  const turns = isAwaited ? 1 + Math.max(1, Math.ceil(unpolled.length / Math.max(1, unchanged.length))) : 0
  leased.ended.postpone(unchanged, turns * busyDelayMs)
  leased.ended.putBack(unpolled, busyDelayMs)
}

interface PolledTransfers {
  /** Polled without a result. */
  unchanged: Transfer[]
  /** Still to be polled. */
  unpolled: Transfer[]
}

async function pollEach(deps: TransferDeps, leased: LeasedTransfers, sources: PollSources): Promise<PolledTransfers> {
  const { transfers, leaseMs } = leased
  const polled: PolledTransfers = { unchanged: [], unpolled: [] }
  // The last poll has half the lease to end.
  const until = deps.now().getTime() + leaseMs / 2
  for (const [index, transfer] of transfers.entries()) {
    const isLate = index > 0 && deps.now().getTime() >= until
    const result = isLate ? 'unpolled' : await pollInTurn(deps, transfer, { ...sources, requests: leased.requests })
    if (result !== 'changed') polled[result].push(transfer)
  }
  return polled
}

async function pollInTurn(
  deps: TransferDeps,
  transfer: Transfer,
  { accountToPoll, listed, requests }: PollSources & { requests: PollRequests },
): Promise<'changed' | keyof PolledTransfers> {
  try {
    if (!listed.has(transfer) && !(await requests.take())) return 'unpolled'
    return (await pollTransfer(deps, transfer, accountToPoll)) ? 'changed' : 'unchanged'
  } catch (error) {
    if (error instanceof RequestsUsedUp) return 'unpolled'
    // The exchange would not answer a further request either. What the listing contains is polled nevertheless.
    if (isOutage(error)) requests.end()
    logDefect(deps, transfer, error)
    return 'unchanged'
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof ExchangeFailure && ['unreachable', 'timeout', 'rateLimited'].includes(error.kind)
}

function logDefect({ log }: TransferDeps, { id }: Transfer, error: unknown): void {
  if (error instanceof ExchangeFailure || error instanceof KeyIsBusy) return
  log.error({ transferId: id, ...errorFacts(error) }, 'a transfer could not be polled this time')
}
