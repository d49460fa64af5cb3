// An exchange for one poll of several withdrawals of an account: one listing answers their look-ups.

import type { Exchange } from './exchange.ts'
import { ExchangeFailure } from './exchange-failure.ts'
import type { Credentials } from './sign-in.ts'
import type { Withdrawal } from './withdrawal.ts'

/** The look-ups that one poll may make by id are used up. The withdrawal was not looked up. */
export class LookupsUsedUp extends Error {
  constructor() {
    super('no further withdrawal is looked up in this poll')
    this.name = 'LookupsUsedUp'
  }
}

interface ListedWithdrawals {
  /** The withdrawals that the listing should contain. Others are looked up by id. */
  ids: ReadonlySet<string>
  since: Date
  /** How many withdrawals may be looked up by id: those that the listing does not contain. */
  lookups: number
}

/** `getWithdrawal` also throws LookupsUsedUp. */
export function sharedListing(exchange: Exchange, { ids, since, lookups }: ListedWithdrawals): Exchange {
  // Renewed credentials are another object, with which a refused listing is requested again.
  const listings = new Map<Credentials, Promise<ReadonlyMap<string, Withdrawal>>>()
  let left = lookups

  function listed(credentials: Credentials, accountId: string): Promise<ReadonlyMap<string, Withdrawal>> {
    const known = listings.get(credentials)
    if (known !== undefined) return known
    const requested = exchange
      .listWithdrawals(credentials, accountId, since)
      .then((withdrawals) => new Map(withdrawals.map((withdrawal) => [withdrawal.id, withdrawal])), withoutListing)
    listings.set(credentials, requested)
    return requested
  }

  return {
    ...exchange,
    async getWithdrawal(credentials, accountId, withdrawalId) {
      const isListed = ids.size > 1 && ids.has(withdrawalId)
      const found = isListed ? (await listed(credentials, accountId)).get(withdrawalId) : undefined
      if (found !== undefined) return found
      if (left === 0) throw new LookupsUsedUp()
      left -= 1
      return exchange.getWithdrawal(credentials, accountId, withdrawalId)
    },
  }
}

/** An exchange that refuses the listing, or lists a row that cannot be read, may still answer a look-up by id. */
function withoutListing(error: unknown): ReadonlyMap<string, Withdrawal> {
  if (error instanceof ExchangeFailure && (error.kind === 'rejected' || error.kind === 'unavailable')) return new Map()
  throw error
}
