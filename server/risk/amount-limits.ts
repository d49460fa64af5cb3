import { ApiError } from '../contract/errors.ts'
import type { AmountToCheck } from './risk-subject.ts'

/** Between the exchange's own limits. */
export function amountLimits({ token, amount, minimum, maximum }: AmountToCheck): void {
  const { symbol } = token
  if (amount.isLessThan(minimum)) throw new ApiError('amountBelowMinimum', { minimum: minimum.toString(), symbol })
  if (maximum !== null && amount.isGreaterThan(maximum)) {
    throw new ApiError('amountAboveMaximum', { maximum: maximum.toString(), symbol })
  }
}
