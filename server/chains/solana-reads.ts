// Reads an account on Solana: its balances, the cost of sending, and the status of what it sent. Responses of a node are not trusted:
// a malformed one throws.

import { base58 } from '@scure/base'
import { tokenProgram } from './solana-keys.ts'
import type { SolanaNode } from './solana-node.ts'
import { keysOf, type SolanaTransaction } from './solana-transaction.ts'

export interface SolanaAccount {
  lamports: bigint
  /** The program that it belongs to. */
  owner: string
  isProgram: boolean
  data: Uint8Array
}

export interface Lifetime {
  blockhash: string
  /** The slot of the response. */
  slot: number
  /** The last block height at which a transaction with this blockhash is valid. */
  lastHeight: number
}

interface Head {
  slot: number
  height: number
}

export interface NamingTransaction {
  hash: string
  slot: number
  failed: boolean
}

interface SignatureList {
  atMost?: number
  /** Only signatures older than this one. */
  before?: string
  /** A node that has not reached this slot refuses. */
  asOfSlot?: number
}

/** Every read throws if the node cannot be reached or serves another chain. */
export interface SolanaReads {
  /** In the order of the addresses; null for an account that does not exist. */
  accounts(addresses: readonly string[]): Promise<(SolanaAccount | null)[]>
  lifetime(): Promise<Lifetime>
  /** The newest confirmed block, or the newest final one. */
  head(of: 'confirmed' | 'finalized'): Promise<Head>
  /** The oldest slot whose transactions the node stores. */
  oldestSlot(): Promise<number>
  /** The minimum balance of an account of this size. */
  rent(bytes: number): Promise<bigint>
  /** Null if the blockhash has expired. */
  fee(message: Uint8Array): Promise<bigint | null>
  /** Signatures of transactions that contain an address, newest first. */
  signaturesOf(address: string, options?: SignatureList): Promise<NamingTransaction[]>
  /** All addresses in a transaction; null if the node does not know it. */
  namedIn(hash: string): Promise<string[] | null>
  /** Whether the node knows a transaction, as of a slot. */
  seen(hash: string): Promise<{ isKnown: boolean; asOfSlot: number }>
  /** Repeating a send has no effect. */
  send(transaction: Uint8Array): Promise<void>
}

/** A height, a slot or lamports, with any number of digits. */
type Whole = number | bigint

export function solanaReads(node: SolanaNode): SolanaReads {
  const confirmed = { commitment: 'confirmed' }
  return {
    async accounts(addresses) {
      const options = { ...confirmed, encoding: 'base64' }
      const { value } = await node.call<{ value: (RawAccount | null)[] }>('getMultipleAccounts', [addresses, options])
      if (value.length !== addresses.length) throw new Error('the node left accounts out')
      return value.map((account) => (account === null ? null : accountOf(account)))
    },
    async lifetime() {
      const { context, value } = await node.call<{
        context: { slot: Whole }
        value: { blockhash: string; lastValidBlockHeight: Whole }
      }>('getLatestBlockhash', [confirmed])
      const { blockhash, lastValidBlockHeight } = value
      return { blockhash, slot: count(context.slot), lastHeight: count(lastValidBlockHeight) }
    },
    async head(commitment) {
      const info = await node.call<{ absoluteSlot: Whole; blockHeight: Whole }>('getEpochInfo', [{ commitment }])
      return { slot: count(info.absoluteSlot), height: count(info.blockHeight) }
    },
    oldestSlot: async () => count(await node.call<Whole>('getFirstAvailableBlock')),
    rent: async (bytes) => units(await node.call<Whole>('getMinimumBalanceForRentExemption', [bytes])),
    async fee(message) {
      const text = Buffer.from(message).toString('base64')
      const { value } = await node.call<{ value: Whole | null }>('getFeeForMessage', [text, confirmed])
      return value === null ? null : units(value)
    },
    async signaturesOf(address, { atMost = 20, before, asOfSlot } = {}) {
      const found = await node.call<{ signature: string; slot: Whole; err: unknown }[]>('getSignaturesForAddress', [
        address,
        {
          ...{ ...confirmed, limit: atMost },
          ...(before === undefined ? {} : { before }),
          ...(asOfSlot === undefined ? {} : { minContextSlot: asOfSlot }),
        },
      ])
      return found.map(({ signature, slot, err }) => ({
        hash: hashOf(signature),
        slot: count(slot),
        failed: err !== null,
      }))
    },
    async namedIn(hash) {
      const options = { ...confirmed, encoding: 'json', maxSupportedTransactionVersion: 0 }
      const found = await node.call<SolanaTransaction | null>('getTransaction', [hash, options])
      return found === null || found.meta === null ? null : keysOf(found)
    },
    async seen(hash) {
      const response = await signatureStatus(node, hash)
      return { isKnown: response.status !== null, asOfSlot: response.asOfSlot }
    },
    async send(transaction) {
      const text = Buffer.from(transaction).toString('base64')
      await node.call('sendTransaction', [
        text,
        { encoding: 'base64', preflightCommitment: 'confirmed', maxRetries: 0 },
      ])
    },
  }
}

interface SignatureStatus {
  /** Null once the transaction is final. */
  confirmations: number | null
}

export async function signatureStatus(
  node: SolanaNode,
  hash: string,
): Promise<{ status: SignatureStatus | null; asOfSlot: number }> {
  const { context, value } = await node.call<{ context: { slot: Whole }; value: (SignatureStatus | null)[] }>(
    'getSignatureStatuses',
    [[hash], { searchTransactionHistory: true }],
  )
  const [status] = value
  if (value.length !== 1 || status === undefined) throw new Error('the node left a transaction out')
  return { status, asOfSlot: count(context.slot) }
}

interface RawAccount {
  lamports: Whole
  owner: string
  executable: boolean
  data: [text: string, encoding: string]
}

function accountOf({ lamports, owner, executable, data }: RawAccount): SolanaAccount {
  return { lamports: units(lamports), owner, isProgram: executable, data: Buffer.from(data[0], 'base64') }
}

/** The amount of a token account that can be sent: 0 if the account is frozen. */
export function unitsIn(account: SolanaAccount | null): bigint {
  if (account === null || account.owner !== tokenProgram || account.data.length < 165) return 0n
  const isUsable = account.data[108] === 1
  return isUsable ? Buffer.from(account.data).readBigUInt64LE(64) : 0n
}

function hashOf(signature: string): string {
  if (!isSignature(signature)) throw new Error('the node named no transaction')
  return signature
}

export function isSignature(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text) && base58.decode(text).length === 64
}

function count(value: Whole): number {
  if (!Number.isSafeInteger(value)) throw new Error('the node counts wrongly')
  return value as number
}

export function units(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new Error('the node names no amount')
  return BigInt(value as number)
}
