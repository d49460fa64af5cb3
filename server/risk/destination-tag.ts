import { besideAddress, type DestinationToCheck, type RiskDeps, type RiskError } from './risk-subject.ts'

/** The tag fits the network: present where it is required, valid where it is given. A transfer without its tag is lost. */
export async function destinationTag(
  _deps: RiskDeps,
  { network, destination: { addressTag }, field }: DestinationToCheck,
): Promise<RiskError | null> {
  const data = { network: network.name, field: besideAddress(field, 'AddressTag') }
  if (network.tag.use === 'required' && addressTag === '') return { errorType: 'tagRequired', data }
  if (addressTag !== '' && !network.tag.isTag(addressTag)) return { errorType: 'invalidTag', data }
  return null
}
