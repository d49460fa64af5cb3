import { readBase58check } from './base58check.ts'
import type { AddressCheck } from './network.ts'

const accountVersion = 0

/**
 * Classic addresses of the XRP Ledger. X-addresses contain a tag and are refused, because the tag is a separate field here and the
 * two could differ.
 */
export function checkXrpAddress(address: string): AddressCheck {
  const read = readBase58check(address, 'xrp')
  if (read?.version !== accountVersion) return { ok: false, problem: 'invalidAddress' }
  return read.checksumIsRight ? { ok: true, address } : { ok: false, problem: 'addressChecksumFailed' }
}
