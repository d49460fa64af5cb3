import { ApiError } from '../contract/errors.ts'
import { besideAddress, type DestinationToCheck } from './risk-subject.ts'

/** A network that needs a tag gets one, one that has none gets none: a lost tag is a lost transfer. */
export function destinationTag({ network, destination, field }: DestinationToCheck): void {
  const data = { network: network.name, field: besideAddress(field, 'AddressTag') }
  if (network.tag === 'required' && destination.addressTag === '') throw new ApiError('tagRequired', data)
  if (network.tag === 'none' && destination.addressTag !== '') throw new ApiError('invalidTag', data)
}
