// Writes the message of a Solana transaction byte for byte, so that a wallet signs exactly what this server has written.

import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import {
  associatedTokenProgram,
  computeBudgetProgram,
  systemProgram,
  tokenAccountOf,
  tokenProgram,
} from './solana-keys.ts'

export interface Payment {
  from: string
  to: string
  /** '' for the coin. */
  mint: string
  decimals: number
  units: bigint
  /** The recipient has no account for the token yet. The transaction creates it and pays its deposit. */
  makesAccount: boolean
  /** An address without a key, unique to the transfer. The transaction names it, and is found by it. */
  reference: string
}

interface Role {
  address: string
  signs?: true
  writes?: true
}

interface Instruction {
  program: string
  accounts: Role[]
  data: Uint8Array
}

/**
 * The compute limit, with room for the guards that some wallets add, and the price offered for each unit. Without a price, a busy
 * chain does not include the transaction.
 */
const unitLimit = 80_000n
const microLamportsPerUnit = 100_000n

/** Throws a RangeError if an address or the amount is not valid. */
export function paymentMessage(payment: Payment, blockhash: string): Uint8Array {
  if (payment.units <= 0n || payment.units >= 1n << 64n) throw new RangeError('not an amount')
  const steps = payment.mint === '' ? [payCoin(payment)] : payToken(payment)
  return compile(payment.from, blockhash, [
    { program: computeBudgetProgram, accounts: [], data: bytes([2], number(unitLimit, 4)) },
    { program: computeBudgetProgram, accounts: [], data: bytes([3], number(microLamportsPerUnit, 8)) },
    ...steps,
  ])
}

function payCoin({ from, to, units, reference }: Payment): Instruction {
  const accounts: Role[] = [
    { address: from, signs: true, writes: true },
    { address: to, writes: true },
    { address: reference },
  ]
  return { program: systemProgram, accounts, data: bytes(number(2n, 4), number(units, 8)) }
}

function payToken({ from, to, mint, decimals, units, makesAccount, reference }: Payment): Instruction[] {
  const [source, target] = [tokenAccountOf(from, mint), tokenAccountOf(to, mint)]
  const pay: Role[] = [
    { address: source, writes: true },
    { address: mint },
    { address: target, writes: true },
    { address: from, signs: true },
    { address: reference },
  ]
  const make: Role[] = [
    { address: from, signs: true, writes: true },
    { address: target, writes: true },
    { address: to },
    { address: mint },
    { address: systemProgram },
    { address: tokenProgram },
  ]
  return [
    ...(makesAccount ? [{ program: associatedTokenProgram, accounts: make, data: bytes([1]) }] : []),
    { program: tokenProgram, accounts: pay, data: bytes([12], number(units, 8), [decimals]) },
  ]
}

/** The oldest format, which every wallet supports: accounts in the order signing, writing, reading; steps refer to them by index. */
function compile(payer: string, blockhash: string, steps: readonly Instruction[]): Uint8Array {
  const roles = new Map<string, Role>([[payer, { address: payer, signs: true, writes: true }]])
  for (const { program, accounts } of steps) {
    for (const role of [...accounts, { address: program }])
      roles.set(role.address, { ...roles.get(role.address), ...role })
  }
  const rank = ({ address, signs, writes }: Role) => (address === payer ? 0 : (signs ? 1 : 3) + (writes ? 0 : 1))
  const ordered = [...roles.values()].sort((one, other) => rank(one) - rank(other))
  const indexOf = (address: string) => ordered.findIndex((role) => role.address === address)
  const signing = ordered.filter(({ signs }) => signs)
  const readOnly = (all: readonly Role[]) => all.filter(({ writes }) => !writes).length
  return bytes(
    [signing.length, readOnly(signing), readOnly(ordered) - readOnly(signing)],
    list(ordered.map(({ address }) => key(address))),
    key(blockhash),
    list(
      steps.map(({ program, accounts, data }) =>
        bytes([indexOf(program)], list(accounts.map(({ address }) => [indexOf(address)])), length(data.length), data),
      ),
    ),
  )
}

/** A transaction with one signer. The signature of an unsigned one is all zeros. */
export function transactionOf(message: Uint8Array, signature: Uint8Array = new Uint8Array(64)): Uint8Array {
  return bytes([1], signature, message)
}

/** Null for anything but one signature and a message. */
export function readTransaction(transaction: Uint8Array): { signature: Uint8Array; message: Uint8Array } | null {
  if (transaction.length < 66 || transaction[0] !== 1) return null
  return { signature: transaction.slice(1, 65), message: transaction.slice(65) }
}

export function isSignedBy(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(key(address)).toString('base64url')
  try {
    return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
  } catch {
    return false
  }
}

function key(address: string): Uint8Array {
  const decoded = base58.decode(address)
  if (decoded.length !== 32) throw new RangeError('not an address')
  return decoded
}

function list(parts: readonly ArrayLike<number>[]): Uint8Array {
  return bytes(length(parts.length), ...parts)
}

/** Seven bits a byte, the lowest first. */
function length(count: number): number[] {
  return count < 128 ? [count] : [(count & 127) | 128, ...length(count >> 7)]
}

function number(value: bigint, size: 4 | 8): number[] {
  return Array.from({ length: size }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
}

function bytes(...parts: readonly ArrayLike<number>[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)))
}
