import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { DestinationToCheck, RiskDeps, RiskError } from './risk-subject.ts'

/** The address is valid on the network, checksum included. */
export async function addressFormat(
  { networks }: RiskDeps,
  { network, given: { address }, addressCheck, field }: DestinationToCheck,
): Promise<RiskError | null> {
  if (addressCheck.ok) return null
  const data = { field, network: network.name }
  if (addressCheck.problem === 'addressChecksumFailed') return { errorType: 'addressChecksumFailed', data }
  const otherNetwork = networkOfAddress(networks, address)
  if (otherNetwork === undefined) return { errorType: 'invalidAddress', data }
  return { errorType: 'addressOfOtherNetwork', data: { ...data, otherNetwork } }
}

/** For the error's sentence only: the first network on which the address is valid. */
function networkOfAddress(networks: NetworkCatalogue, address: string): string | undefined {
  return networks.all.find((other) => other.checkAddress(address).ok)?.name
}
