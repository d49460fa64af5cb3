import { Amount } from '../../server/contract/amount.ts'
import type { TokenAmount, Transfer } from './transfer-responses.ts'

/** The fees of a transfer, one sum per currency. Empty if it was free. */
export function totalFees({ networkFee, exchangeFee }: Pick<Transfer, 'networkFee' | 'exchangeFee'>): TokenAmount[] {
  const sums = new Map<string, Amount>()
  for (const { fee, feeCurrency } of [networkFee, exchangeFee]) {
    const amount = Amount.tryParse(fee)
    if (feeCurrency === null || amount === null || amount.isZero) continue
    sums.set(feeCurrency, (sums.get(feeCurrency) ?? Amount.zero).add(amount))
  }
  return [...sums].map(([symbol, amount]) => ({ symbol, amount: amount.toString() }))
}
