// A place that can receive assets. The same address on two networks is two destinations, and a tag is part of the identity.

export interface Destination {
  networkId: string
  symbol: string
  address: string
  /** Memo or destination tag, '' for none. */
  addressTag: string
}

export function sameDestination(first: Destination, second: Destination): boolean {
  return (
    first.networkId === second.networkId &&
    first.symbol === second.symbol &&
    first.address === second.address &&
    first.addressTag === second.addressTag
  )
}
