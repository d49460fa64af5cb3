// Validates the values that go to an adapter and come back from it. Addresses, tags, amounts and symbols with a character that could
// have a second meaning in a signed request never reach an adapter: earlier checks validate addresses per network, this one only
// characters. Negative fees, minimums and steps from an adapter are refused.

import { Amount } from '../contract/amount.ts'
import type { Exchange, Route } from './exchange.ts'
import { ExchangeFailure } from './exchange-failure.ts'
import type { WithdrawalOrder, WithdrawalTerms } from './withdrawal.ts'

const alphabets: [(terms: WithdrawalTerms) => string, RegExp][] = [
  [(terms) => terms.symbol, /^[0-9A-Za-z.]{1,30}$/],
  [(terms) => terms.networkKey, /^[0-9a-z-]{1,30}$/],
  [(terms) => terms.address, /^[0-9A-Za-z_-]{14,128}$/],
  [(terms) => terms.addressTag, /^[0-9A-Za-z._:-]{0,100}$/],
  [(terms) => terms.amount.toString(), /^\d{1,40}(\.\d{1,24})?$/],
]

function isWellFormed(terms: WithdrawalTerms): boolean {
  return terms.amount.isPositive && alphabets.every(([read, letters]) => letters.test(read(terms)))
}

function isWellFormedOrder(order: WithdrawalOrder): boolean {
  return (
    isWellFormed(order) &&
    /^[0-9A-Za-z-]{1,64}$/.test(order.clientReference) &&
    (order.mfaCode === null || /^[0-9A-Za-z]{1,10}$/.test(order.mfaCode))
  )
}

/** A negative fee would order less than was quoted. */
function allNonNegative(...amounts: readonly Amount[]): boolean {
  return amounts.every((amount) => !amount.isLessThan(Amount.zero))
}

function hasValidAmounts({ minimum, step, networkFee, exchangeFee, gas }: Route): boolean {
  return allNonNegative(minimum, step, networkFee, exchangeFee, gas?.fee ?? Amount.zero)
}

/** The same exchange with validated input and output. */
export function validated(exchange: Exchange): Exchange {
  return {
    ...exchange,
    async holdings(credentials, accountId) {
      const holdings = await exchange.holdings(credentials, accountId)
      return holdings.map((holding) => ({ ...holding, routes: holding.routes.filter(hasValidAmounts) }))
    },
    async quote(credentials, accountId, terms) {
      if (!isWellFormed(terms)) throw new ExchangeFailure('rejected', 'address_invalid')
      const quote = await exchange.quote(credentials, accountId, terms)
      if (!allNonNegative(quote.networkFee, quote.exchangeFee)) throw new ExchangeFailure('unavailable')
      return quote
    },
    async withdraw(credentials, accountId, order) {
      if (!isWellFormedOrder(order)) return { kind: 'rejected', code: 'address_invalid' }
      return exchange.withdraw(credentials, accountId, order)
    },
  }
}
