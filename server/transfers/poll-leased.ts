// Polls leased transfers, one after another: those of one account at an exchange, or one whose outcome a chain shows. A key of an exchange
// has one poll in flight at a time in this process: a key that is slow, or over its rate limit, takes one slot, however many transfers
// and sign-ins it has.

import { ExchangeFailure } from '../exchanges/exchange-failure.ts'
import { fingerprintOfKey } from '../exchanges/kit/tools.ts'
import { LookupsUsedUp } from '../exchanges/shared-listing.ts'
import { errorFacts } from '../log/log.ts'
import { type AccountToPoll, accountsToPoll } from './accounts-to-poll.ts'
import type { EndedLeases } from './ended-leases.ts'
import { pollTransfer } from './poll-transfer.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer } from './transfer-store.ts'

interface LeasedTransfers {
  /** First those that are due, then those that share their listing. */
  transfers: readonly Transfer[]
  dueCount: number
  leaseMs: number
  ended: EndedLeases
  /** The keys whose polls are in flight. Null for the lane of a network, which no exchange limits. */
  busyKeys: BusyKeys | null
}

export type BusyKeys = Map<string, BusyKey>

interface BusyKey {
  /** Other transfers of the key were due meanwhile. */
  isAwaited: boolean
}

const busyDelayMs = 1_000

/**
 * Prepares the poll. Returns null if the key has another poll in flight: then the transfers are put back. Otherwise the key is busy until
 * the returned poll has ended, which never throws. It ends the leases.
 */
export async function preparePoll(deps: TransferDeps, leased: LeasedTransfers): Promise<(() => Promise<void>) | null> {
  const { transfers, ended, busyKeys } = leased
  const [first] = transfers
  if (first === undefined) return null
  const accountToPoll = accountsToPoll(deps, transfers)
  const own: BusyKey = { isAwaited: false }
  if (busyKeys === null) return () => pollAndRelease(deps, leased, { accountToPoll, own })
  const key = await keyOf(first, accountToPoll)
  const busy = busyKeys.get(key)
  if (busy !== undefined) {
    busy.isAwaited = true
    ended.putBack(transfers, busyDelayMs)
    return null
  }
  busyKeys.set(key, own)
  return async () => {
    await pollAndRelease(deps, leased, { accountToPoll, own })
    busyKeys.delete(key)
  }
}

async function pollAndRelease(
  deps: TransferDeps,
  leased: LeasedTransfers,
  { accountToPoll, own }: { accountToPoll: AccountToPoll; own: BusyKey },
): Promise<void> {
  const { unchanged, unpolled } = await pollEach(deps, leased, accountToPoll)
  // Every transfer that was not polled, here or with the same key, has its turn before those that were.
  const isAwaited = own.isAwaited || unpolled.length > 0
  const turns = isAwaited ? 1 + Math.max(1, Math.ceil(unpolled.length / Math.max(1, unchanged.length))) : 0
  leased.ended.postpone(unchanged, turns * busyDelayMs)
  leased.ended.putBack(unpolled, busyDelayMs)
}

/** The credentials by which the exchange counts requests. Without readable ones, the account. */
async function keyOf({ accountId, exchangeType }: Transfer, accountToPoll: AccountToPoll): Promise<string> {
  try {
    const { credentials } = await accountToPoll(accountId)
    return fingerprintOfKey(exchangeType, credentials.apiKey ?? credentials.accessToken ?? accountId)
  } catch {
    return accountId
  }
}

interface PolledTransfers {
  /** Polled without a result, or not due. */
  unchanged: Transfer[]
  /** Due, and still to be polled. */
  unpolled: Transfer[]
}

async function pollEach(
  deps: TransferDeps,
  { transfers, dueCount, leaseMs }: LeasedTransfers,
  accountToPoll: AccountToPoll,
): Promise<PolledTransfers> {
  const polled: PolledTransfers = { unchanged: [], unpolled: [] }
  // The last poll has half the lease to end.
  const until = deps.now().getTime() + leaseMs / 2
  for (const [index, transfer] of transfers.entries()) {
    try {
      if (!(await pollTransfer(deps, transfer, accountToPoll))) polled.unchanged.push(transfer)
    } catch (error) {
      if (error instanceof LookupsUsedUp && index < dueCount) polled.unpolled.push(transfer)
      else polled.unchanged.push(transfer)
      logDefect(deps, transfer, error)
      // The exchange would not answer the next one either.
      if (isOutage(error)) return { ...polled, unchanged: [...polled.unchanged, ...transfers.slice(index + 1)] }
    }
    if (deps.now().getTime() >= until) {
      const [due, notDue] = [transfers.slice(index + 1, dueCount), transfers.slice(Math.max(index + 1, dueCount))]
      return { unchanged: [...polled.unchanged, ...notDue], unpolled: [...polled.unpolled, ...due] }
    }
  }
  return polled
}

function isOutage(error: unknown): boolean {
  return error instanceof ExchangeFailure && ['unreachable', 'timeout', 'rateLimited'].includes(error.kind)
}

function logDefect({ log }: TransferDeps, { id }: Transfer, error: unknown): void {
  if (error instanceof ExchangeFailure || error instanceof LookupsUsedUp) return
  log.error({ transferId: id, ...errorFacts(error) }, 'a transfer could not be polled this time')
}
