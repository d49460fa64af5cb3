import { sameDestination } from '../contract/destination.ts'
import type { DestinationToCheck, RiskDeps, RiskError } from './risk-subject.ts'

/** In a link session, the destination is an entry of the link. */
export async function linkDestination(
  _deps: RiskDeps,
  { allowed, destination }: DestinationToCheck,
): Promise<RiskError | null> {
  const isAllowed = allowed === null || allowed.some((entry) => sameDestination(entry, destination))
  return isAllowed ? null : { errorType: 'toAddressNotConfigured' }
}
