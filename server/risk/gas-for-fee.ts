import { Amount } from '../contract/amount.ts'
import { ApiError } from '../contract/errors.ts'
import type { AmountToCheck, GasToCheck } from './risk-subject.ts'

/** Where the fee is paid in another coin, there is enough of it. */
export function gasForFee({ token, network, gas }: AmountToCheck): void {
  const missing = missingGas(gas)
  if (gas === undefined || !missing.isPositive) return
  throw new ApiError('insufficientForGas', {
    symbol: token.symbol,
    network: network.name,
    feeSymbol: gas.symbol,
    fee: gas.fee.toString(),
    available: gas.available.toString(),
    missing: missing.toString(),
  })
}

export function missingGas(gas: GasToCheck | undefined): Amount {
  if (gas === undefined) return Amount.zero
  const { fee, available, lacks = Amount.zero } = gas
  return Amount.max(Amount.zero, fee.subtract(available).add(lacks))
}
