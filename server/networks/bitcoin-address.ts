// Addresses of Bitcoin and similar networks: base58 with a version byte, and, where the network has witness programs, bech32 (BIP 173)
// for version 0 and bech32m (BIP 350) for later ones. Addresses of test networks are refused.

import { bech32, bech32m } from '@scure/base'
import { readBase58check } from './base58check.ts'
import type { AddressCheck, IrrecoverableReason } from './network.ts'

interface BitcoinFormat {
  /** Version bytes: pay to public key hash, pay to script hash. */
  versions: readonly number[]
  /** Human-readable part of its witness addresses; null where there are none. */
  witnessPrefix: string | null
}

const invalid: AddressCheck = { ok: false, problem: 'invalidAddress' }
const wrongChecksum: AddressCheck = { ok: false, problem: 'addressChecksumFailed' }

export function bitcoinAddressCheck({ versions, witnessPrefix }: BitcoinFormat): (address: string) => AddressCheck {
  return (address) => {
    if (witnessPrefix !== null && address.toLowerCase().startsWith(`${witnessPrefix}1`)) {
      return checkWitness(address, witnessPrefix)
    }
    const read = readBase58check(address)
    if (read === null || !versions.includes(read.version)) return invalid
    return read.checksumIsRight ? { ok: true, address } : wrongChecksum
  }
}

function checkWitness(address: string, prefix: string): AddressCheck {
  const lower = address.toLowerCase()
  const isOneCase = address === lower || address === address.toUpperCase()
  const data = lower.slice(prefix.length + 1)
  if (!isOneCase || address.length > 90 || !/^[02-9ac-hj-np-z]{9,}$/.test(data)) return invalid
  const version = witnessVersionOf(data)
  if (version > 16) return invalid
  const program = (version === 0 ? bech32 : bech32m).decodeUnsafe(lower)
  // Each version has one kind of checksum: a version-0 address in bech32m is refused, and vice versa.
  if (program === undefined) return wrongChecksum
  const bytes = bech32.fromWordsUnsafe(program.words.slice(1))
  return bytes && isProgramLength(version, bytes.length) ? { ok: true, address: lower } : invalid
}

function isProgramLength(version: number, length: number): boolean {
  return version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40
}

const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

function witnessVersionOf(data: string): number {
  return letters.indexOf(data.charAt(0))
}

/** Anyone can spend from a witness version that has no rules yet. `address` is in canonical spelling. */
export function reasonOfWitness(address: string, prefix: string): IrrecoverableReason | null {
  if (!address.startsWith(`${prefix}1`)) return null
  const data = address.slice(prefix.length + 1)
  const version = witnessVersionOf(data)
  // Taproot: one letter for the version, 52 for 32 bytes, 6 for the checksum.
  if (version === 0 || (version === 1 && data.length === 59)) return null
  return { rule: 'openToAnyone', reason: 'the network has no rules for this kind of address yet: anyone could take it' }
}
