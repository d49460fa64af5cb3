import type { RiskDeps, RiskError, TransferToCheck } from './risk-subject.ts'

/** The amount has no more decimals than the token has on this network, and than the exchange sends. */
export async function amountDecimals(
  _deps: RiskDeps,
  { network, token, amount, step }: TransferToCheck,
): Promise<RiskError | null> {
  const decimals = step.isZero ? token.decimals : Math.min(token.decimals, step.decimals)
  if (amount.decimals <= decimals) return null
  return { errorType: 'amountPrecision', data: { symbol: token.symbol, network: network.name, decimals } }
}
