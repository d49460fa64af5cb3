import type { DestinationToCheck, RiskDeps, RiskRefusal } from './risk-subject.ts'

/** The operator has not blocked the address. The error gives no reason, because the law may forbid naming it. */
export async function refusedAddress(
  { refused }: RiskDeps,
  { network, destination, field }: DestinationToCheck,
): Promise<RiskRefusal | null> {
  return refused?.has(network, destination.address) ? { errorType: 'addressSanctioned', data: { field } } : null
}
