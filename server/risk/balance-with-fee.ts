import { ApiError } from '../contract/errors.ts'
import type { AmountToCheck } from './risk-subject.ts'

/** The account covers the amount, and the fees that come on top of it. */
export function balanceWithFee({ token, amount, available, networkFee, exchangeFee }: AmountToCheck): void {
  const { symbol } = token
  if (amount.isGreaterThan(available)) {
    throw new ApiError('insufficientBalance', { available: available.toString(), symbol })
  }
  const fee = networkFee.add(exchangeFee)
  if (amount.add(fee).isGreaterThan(available))
    throw new ApiError('insufficientForFee', { fee: fee.toString(), symbol })
}
