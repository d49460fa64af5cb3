// Our own writing of Solana's transactions, against the chain's own library: the same keys, the same steps, the same bytes.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { base58 } from '@scure/base'
import { type Address, address, getProgramDerivedAddress, isOffCurveAddress } from '@solana/addresses'
import { AccountRole, type Instruction } from '@solana/instructions'
import {
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
} from '@solana/transaction-messages'
import { getTransactionDecoder, getTransactionEncoder } from '@solana/transactions'
import {
  associatedTokenProgram,
  isOnCurve,
  systemProgram,
  tokenAccountOf,
  tokenProgram,
} from '../../../../server/chains/solana-keys.ts'
import {
  isSignedBy,
  type Payment,
  paymentMessage,
  readTransaction,
  transactionOf,
} from '../../../../server/chains/solana-message.ts'
import { writeMessage } from '../../../support/solana-library.ts'
import { newSolanaKey } from '../../../support/solana-node.ts'

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const random = () => base58.encode(Uint8Array.from(randomBytes(32)))
const payment: Payment = {
  ...{ from: random(), to: random(), reference: random(), mint, decimals: 6 },
  ...{ units: 12_345_678_901_234n, makesAccount: true },
}
const blockhash = random()
const readonly = (text: string) => ({ address: address(text), role: AccountRole.READONLY })
const writable = (text: string) => ({ address: address(text), role: AccountRole.WRITABLE })
const payer = { address: address(payment.from), role: AccountRole.WRITABLE_SIGNER }

function read(message: Uint8Array) {
  return decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(message))
}

/** Written by the chain's own library, of the same steps. */
function byLibrary(steps: readonly Instruction[]): number {
  return writeMessage({ steps, payer: payment.from, blockhash }).length
}

test('a wallet’s account for a token is where the chain’s library says', async () => {
  for (let round = 0; round < 20; round++) {
    const owner = random()
    const seeds = [owner, tokenProgram, mint].map((text) => base58.decode(text))
    const [expected] = await getProgramDerivedAddress({ programAddress: associatedTokenProgram as Address, seeds })
    assert.equal(tokenAccountOf(owner, mint), expected)
  }
})

test('which addresses a key can have is decided as by the chain’s library', () => {
  const edges = [0n, 1n, 2n, 2n ** 255n - 20n, 2n ** 255n - 19n, 2n ** 255n - 18n, 2n ** 256n - 1n]
  const ofEdge = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse()
  for (const bytes of [...edges.map(ofEdge), ...Array.from({ length: 300 }, () => randomBytes(32))]) {
    const text = base58.encode(Uint8Array.from(bytes)) as Address
    assert.equal(isOnCurve(bytes), !isOffCurveAddress(text), text)
  }
  assert.ok(isOnCurve(base58.decode(newSolanaKey().address)))
})

test('a token’s payment reads as: account made where it is missing, then just this amount', () => {
  const message = paymentMessage(payment, blockhash)
  const { instructions, feePayer, lifetimeConstraint } = read(message)
  const [limit, price, make, pay] = instructions
  assert.equal(feePayer.address, payment.from)
  assert.deepEqual(lifetimeConstraint, { blockhash, lastValidBlockHeight: 2n ** 64n - 1n })
  assert.deepEqual([limit?.data?.[0], price?.data?.[0]], [2, 3])
  const [source, target] = [tokenAccountOf(payment.from, mint), tokenAccountOf(payment.to, mint)]
  assert.equal(make?.programAddress, associatedTokenProgram)
  assert.deepEqual(Buffer.from(make?.data ?? []).toString('hex'), '01')
  assert.deepEqual(make?.accounts, [
    payer,
    writable(target),
    readonly(payment.to),
    readonly(mint),
    readonly(systemProgram),
    readonly(tokenProgram),
  ])
  assert.equal(pay?.programAddress, tokenProgram)
  const data = Buffer.from(pay?.data ?? [])
  assert.deepEqual([data[0], data.readBigUInt64LE(1), data[9], data.length], [12, payment.units, 6, 10])
  assert.deepEqual(pay?.accounts, [
    writable(source),
    readonly(mint),
    writable(target),
    payer,
    readonly(payment.reference),
  ])
  assert.equal(byLibrary(instructions), message.length)
  assert.equal(read(paymentMessage({ ...payment, makesAccount: false }, blockhash)).instructions.length, 3)
})

test('a coin’s payment is one transfer of the system', () => {
  const message = paymentMessage({ ...payment, mint: '', decimals: 9, makesAccount: false }, blockhash)
  const { instructions } = read(message)
  const [, , pay] = instructions
  assert.deepEqual([instructions.length, pay?.programAddress], [3, systemProgram])
  const data = Buffer.from(pay?.data ?? [])
  assert.deepEqual([data.readUInt32LE(0), data.readBigUInt64LE(4), data.length], [2, payment.units, 12])
  assert.deepEqual(pay?.accounts, [payer, writable(payment.to), readonly(payment.reference)])
  assert.equal(byLibrary(instructions), message.length)
})

test('every byte is read back by the chain’s library, and written the same', () => {
  for (const makesAccount of [true, false]) {
    const message = paymentMessage({ ...payment, makesAccount }, blockhash)
    const compiled = getCompiledTransactionMessageDecoder().decode(message)
    assert.deepEqual(Uint8Array.from(getCompiledTransactionMessageEncoder().encode(compiled as never)), message)
    const { messageBytes, signatures } = getTransactionDecoder().decode(transactionOf(message))
    assert.deepEqual([Uint8Array.from(messageBytes), Object.keys(signatures)], [message, [payment.from]])
    const written = getTransactionEncoder().encode({ messageBytes, signatures } as never)
    assert.deepEqual(Uint8Array.from(written), transactionOf(message))
  }
})

test('an invalid amount or address is not encoded', () => {
  for (const units of [0n, -1n, 2n ** 64n])
    assert.throws(() => paymentMessage({ ...payment, units }, blockhash), RangeError)
  // The last one is longer than 32 bytes.
  for (const to of ['', '1111', 'z'.repeat(45)]) {
    assert.throws(() => paymentMessage({ ...payment, to, mint: '' }, blockhash))
    assert.throws(() => paymentMessage({ ...payment, to }, blockhash))
  }
})

test('a signature is of one key on one message', () => {
  const key = newSolanaKey()
  const message = paymentMessage({ ...payment, from: key.address }, blockhash)
  const transaction = key.sign(Buffer.from(transactionOf(message)).toString('base64'))
  const signed = readTransaction(Buffer.from(transaction, 'base64'))
  assert.ok(signed)
  assert.ok(isSignedBy(key.address, message, signed.signature))
  assert.ok(!isSignedBy(payment.from, message, signed.signature))
  const other = paymentMessage({ ...payment, from: key.address, units: 1n }, blockhash)
  assert.ok(!isSignedBy(key.address, other, signed.signature))
  assert.ok(!isSignedBy(key.address, message, new Uint8Array(64)))
  assert.equal(readTransaction(new Uint8Array(66)), null)
})
