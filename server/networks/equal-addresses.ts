import type { Network } from './network.ts'

/** A spelling that is the same for all spellings of one address; null if the address is not valid on the network. */
export function accountAt(network: Network, text: string): string | null {
  const check = network.checkAddress(text)
  if (!check.ok) return null
  return network.accountOf?.(check.address) ?? check.address
}

/** Whether two texts are one address. Upper and lower case of an EVM address are a checksum. In any other address they count. */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || (/^0x[0-9a-f]{40}$/i.test(one) && one.toLowerCase() === other.toLowerCase())
}
