import type { RiskDeps, RiskError, TransferToCheck } from './risk-subject.ts'

/** The exchange currently sends the asset on this network. */
export async function withdrawalsEnabled(
  _deps: RiskDeps,
  { exchangeName, token, network, enabled }: TransferToCheck,
): Promise<RiskError | null> {
  if (enabled) return null
  const data = { name: exchangeName, symbol: token.symbol, network: network.name }
  return { errorType: 'withdrawalsSuspended', data }
}
