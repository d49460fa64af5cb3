// EVM addresses with their EIP-55 checksum. Mixed case must be right; one case throughout carries no checksum
// and is answered in its checksum form.

import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { AddressCheck } from './network.ts'

export function checkEvmAddress(address: string): AddressCheck {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) {
    const otherNetwork = guessNetwork(address)
    return otherNetwork === null
      ? { ok: false, problem: 'invalidAddress' }
      : { ok: false, problem: 'addressOfOtherNetwork', otherNetwork }
  }
  const right = toChecksumAddress(address)
  const digits = address.slice(2)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (hasChecksum && right !== address) return { ok: false, problem: 'addressChecksumFailed' }
  return { ok: true, address: right }
}

// One transfer meets the same address at configure, preview and execute, and the hash is slow in JavaScript.
const maximumKnown = 2_000
const known = new Map<string, string>()

export function toChecksumAddress(address: string): string {
  const found = known.get(address) ?? checksummed(address)
  if (known.size >= maximumKnown) known.clear()
  known.set(address, found)
  return found
}

function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const mixed = [...digits].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${mixed.join('')}`
}

// Only to make the error helpful: which network an address seems to be of.
const shapes: readonly [string, RegExp][] = [
  ['Bitcoin', /^(bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/],
  ['Tron', /^T[1-9A-HJ-NP-Za-km-z]{33}$/],
  ['XRP Ledger', /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/],
  ['Stellar', /^G[A-Z2-7]{55}$/],
  ['Solana', /^[1-9A-HJ-NP-Za-km-z]{43,44}$/],
]

function guessNetwork(address: string): string | null {
  return shapes.find(([, shape]) => shape.test(address))?.[0] ?? null
}
