// Stellar's account addresses (SEP 23): base32 of a version byte, the public key and a CRC-16. Muxed addresses (M…), which contain
// a memo, and contracts (C…), to which exchanges cannot pay, are refused.

import { base32 } from '@scure/base'
import { crc16 } from './crc16.ts'
import type { AddressCheck } from './network.ts'

export function checkStellarAddress(address: string): AddressCheck {
  // 35 bytes fill 56 letters to the last bit, and the first letter is the version's.
  if (!/^G[A-D][A-Z2-7]{54}$/.test(address)) return { ok: false, problem: 'invalidAddress' }
  const bytes = base32.decode(address)
  const isRight = crc16(bytes.subarray(0, 33)) === (bytes[33] ?? 0) + ((bytes[34] ?? 0) << 8)
  return isRight ? { ok: true, address } : { ok: false, problem: 'addressChecksumFailed' }
}
