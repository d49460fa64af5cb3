import { redactInput } from '../contract/redact-input.ts'
import { besideAddress, type DestinationToCheck, type RiskDeps, type RiskError } from './risk-subject.ts'

/** The network has the token. */
export async function tokenOnNetwork(
  { networks }: RiskDeps,
  { network, given, field }: DestinationToCheck,
): Promise<RiskError | null> {
  if (networks.token(network, given.symbol) !== undefined) return null
  const data = {
    symbol: redactInput(given.symbol, 20),
    network: network.name,
    field: besideAddress(field, 'Symbol'),
  }
  return { errorType: 'tokenNotOnNetwork', data }
}
