import { ApiError } from '../contract/errors.ts'
import { accountAt } from '../networks/equal-addresses.ts'
import type { Network } from '../networks/network.ts'

export interface OriginToCheck {
  network: Network
  toAddress: string
  /** From where the assets would be sent; '' or absent where the exchange does not name an address. */
  fromAddress?: string | undefined
}

/** What is sent to the address that it comes from moves nothing, and costs the fee. */
export function originAddress(subject: OriginToCheck): void {
  if (isOrigin(subject))
    throw new ApiError('destinationIsOrigin', { field: 'ToAddress', network: subject.network.name })
}

export function isOrigin({ network, toAddress, fromAddress = '' }: OriginToCheck): boolean {
  const [to, from] = [accountAt(network, toAddress), accountAt(network, fromAddress)]
  return to !== null && to === from
}
