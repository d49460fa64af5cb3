// What no adapter ever sees: an address, a tag, an amount or a name with a character in it that could mean something else in a
// signed request. The checks before know each network's addresses; this one knows nothing but letters. And what no adapter is
// believed: that sending brings money, or begins below nothing.

import { Amount } from '../contract/amount.ts'
import type { Exchange, Route, WithdrawalOrder, WithdrawalTerms } from './exchange.ts'
import { ExchangeFailure } from './exchange.ts'

const alphabets: [(terms: WithdrawalTerms) => string, RegExp][] = [
  [(terms) => terms.symbol, /^[0-9A-Za-z.]{1,30}$/],
  [(terms) => terms.networkKey, /^[0-9a-z-]{1,30}$/],
  [(terms) => terms.address, /^[0-9A-Za-z_-]{14,128}$/],
  [(terms) => terms.addressTag, /^[0-9A-Za-z._:-]{0,100}$/],
  [(terms) => terms.amount.toString(), /^\d{1,40}(\.\d{1,24})?$/],
]

export function isWellFormed(terms: WithdrawalTerms): boolean {
  return terms.amount.isPositive && alphabets.every(([read, letters]) => letters.test(read(terms)))
}

function isStrictOrder(order: WithdrawalOrder): boolean {
  return (
    isWellFormed(order) &&
    /^[0-9A-Za-z-]{1,64}$/.test(order.clientReference) &&
    (order.mfaCode === null || /^[0-9A-Za-z]{1,10}$/.test(order.mfaCode))
  )
}

/** With a fee below nothing less would be ordered than what was promised. */
function allNonNegative(...amounts: readonly Amount[]): boolean {
  return amounts.every((amount) => !amount.isLessThan(Amount.zero))
}

function isBelievable({ minimum, step, networkFee, exchangeFee, gas }: Route): boolean {
  return allNonNegative(minimum, step, networkFee, exchangeFee, gas?.fee ?? Amount.zero)
}

/** The same exchange, which is never reached with anything else. */
export function validated(exchange: Exchange): Exchange {
  return {
    ...exchange,
    async holdings(credentials, accountId) {
      const holdings = await exchange.holdings(credentials, accountId)
      return holdings.map((holding) => ({ ...holding, routes: holding.routes.filter(isBelievable) }))
    },
    async quote(credentials, accountId, terms) {
      if (!isWellFormed(terms)) throw new ExchangeFailure('rejected', 'address_invalid')
      const quote = await exchange.quote(credentials, accountId, terms)
      if (!allNonNegative(quote.networkFee, quote.exchangeFee)) throw new ExchangeFailure('unavailable')
      return quote
    },
    async withdraw(credentials, accountId, order) {
      if (!isStrictOrder(order)) return { kind: 'rejected', code: 'address_invalid' }
      return exchange.withdraw(credentials, accountId, order)
    },
  }
}
