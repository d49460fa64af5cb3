import { Amount } from '../../server/contract/amount.ts'
import type { Fee, TokenAmount } from '../flow/transfer-responses.ts'
import { formatToken } from '../texts/format.ts'
import type { Texts } from '../texts/texts.ts'

export function isNoFee({ fee }: Fee): boolean {
  return Amount.tryParse(fee)?.isZero ?? false
}

export function feeText({ review }: Texts, fee: Fee): string {
  return isNoFee(fee) ? review.none : formatToken(fee.fee, fee.feeCurrency)
}

/** Amounts in one or several coins. */
export function sums(parts: TokenAmount[]): string {
  return parts.map(({ amount, symbol }) => formatToken(amount, symbol)).join(' + ')
}
