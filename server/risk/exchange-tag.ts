import { besideAddress, type RiskDeps, type RiskError, type TransferToCheck } from './risk-subject.ts'

/** A tag that the network lets a destination leave out, the exchange may require. */
export async function exchangeTag(
  _deps: RiskDeps,
  { network, destination, tagRequired, field }: TransferToCheck,
): Promise<RiskError | null> {
  if (acceptsTag(tagRequired, destination.addressTag)) return null
  return { errorType: 'tagRequired', data: { network: network.name, field: besideAddress(field, 'AddressTag') } }
}

export function acceptsTag(tagRequired: boolean | undefined, addressTag: string): boolean {
  return tagRequired !== true || addressTag !== ''
}
