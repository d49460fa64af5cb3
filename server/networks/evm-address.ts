// EVM addresses with their EIP-55 checksum. An address in mixed case must have the right checksum. An address in one case has no
// checksum and is returned with it.

import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { BoundedMap } from '../cache/bounded-map.ts'
import type { AddressCheck, IrrecoverableReason } from './network.ts'

export function checkEvmAddress(address: string): AddressCheck {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return { ok: false, problem: 'invalidAddress' }
  const right = toChecksumAddress(address)
  const digits = address.slice(2)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (hasChecksum && right !== address) return { ok: false, problem: 'addressChecksumFailed' }
  return { ok: true, address: right }
}

/** The addresses below this one may be of precompiled contracts. */
const firstFree = 0x100n

export function reasonOfEvmAddress(address: string): IrrecoverableReason | null {
  const number = BigInt(address)
  if (number === 0n) return { rule: 'zeroAddress', reason: 'the zero address destroys what it receives' }
  if (number < firstFree) return { rule: 'networkAddress', reason: 'the address belongs to the network itself' }
  if (!address.toLowerCase().endsWith('dead')) return null
  return { rule: 'burnAddress', reason: 'an address that ends in dead is used to destroy what it receives' }
}

// Configure, preview and execute check the same address, and the hash is slow in JavaScript. Not `memoize`, because address checks are
// synchronous.
const maximumCached = 2_000
const cachedAddresses = new BoundedMap<string, string>(maximumCached)

export function toChecksumAddress(given: string): string {
  const address = cachedAddresses.get(given) ?? checksummed(given)
  cachedAddresses.set(given, address)
  return address
}

function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const mixed = [...digits].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${mixed.join('')}`
}
