// What the checks look at.

import type { Amount } from '../contract/amount.ts'
import type { Destination } from '../contract/destination.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Network, NetworkToken } from '../networks/network.ts'
import type { RefusedList } from './refused-list.ts'

/** The path of another field of the same destination: of `ToAddresses[0].Address` it is `ToAddresses[0].Symbol`. */
export function besideAddress(field: string, name: 'Symbol' | 'AddressTag'): string {
  return field.replace(/(To)?Address$/, name)
}

export interface DestinationToCheck {
  catalogue: NetworkCatalogue
  network: Network
  destination: Destination
  /** In a link session only the link's own entries; null for a native caller. */
  allowed: readonly Destination[] | null
  /** The operator's; without one nothing is refused. */
  refused?: RefusedList | undefined
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
  gas?: GasToCheck | undefined
}

/** A fee in another coin than the asset, and how much of that coin there is. */
export interface GasToCheck {
  symbol: string
  fee: Amount
  available: Amount
  /** Beside the fee, of what the account has to keep. */
  lacks?: Amount
}
