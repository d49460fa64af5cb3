// The currency of displayed fiat amounts. The server returns US dollars. They are converted when a response arrives, so that
// everything shown and typed afterwards is in one currency.

import { Amount } from '../../server/contract/amount.ts'
import { notation } from '../texts/notation.ts'
import type { Session } from './link-responses.ts'

const amountNames = /^price$|InFiat$/
let rate: Amount | null = null

/** Uses this currency if the session has its rate. An amount that the app fixed in dollars stays in dollars. */
export function showFiatIn(currency: string | null, { fiatRates, fixed }: Session) {
  const found = fixed?.amountInFiat ? undefined : fiatRates?.[currency?.toUpperCase() ?? '']
  rate = found === undefined ? null : Amount.tryParse(found)
  notation.fiatCurrency = rate === null ? 'USD' : (currency ?? '').toUpperCase()
}

/** Converts a response's value if its name is that of a fiat amount. */
export function inShownFiat(name: string, text: string): string {
  if (rate === null || !amountNames.test(name)) return text
  return Amount.tryParse(text)?.multiply(rate, 'half-even').toString() ?? text
}
