// Loads the accounts of transfers that are polled together. Their look-ups share one listing, where the exchange's listing states as much
// as a look-up by id.

import { type Account, loadAccountsToPoll, loadAccountToPoll } from '../accounts/accounts.ts'
import type { Exchange } from '../exchanges/exchange.ts'
import { sharedListing } from '../exchanges/shared-listing.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer } from './transfer-store.ts'

/** Throws as `loadAccountToPoll` does. */
export type AccountToPoll = (accountId: string) => Promise<Account>

/** Older withdrawals are looked up by id, so that a listing stays short. */
export const oldestListedMs = 86_400_000
/** The exchange's clock may be behind. */
const clocksMs = 60_000

/** Those of the transfers, which belong to one account, that one listing serves. None if a look-up by id serves as well. */
export function listedTransfers(
  { exchanges, now }: Pick<TransferDeps, 'exchanges' | 'now'>,
  transfers: readonly Transfer[],
): ReadonlySet<Transfer> {
  const at = now().getTime()
  const listed = transfers.filter(
    ({ exchangeType, state, createdAt }) =>
      state === 'Submitted' &&
      at - createdAt.getTime() < oldestListedMs &&
      exchanges.byType(exchangeType)?.listsAsLookedUp === true,
  )
  return new Set(listed.length > 1 ? listed : [])
}

/** The account of transfers that are polled together. */
export interface OwnAccount {
  clientId: string
  accountId: string
  /** Throws as `loadAccountToPoll` does. */
  load(): Account
}

/** Loads the accounts of these transfers in one statement. Returns that of a transfer. */
export async function loadOwnAccounts(
  deps: TransferDeps,
  transfers: readonly Transfer[],
): Promise<(transfer: Transfer) => OwnAccount> {
  const accounts = new Map<string, OwnAccount>()
  const load = await loadAccountsToPoll(deps, [...new Set(transfers.map(({ accountId }) => accountId))])
  return ({ clientId, accountId }) => {
    const known = accounts.get(accountId)
    if (known !== undefined) return known
    let account: Account | null = null
    const own = {
      clientId,
      accountId,
      load: () => {
        account ??= load(clientId, accountId)
        return account
      },
    }
    accounts.set(accountId, own)
    return own
  }
}

/** The look-ups of `listed` share a listing. */
export function sharedAccounts(
  deps: TransferDeps,
  own: OwnAccount,
  { listed, mayLookUp }: { listed: ReadonlySet<Transfer>; mayLookUp(): Promise<boolean> },
): AccountToPoll {
  const ids = new Set([...listed].flatMap(({ withdrawalId }) => withdrawalId ?? []))
  const since = new Date(Math.min(...[...listed].map(({ createdAt }) => createdAt.getTime())) - clocksMs)
  return accountsWith(deps, own, (exchange) =>
    listed.size === 0 ? exchange : sharedListing(exchange, { ids, since, mayLookUp }),
  )
}

/** The account and later sign-ins to it, each loaded once. `changed` returns the exchange that their polls call. */
export function accountsWith(
  deps: TransferDeps,
  own: OwnAccount,
  changed: (exchange: Exchange) => Exchange,
): AccountToPoll {
  const loaded = new Map<string, Promise<Account>>()

  async function load(accountId: string): Promise<Account> {
    const isOwn = accountId === own.accountId
    const account = isOwn ? own.load() : await loadAccountToPoll(deps, own.clientId, accountId)
    return { ...account, exchange: changed(account.exchange) }
  }

  return (accountId) => {
    const account = loaded.get(accountId) ?? load(accountId)
    loaded.set(accountId, account)
    return account
  }
}
