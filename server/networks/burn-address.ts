import type { Objection } from './network.ts'

/** Objects to well-known burn addresses, which have no key. */
export function objectToBurnAddresses(burnAddresses: readonly string[]): (address: string) => Objection | null {
  return (address) =>
    burnAddresses.includes(address) ? { rule: 'burnAddress', reason: 'the address has no known key' } : null
}
