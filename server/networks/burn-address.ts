import type { IrrecoverableReason } from './network.ts'

/** The reason of well-known burn addresses, which have no key. */
export function reasonOfBurnAddress(burnAddresses: readonly string[]): (address: string) => IrrecoverableReason | null {
  return (address) =>
    burnAddresses.includes(address) ? { rule: 'burnAddress', reason: 'the address has no known key' } : null
}
