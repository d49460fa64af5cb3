// Solana's addresses have 32 bytes. Most are keys, which are points of a curve. An address off the curve is derived from others, such
// as a wallet's account for a token.

import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'

export const systemProgram = '11111111111111111111111111111111'
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** The later token program: an address of its accounts is no wallet's either. */
export const tokenProgram2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'

const prime = 2n ** 255n - 19n
const curveD = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/** The address of a wallet's account for a token. */
export function tokenAccountOf(owner: string, mint: string): string {
  const seeds = [owner, tokenProgram, mint].map((address) => base58.decode(address))
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const seed of [...seeds, [bump], base58.decode(associatedTokenProgram)]) hash.update(Uint8Array.from(seed))
    const made = hash.update('ProgramDerivedAddress').digest()
    if (!isOnCurve(made)) return base58.encode(made)
  }
  throw new RangeError('no address can be made')
}

/** Whether a key could have this address: y of the point is given, and x² = (y² - 1) / (d·y² + 1) has to be a square. */
export function isOnCurve(address: Uint8Array): boolean {
  const y = BigInt(`0x${Buffer.from(address).reverse().toString('hex')}`) & (2n ** 255n - 1n)
  const square = (y * y) % prime
  const ratio = (((square - 1n + prime) % prime) * ((curveD * square + 1n) % prime)) % prime
  const root = power(ratio, (prime - 1n) / 2n)
  return root === 0n || root === 1n
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let factor = base, rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % prime
    factor = (factor * factor) % prime
  }
  return result
}
