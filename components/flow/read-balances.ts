// The balances of accounts that the user can pick from. They only help to choose: an account whose balance does not arrive in time has none.

import { Amount } from '../../server/contract/amount.ts'
import type { Calls } from './call-types.ts'
import { eitherSignal } from './either-signal.ts'
import type { EventOf } from './flow-event.ts'

/** Below the time after which the view shows that a response is slow. */
const limitMs = 4000

export const readBalances: Calls['balances'] = async ({ accountIds }, { api, wait }, signal) => {
  const limit = new AbortController()
  const stop = eitherSignal(signal, limit.signal)
  wait(limitMs, stop).then(() => limit.abort())
  const read = async (accountId: string) => {
    // `select=false`: the session keeps its account.
    const path = `holdings?accountId=${encodeURIComponent(accountId)}&select=false`
    const { holdings } = await api.get<EventOf<'holdingsListed'>>(path, stop)
    return [accountId, totalInFiat(holdings)] as const
  }
  const results = await Promise.allSettled(accountIds.map(read))
  limit.abort()
  const balances = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  return { type: 'balancesRead', balances: Object.fromEntries(balances) }
}

/** The value of all holdings. Null if a price is missing: a part of the balance would mislead. */
function totalInFiat(holdings: EventOf<'holdingsListed'>['holdings']): string | null {
  let total = Amount.zero
  for (const { availableBalance, availableBalanceInFiat } of holdings) {
    if (Amount.tryParse(availableBalance)?.isZero) continue
    const value = Amount.tryParse(availableBalanceInFiat ?? '')
    if (value === null) return null
    total = total.add(value)
  }
  return total.toString()
}
