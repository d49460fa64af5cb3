import { readBase58check } from './base58check.ts'
import type { AddressCheck } from './network.ts'

const accountVersion = 0

/**
 * Classic addresses of the XRP Ledger. An X-address, which holds its tag inside, is refused: the tag is given beside the
 * address here, and one that said another would be lost unseen.
 */
export function checkXrpAddress(address: string): AddressCheck {
  const read = readBase58check(address, 'xrp')
  if (read?.version !== accountVersion) return { ok: false, problem: 'invalidAddress' }
  return read.checksumIsRight ? { ok: true, address } : { ok: false, problem: 'addressChecksumFailed' }
}
