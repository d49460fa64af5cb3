// Polls leased transfers, one after another: those of one account at an exchange, or one whose outcome a chain shows.

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

interface LeasedTransfers {
  /** In the order of their next polls. */
  transfers: readonly Transfer[]
  account: OwnAccount
  leaseMs: number
  ended: EndedLeases
  turns: KeyTurns
  /** Whether the key is busy for the whole poll. Otherwise for each request to the exchange. */
  usesKey: boolean
  requests: PollRequests
}

/** Transfers that wait for their turn are due again after this time. */
const waitMs = 400

/**
 * Prepares the poll. Returns null if the transfers have to wait for their turn: then they are put back. Otherwise the key is busy until the
 * returned poll has ended, which never throws. It ends the leases.
 */
export function preparePoll(deps: TransferDeps, leased: LeasedTransfers): (() => Promise<void>) | null {
  const { transfers, account, ended, turns, usesKey, requests } = leased
  if (!usesKey || isOfWallet(transfers)) {
    const accountToPoll = accountsWith(deps, account, (exchange) => oneRequestPerKey(exchange, turns))
    return async () => release(ended, await pollEach(deps, leased, { accountToPoll, listed: new Set() }))
  }
  const turn = turns.begin(keyOfAccount(account), idsOf(transfers), deps.now())
  if (turn === null) {
    ended.putBack(transfers, waitMs)
    return null
  }
  const listed = listedTransfers(deps, transfers)
  const accountToPoll = sharedAccounts(deps, account, { listed, mayLookUp: requests.take })
  const inOrder = { ...leased, transfers: inTurn(transfers, turn) }
  return async () => {
    const polled = await pollEach(deps, inOrder, { accountToPoll, listed })
    release(ended, polled)
    turn.end(idsOf(polled.unpolled))
  }
}

/** A user's own wallet has no key. */
function isOfWallet([first]: readonly Transfer[]): boolean {
  return first !== undefined && isSelfCustody(first.exchangeType)
}

const idsOf = (transfers: readonly Transfer[]) => transfers.map(({ id }) => id)

/** A look-up that fails can end the poll, so those that had their turn come last. */
function inTurn(transfers: readonly Transfer[], turn: Turn): Transfer[] {
  return [...transfers.filter(({ id }) => turn.has(id)), ...transfers.filter(({ id }) => !turn.has(id))]
}

function release(ended: EndedLeases, { unchanged, unpolled }: PolledTransfers): void {
  ended.postpone(unchanged, unpolled.length > 0 ? 2 * waitMs : 0)
  ended.putBack(unpolled, waitMs)
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

interface PollSources {
  accountToPoll: AccountToPoll
  /** The transfers that a listing serves. The others take one request each. */
  listed: ReadonlySet<Transfer>
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
