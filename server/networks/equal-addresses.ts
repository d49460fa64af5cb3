import type { Network } from './network.ts'

/** A spelling that is the same for all spellings of one address; null if the address is not valid on the network. */
export function accountAt(network: Network, text: string): string | null {
  const check = network.checkAddress(text)
  if (!check.ok) return null
  return network.accountOf?.(check.address) ?? check.address
}
