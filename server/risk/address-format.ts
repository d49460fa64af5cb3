import { ApiError } from '../contract/errors.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { DestinationToCheck } from './risk-subject.ts'

/** The address has the network's form and a right checksum. Answers its canonical spelling. */
export function addressFormat({ catalogue, network, destination, field }: DestinationToCheck): string {
  const { address } = destination
  const check = network.checkAddress(address)
  if (check.ok) return check.address
  const data = { field, network: network.name }
  if (check.problem === 'addressChecksumFailed') throw new ApiError('addressChecksumFailed', data)
  const otherNetwork = networkOfAddress(catalogue, address)
  if (otherNetwork === undefined) throw new ApiError('invalidAddress', data)
  throw new ApiError('addressOfOtherNetwork', { ...data, otherNetwork })
}

/** Only to make the error helpful: a network whose address it is, the first of several. */
function networkOfAddress(catalogue: NetworkCatalogue, address: string): string | undefined {
  return catalogue.all.find((other) => other.checkAddress(address).ok)?.name
}
