import { ApiError } from '../contract/errors.ts'
import type { AmountToCheck } from './risk-subject.ts'

/** No more digits than the token has on this network and the exchange sends. */
export function amountDecimals({ network, token, amount, step }: AmountToCheck): void {
  const decimals = step.isZero ? token.decimals : Math.min(token.decimals, step.decimals)
  if (amount.decimals > decimals) {
    throw new ApiError('amountPrecision', { symbol: token.symbol, network: network.name, decimals })
  }
}
