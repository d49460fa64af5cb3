// Compares the message that a wallet signed with the requested one. Some wallets add instructions of one public program, which only
// read balances and make the transaction fail if these differ from what the wallet showed. Nothing else may differ.

import { base58 } from '@scure/base'

/** Lighthouse. Phantom and Solflare append its guards to the requested instructions. */
export const guardProgram = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'
const guardsAtMost = 4

interface Step {
  program: string
  accounts: string[]
  data: string
}

interface Message {
  signing: string[]
  writable: ReadonlySet<string>
  blockhash: string
  steps: Step[]
}

export function matchesRequest(requested: Uint8Array, signed: Uint8Array): boolean {
  if (Buffer.compare(requested, signed) === 0) return true
  const [own, other] = [readMessage(requested), readMessage(signed)]
  if (own === null || other === null) return false
  const guards = other.steps.slice(own.steps.length)
  return (
    guards.length > 0 &&
    guards.length <= guardsAtMost &&
    guards.every(({ program }) => program === guardProgram) &&
    hasEqualJson(other.steps.slice(0, own.steps.length), own.steps) &&
    hasEqualJson([other.blockhash, ...other.signing], [own.blockhash, ...own.signing]) &&
    // Guards read accounts and change nothing.
    hasEqualJson([...other.writable].sort(), [...own.writable].sort())
  )
}

function hasEqualJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Reads a legacy message, the version that was requested. Null for other versions, and if bytes are missing or left over. */
function readMessage(bytes: Uint8Array): Message | null {
  let at = 0
  const take = (count: number) => {
    at += count
    if (at > bytes.length) throw new RangeError('cut off')
    return bytes.slice(at - count, at)
  }
  // In a message of this size, every count fits into one byte.
  const next = () => {
    const [byte = 128] = take(1)
    if (byte > 127) throw new RangeError('another form')
    return byte
  }
  try {
    const [signers, silentSigners, silent] = [next(), next(), next()]
    const keys = Array.from({ length: next() }, () => base58.encode(take(32)))
    const blockhash = base58.encode(take(32))
    const keyAt = (index: number) => {
      const key = keys[index]
      if (key === undefined) throw new RangeError('no such key')
      return key
    }
    const steps = Array.from({ length: next() }, () => ({
      program: keyAt(next()),
      accounts: [...take(next())].map(keyAt),
      data: Buffer.from(take(next())).toString('hex'),
    }))
    if (at !== bytes.length || new Set(keys).size !== keys.length) return null
    const isWritable = (index: number) =>
      index < signers ? index < signers - silentSigners : index < keys.length - silent
    const writable = new Set(keys.filter((_, index) => isWritable(index)))
    return { signing: keys.slice(0, signers), writable, blockhash, steps }
  } catch {
    return null
  }
}
