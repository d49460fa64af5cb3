import { ApiError } from '../contract/errors.ts'
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

/** What all spellings of one address share; null for what is no address of the network. */
function accountAt(network: Network, text: string): string | null {
  const check = network.checkAddress(text)
  if (!check.ok) return null
  return network.accountOf?.(check.address) ?? check.address
}
