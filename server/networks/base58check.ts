// Base58 with four bytes of a double SHA-256 at its end, as Bitcoin began it. The XRP Ledger has another alphabet.

import { sha256 } from '@noble/hashes/sha2.js'
import { base58, base58xrp } from '@scure/base'

const alphabets = { bitcoin: base58, xrp: base58xrp }

interface Base58Payload {
  version: number
  checksumIsRight: boolean
}

/** Null unless the text is a version byte and 20 bytes in this alphabet. */
export function readBase58check(text: string, alphabet: keyof typeof alphabets = 'bitcoin'): Base58Payload | null {
  // The time it takes to decode grows with the square of the length.
  if (text.length > 40) return null
  const bytes = decoded(text, alphabet)
  if (bytes.length !== 25) return null
  const [version = 0] = bytes
  const checksum = sha256(sha256(bytes.subarray(0, 21))).subarray(0, 4)
  return { version, checksumIsRight: checksum.every((byte, index) => byte === bytes[21 + index]) }
}

/** Empty if a letter is not in the alphabet. */
function decoded(text: string, alphabet: keyof typeof alphabets): Uint8Array {
  try {
    return alphabets[alphabet].decode(text)
  } catch {
    return Uint8Array.of()
  }
}
