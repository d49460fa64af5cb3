// An exchange for one poll of several withdrawals of an account: one listing answers their look-ups.

import type { Exchange } from './exchange.ts'
import { ExchangeFailure } from './exchange-failure.ts'
import type { Credentials } from './sign-in.ts'
import type { Withdrawal } from './withdrawal.ts'

/** The requests that one poll may make are used up. The withdrawal was not looked up. */
export class RequestsUsedUp extends Error {
  constructor() {
    super('no further withdrawal is looked up in this poll')
    this.name = 'RequestsUsedUp'
  }
}

interface ListedWithdrawals {
  /** The withdrawals that the listing should contain. Others are looked up by id. */
  ids: ReadonlySet<string>
  since: Date
  /** Whether a further withdrawal, which the listing does not contain, may be looked up by id. */
  mayLookUp(): Promise<boolean>
}

/** `getWithdrawal` also throws RequestsUsedUp. */
export function sharedListing(exchange: Exchange, { ids, since, mayLookUp }: ListedWithdrawals): Exchange {
  // Renewed credentials are another object, with which a refused listing is requested again.
  const listings = new Map<Credentials, Promise<ReadonlyMap<string, Withdrawal>>>()

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
      if (!ids.has(withdrawalId)) return exchange.getWithdrawal(credentials, accountId, withdrawalId)
      const found = (await listed(credentials, accountId)).get(withdrawalId)
      if (found !== undefined) return found
      if (!(await mayLookUp())) throw new RequestsUsedUp()
      return exchange.getWithdrawal(credentials, accountId, withdrawalId)
    },
  }
}

/** An exchange that refuses the listing, or lists a row that cannot be read, may still answer a look-up by id. */
function withoutListing(error: unknown): ReadonlyMap<string, Withdrawal> {
  if (error instanceof ExchangeFailure && (error.kind === 'rejected' || error.kind === 'unavailable')) return new Map()
  throw error
}
