import type { DestinationToCheck, RiskDeps, RiskRefusal } from './risk-subject.ts'

/** The address is not on the list that the operator has blocked (`REFUSED_ADDRESSES`, refused-list.ts). The error gives no reason, because the law may forbid naming it. */
export async function operatorBlocklist(
  { refused }: RiskDeps,
  { network, destination, field }: DestinationToCheck,
): Promise<RiskRefusal | null> {
  return refused?.has(network, destination.address) ? { errorType: 'addressSanctioned', data: { field } } : null
}
