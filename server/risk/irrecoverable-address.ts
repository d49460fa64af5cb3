import type { DestinationToCheck, RiskDeps, RiskRefusal } from './risk-subject.ts'

/**
 * Refuses addresses from which the assets cannot be recovered: those that the network objects to, such as burn addresses, and the
 * contracts of tokens.
 */
export async function irrecoverableAddress(
  _deps: RiskDeps,
  { network, destination: { address }, field }: DestinationToCheck,
): Promise<RiskRefusal | null> {
  const objection = network.objectTo(address)
  if (objection !== null) return { errorType: 'riskBlocked', data: { ...objection, field } }
  // No two addresses of one network differ in casing alone.
  const isToken = network.tokens.some(({ contract }) => contract.toLowerCase() === address.toLowerCase())
  if (!isToken) return null
  const reason = 'the address is a token contract, which cannot give the transfer back'
  return { errorType: 'riskBlocked', data: { rule: 'tokenContract', reason, field } }
}
