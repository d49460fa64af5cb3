import { ApiError } from '../contract/errors.ts'
import type { DestinationToCheck } from './risk-subject.ts'

/** The network carries the token at all. */
export function tokenOnNetwork({ catalogue, network, destination }: DestinationToCheck): void {
  if (catalogue.token(network, destination.symbol) === undefined) {
    throw new ApiError('tokenNotOnNetwork', { symbol: destination.symbol.slice(0, 20), network: network.name })
  }
}
