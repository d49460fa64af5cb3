import type { Network } from './network.ts'

/** What all spellings of one address share; null for what is no address of the network. */
export function accountAt(network: Network, text: string): string | null {
  const check = network.checkAddress(text)
  if (!check.ok) return null
  return network.accountOf?.(check.address) ?? check.address
}
