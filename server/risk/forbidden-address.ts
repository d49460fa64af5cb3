import { ApiError } from '../contract/errors.ts'
import type { DestinationToCheck } from './risk-subject.ts'

const precompiles = /^0x0{38}[0-9a-f]{2}$/

/** Addresses from which nothing ever comes back: zero, precompiles, burn addresses, and the token's own contract. */
export function forbiddenAddress({ catalogue, network, destination }: DestinationToCheck): void {
  const address = destination.address.toLowerCase()
  const objection = objectionAgainst(address)
  if (objection !== null) throw new ApiError('riskBlocked', objection)
  const isToken = network.tokens.some((token) => token.contract !== '' && token.contract.toLowerCase() === address)
  if (isToken || catalogue.token(network, destination.symbol)?.contract.toLowerCase() === address) {
    throw new ApiError('riskBlocked', {
      rule: 'tokenContract',
      reason: 'the address is a token contract, which cannot give the transfer back',
    })
  }
}

function objectionAgainst(address: string): { rule: string; reason: string } | null {
  if (/^0x0{40}$/.test(address)) return { rule: 'zeroAddress', reason: 'the zero address destroys what it receives' }
  if (precompiles.test(address)) {
    return { rule: 'networkAddress', reason: 'the address belongs to the network itself' }
  }
  if (!address.endsWith('dead')) return null
  return { rule: 'burnAddress', reason: 'an address that ends in dead is used to destroy what it receives' }
}
