import type { DestinationToCheck, RiskDeps, RiskRefusal } from './risk-subject.ts'

/**
 * Refuses addresses that the operator has blocked (`REFUSED_ADDRESSES`, read by refused-list.ts). The error gives no reason, because
 * the law may forbid naming it.
 */
export async function operatorBlocklist(
  { refused }: RiskDeps,
  { network, destination, field }: DestinationToCheck,
): Promise<RiskRefusal | null> {
  return refused?.has(network, destination.address) ? { errorType: 'addressSanctioned', data: { field } } : null
}
