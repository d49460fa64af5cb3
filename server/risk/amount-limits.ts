import type { RiskDeps, RiskError, TransferToCheck } from './risk-subject.ts'

/** The amount is within the exchange's limits. */
export async function amountLimits(
  _deps: RiskDeps,
  { token, network, amount, minimum, maximum }: TransferToCheck,
): Promise<RiskError | null> {
  const data = { symbol: token.symbol, network: network.name }
  if (amount.isLessThan(minimum)) {
    return { errorType: 'amountBelowMinimum', data: { ...data, minimum: minimum.toString() } }
  }
  if (maximum !== null && amount.isGreaterThan(maximum)) {
    return { errorType: 'amountAboveMaximum', data: { ...data, maximum: maximum.toString() } }
  }
  return null
}
