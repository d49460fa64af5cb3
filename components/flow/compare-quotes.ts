import { Amount } from '../../server/contract/amount.ts'
import type { Fee, Preview } from './transfer-responses.ts'

/** Whether the user would pay or receive a different amount. */
export function quotesDiffer(first: Preview, second: Preview): boolean {
  return (
    feesDiffer(first.networkFee, second.networkFee) ||
    feesDiffer(first.exchangeFee, second.exchangeFee) ||
    amountsDiffer(first.recipientReceives.amount, second.recipientReceives.amount) ||
    first.totalDeducted.length !== second.totalDeducted.length ||
    first.totalDeducted.some((part, index) => {
      const other = second.totalDeducted[index]
      return other === undefined || part.symbol !== other.symbol || amountsDiffer(part.amount, other.amount)
    })
  )
}

export function feesDiffer(first: Fee, second: Fee): boolean {
  return first.feeCurrency !== second.feeCurrency || amountsDiffer(first.fee, second.fee)
}

function amountsDiffer(first: string, second: string): boolean {
  const [one, other] = [Amount.tryParse(first), Amount.tryParse(second)]
  return one === null || other === null ? first !== second : !one.equals(other)
}

/** The exact costs, as a text to compare. */
export function costOf({ networkFee, exchangeFee, recipientReceives, totalDeducted }: Preview): string {
  const fees = [networkFee, exchangeFee].map(({ fee, feeCurrency }) => [fee, feeCurrency])
  return JSON.stringify([fees, recipientReceives, totalDeducted])
}
