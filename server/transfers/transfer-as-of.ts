import { Amount } from '../contract/amount.ts'
import type { ChangedTerms } from './terms.ts'
import type { TransferSnapshot } from './transfer-events.ts'
import type { Transfer } from './transfer-store.ts'

/** The transfer as of the event, from its present row. `data` is that of the event. */
export function transferAsOf(transfer: Transfer, data: string, at: Date): Transfer {
  const { n, amount, amountInFiat, networkFee, networkFeeInFiat, ...fields } = JSON.parse(data) as TransferSnapshot
  const read = (text: string | null) => (text === null ? null : Amount.parse(text))
  const terms: ChangedTerms = {
    amount: Amount.parse(amount),
    amountInFiat: read(amountInFiat),
    networkFee: Amount.parse(networkFee),
    networkFeeInFiat: read(networkFeeInFiat),
  }
  return { ...transfer, ...fields, terms: { ...transfer.terms, ...terms }, updatedAt: at, lastEvent: n }
}
