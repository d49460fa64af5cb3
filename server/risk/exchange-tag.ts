import { ApiError } from '../contract/errors.ts'
import type { Network } from '../networks/network.ts'

/** Of the way an exchange sends by. */
export interface TagDemand {
  tagRequired?: boolean
}

/** Where the network lets a tag be left out, an exchange may not. */
export function exchangeTag({
  network,
  route,
  addressTag,
}: {
  network: Network
  route: TagDemand
  addressTag: string
}) {
  if (!takesTag(route, addressTag)) throw new ApiError('tagRequired', { network: network.name, field: 'AddressTag' })
}

export function takesTag({ tagRequired }: TagDemand, addressTag: string): boolean {
  return tagRequired !== true || addressTag !== ''
}
