import { ApiError } from '../contract/errors.ts'
import type { DestinationToCheck } from './risk-subject.ts'

/** Addresses from which nothing ever comes back: those the network itself objects to, and a token's own contract. */
export function forbiddenAddress({ network, destination: { address }, field }: DestinationToCheck): void {
  const objection = network.objectTo(address)
  if (objection !== null) throw new ApiError('riskBlocked', { ...objection, field })
  // No two addresses of one network differ in casing alone.
  const isToken = network.tokens.some(({ contract }) => contract.toLowerCase() === address.toLowerCase())
  if (isToken) {
    throw new ApiError('riskBlocked', {
      rule: 'tokenContract',
      reason: 'the address is a token contract, which cannot give the transfer back',
      field,
    })
  }
}
