import { ApiError } from '../contract/errors.ts'
import { besideAddress, type DestinationToCheck } from './risk-subject.ts'

/** A network that needs a tag gets one, of its own alphabet; one that has none gets none: a lost tag is a lost transfer. */
export function destinationTag({ network, destination, field }: DestinationToCheck): void {
  const data = { network: network.name, field: besideAddress(field, 'AddressTag') }
  const { addressTag } = destination
  if (network.tag.use === 'required' && addressTag === '') throw new ApiError('tagRequired', data)
  if (addressTag !== '' && !network.tag.isTag(addressTag)) throw new ApiError('invalidTag', data)
}
