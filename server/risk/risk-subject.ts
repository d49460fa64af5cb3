// What the checks look at.

import type { Amount } from '../contract/amount.ts'
import type { Destination } from '../contract/destination.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Network, NetworkToken } from '../networks/network.ts'

export interface DestinationToCheck {
  catalogue: NetworkCatalogue
  network: Network
  destination: Destination
  /** In a link session only the link's own entries; null for a native caller. */
  allowed: readonly Destination[] | null
  /** How the request named the address, for the error: `ToAddress`, `ToAddresses[0].Address`. */
  field: string
}

export interface AmountToCheck {
  network: Network
  token: NetworkToken
  amount: Amount
  minimum: Amount
  maximum: Amount | null
  step: Amount
  available: Amount
  networkFee: Amount
  exchangeFee: Amount
}
