import { ApiError } from '../contract/errors.ts'
import type { Route } from '../exchanges/exchange.ts'
import type { Network } from '../networks/network.ts'

export interface TagToCheck {
  network: Network
  route: Pick<Route, 'tagRequired'>
  addressTag: string
}

/** Where the network lets a tag be left out, an exchange may not. */
export function exchangeTag({ network, route, addressTag }: TagToCheck): void {
  if (!takesTag(route, addressTag)) throw new ApiError('tagRequired', { network: network.name, field: 'AddressTag' })
}

export function takesTag({ tagRequired }: Pick<Route, 'tagRequired'>, addressTag: string): boolean {
  return tagRequired !== true || addressTag !== ''
}
