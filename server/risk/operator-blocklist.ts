import type { DestinationToCheck, RiskDeps, RiskError } from './risk-subject.ts'

/**
 * Refuses addresses that the operator has blocked (`REFUSED_ADDRESSES`, read by blocklist.ts). The error gives no reason, because
 * the law may forbid naming it.
 */
export async function operatorBlocklist(
  { blocklist }: RiskDeps,
  { network, destination, field }: DestinationToCheck,
): Promise<RiskError | null> {
  return blocklist?.has(network, destination.address) ? { errorType: 'addressSanctioned', data: { field } } : null
}
