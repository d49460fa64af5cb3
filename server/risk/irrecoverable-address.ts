import type { DestinationToCheck, RiskDeps, RiskError } from './risk-subject.ts'

/**
 * Refuses addresses from which the assets cannot be recovered: the network's own, such as burn addresses, and the contracts of
 * tokens.
 */
export async function irrecoverableAddress(
  _deps: RiskDeps,
  { network, destination: { address }, field }: DestinationToCheck,
): Promise<RiskError | null> {
  const ofNetwork = network.irrecoverableReason(address)
  if (ofNetwork !== null) return { errorType: 'riskBlocked', data: { ...ofNetwork, field } }
  // No two addresses of one network differ in casing alone.
  const isToken = network.tokens.some(({ contract }) => contract.toLowerCase() === address.toLowerCase())
  if (!isToken) return null
  const reason = 'the address is a token contract, which cannot give the transfer back'
  return { errorType: 'riskBlocked', data: { rule: 'tokenContract', reason, field } }
}
