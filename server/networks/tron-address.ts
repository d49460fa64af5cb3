import { readBase58check } from './base58check.ts'
import type { AddressCheck } from './network.ts'

const mainnetVersion = 0x41

/** Tron addresses in base58; the hexadecimal form, which carries no checksum, is refused. */
export function checkTronAddress(address: string): AddressCheck {
  const read = readBase58check(address)
  if (read?.version !== mainnetVersion) return { ok: false, problem: 'invalidAddress' }
  return read.checksumIsRight ? { ok: true, address } : { ok: false, problem: 'addressChecksumFailed' }
}
