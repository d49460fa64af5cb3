import { ApiError } from '../contract/errors.ts'
import { redactInput } from '../contract/redact-input.ts'
import { besideAddress, type DestinationToCheck } from './risk-subject.ts'

/** The network carries the token at all. */
export function tokenOnNetwork({ catalogue, network, destination, field }: DestinationToCheck): void {
  if (catalogue.token(network, destination.symbol) === undefined) {
    const symbol = redactInput(destination.symbol, 20)
    throw new ApiError('tokenNotOnNetwork', { symbol, network: network.name, field: besideAddress(field, 'Symbol') })
  }
}
