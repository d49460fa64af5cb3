// Solana addresses are 32 bytes in base58, without any checksum: a mistyped one is likely to be another address.

import { base58 } from '@scure/base'
import type { AddressCheck } from './network.ts'

export function checkSolanaAddress(address: string): AddressCheck {
  const isAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) && base58.decode(address).length === 32
  return isAddress ? { ok: true, address } : { ok: false, problem: 'invalidAddress' }
}
