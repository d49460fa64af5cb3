// The risk check: what must hold before anything is promised (preview) and again before anything is sent (execute).
// One check a file, in this order; the first that objects decides.

import type { Destination } from '../contract/destination.ts'
import { ApiError } from '../contract/errors.ts'
import { redactInput } from '../contract/redact-input.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Network } from '../networks/network.ts'
import { addressFormat } from './address-format.ts'
import { amountDecimals } from './amount-decimals.ts'
import { amountLimits } from './amount-limits.ts'
import { balanceWithFee } from './balance-with-fee.ts'
import { destinationTag } from './destination-tag.ts'
import { forbiddenAddress } from './forbidden-address.ts'
import { gasForFee } from './gas-for-fee.ts'
import { linkDestination } from './link-destination.ts'
import { refusedAddress } from './refused-address.ts'
import type { AmountToCheck, DestinationToCheck } from './risk-subject.ts'
import { tokenOnNetwork } from './token-on-network.ts'

/** The form alone, for entries of a link: token, address, tag. Answers the canonical spelling. Throws an ApiError. */
export function checkDestinationForm(subject: DestinationToCheck): Destination {
  tokenOnNetwork(subject)
  const address = addressFormat(subject)
  const destination = { ...subject.destination, address, symbol: subject.destination.symbol.toUpperCase() }
  destinationTag({ ...subject, destination })
  return destination
}

/** Everything that needs no question to the exchange: form, refused and forbidden addresses, the link's own entries. */
export function checkDestination(subject: DestinationToCheck): Destination {
  const destination = checkDestinationForm(subject)
  refusedAddress({ ...subject, destination })
  forbiddenAddress({ ...subject, destination })
  linkDestination({ ...subject, destination })
  return destination
}

/** With the exchange's present limits, balance and fees. Throws an ApiError. */
export function checkAmount(subject: AmountToCheck): void {
  amountDecimals(subject)
  amountLimits(subject)
  balanceWithFee(subject)
  gasForFee(subject)
}

/** The network an id names. Throws `unknownNetwork`. */
export function networkOf(catalogue: NetworkCatalogue, networkId: string, field: string): Network {
  const network = catalogue.byId(networkId)
  if (network === undefined) throw new ApiError('unknownNetwork', { field, networkId: redactInput(networkId, 60) })
  return network
}
