import { Amount } from '../contract/amount.ts'
import type { GasToCheck, RiskDeps, RiskError, TransferToCheck } from './risk-subject.ts'

/** If the fee is paid in another coin, the account has enough of that coin. */
export async function gasForFee(_deps: RiskDeps, { token, network, gas }: TransferToCheck): Promise<RiskError | null> {
  const missing = missingGas(gas)
  if (gas === undefined || !missing.isPositive) return null
  const data = {
    symbol: token.symbol,
    network: network.name,
    feeSymbol: gas.symbol,
    fee: gas.fee.toString(),
    available: gas.available.toString(),
    missing: missing.toString(),
  }
  return { errorType: 'insufficientForGas', data }
}

export function missingGas(gas: GasToCheck | undefined): Amount {
  if (gas === undefined) return Amount.zero
  const { fee, available, lacks = Amount.zero } = gas
  return Amount.max(Amount.zero, fee.subtract(available).add(lacks))
}
