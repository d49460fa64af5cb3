import { sameDestination } from '../contract/destination.ts'
import { ApiError } from '../contract/errors.ts'
import type { DestinationToCheck } from './risk-subject.ts'

/** In a link session assets go to the link's own entries and nowhere else. */
export function linkDestination({ allowed, destination }: DestinationToCheck): void {
  if (allowed !== null && !allowed.some((entry) => sameDestination(entry, destination))) {
    throw new ApiError('toAddressNotConfigured')
  }
}
