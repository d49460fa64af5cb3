// The currency in which amounts are shown. The server tells them in US dollars; they are changed where its answers come in,
// so that whatever is shown and typed afterwards is in one currency.

import { Amount } from '../../server/contract/amount.ts'
import { notation } from '../texts/notation.ts'
import type { Session } from './link-answers.ts'

const amountNames = /^price$|InFiat$/
let rate: Amount | null = null

/** Shows this currency where the session has its rate. An amount that the app fixed in dollars stays in dollars. */
export function showFiatIn(currency: string | null, { fiatRates, fixed }: Session) {
  const found = fixed?.amountInFiat ? undefined : fiatRates?.[currency?.toUpperCase() ?? '']
  rate = found === undefined ? null : Amount.tryParse(found)
  notation.fiatCurrency = rate === null ? 'USD' : (currency ?? '').toUpperCase()
}

/** What an answer holds under this name, in the currency that is shown. */
export function inShownFiat(name: string, text: string): string {
  if (rate === null || !amountNames.test(name)) return text
  return Amount.tryParse(text)?.multiply(rate, 'half-even').toString() ?? text
}
