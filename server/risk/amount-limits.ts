import { ApiError } from '../contract/errors.ts'
import type { AmountToCheck } from './risk-subject.ts'

/** Between the exchange's own limits. */
export function amountLimits({ token, network, amount, minimum, maximum }: AmountToCheck): void {
  const about = { symbol: token.symbol, network: network.name }
  if (amount.isLessThan(minimum)) throw new ApiError('amountBelowMinimum', { ...about, minimum: minimum.toString() })
  if (maximum !== null && amount.isGreaterThan(maximum)) {
    throw new ApiError('amountAboveMaximum', { ...about, maximum: maximum.toString() })
  }
}
