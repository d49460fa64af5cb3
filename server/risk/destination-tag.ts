import { ApiError } from '../contract/errors.ts'
import type { DestinationToCheck } from './risk-subject.ts'

/** A network that needs a tag gets one, one that has none gets none: a lost tag is a lost transfer. */
export function destinationTag({ network, destination, field }: DestinationToCheck): void {
  if (network.tag === 'required' && destination.addressTag === '')
    throw new ApiError('tagRequired', { network: network.name, field })
  if (network.tag === 'none' && destination.addressTag !== '')
    throw new ApiError('invalidTag', { network: network.name, field })
}
