import { ApiError } from '../contract/errors.ts'
import type { DestinationToCheck } from './risk-subject.ts'

/** The address has the network's form and a right checksum. Answers its canonical spelling. */
export function addressFormat({ network, destination, field }: DestinationToCheck): string {
  const check = network.checkAddress(destination.address)
  if (check.ok) return check.address
  throw new ApiError(check.problem, { field, network: network.name, otherNetwork: check.otherNetwork ?? '' })
}
