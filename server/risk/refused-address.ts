import { ApiError } from '../contract/errors.ts'
import type { DestinationToCheck } from './risk-subject.ts'

/** Not on the operator's list. The answer says no more than that, as the law may want it. */
export function refusedAddress({ network, destination, refused, field }: DestinationToCheck): void {
  if (refused?.has(network, destination.address)) throw new ApiError('addressSanctioned', { field })
}
