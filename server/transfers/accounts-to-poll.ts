// Loads the accounts of transfers that are polled together. Their look-ups share one listing, where the exchange's listing states as much
// as a look-up by id.

import { type Account, loadAccountToPoll } from '../accounts/accounts.ts'
import { sharedListing } from '../exchanges/shared-listing.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer } from './transfer-store.ts'

/** Throws as `loadAccountToPoll` does. */
export type AccountToPoll = (accountId: string) => Promise<Account>

/** Older withdrawals are looked up by id, so that a listing stays short. */
const oldestListedMs = 86_400_000
/** The exchange's clock may be behind. */
const clocksMs = 60_000
const lookupsPerPoll = 10

/** The transfers belong to one account. The accounts are those of its sign-ins. */
export function accountsToPoll(deps: TransferDeps, transfers: readonly Transfer[]): AccountToPoll {
  const loaded = new Map<string, Promise<Account>>()
  const now = deps.now().getTime()
  const recent = transfers.filter(
    ({ state, createdAt }) => state === 'Submitted' && now - createdAt.getTime() < oldestListedMs,
  )
  const ids = new Set(recent.flatMap(({ withdrawalId }) => withdrawalId ?? []))
  const since = new Date(Math.min(...recent.map(({ createdAt }) => createdAt.getTime())) - clocksMs)

  async function load(accountId: string): Promise<Account> {
    const account = await loadAccountToPoll(deps, transfers[0]?.clientId ?? '', accountId)
    if (!account.exchange.listsAsLookedUp || transfers.length === 1) return account
    return { ...account, exchange: sharedListing(account.exchange, { ids, since, lookups: lookupsPerPoll }) }
  }

  return (accountId) => {
    const account = loaded.get(accountId) ?? load(accountId)
    loaded.set(accountId, account)
    return account
  }
}
