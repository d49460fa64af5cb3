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
  /** The last height of a block that may hold a transaction with it. */
  lastHeight: number
}

export interface Head {
  slot: number
  height: number
}

export interface NamingTransaction {
  hash: string
  slot: number
  failed: boolean
}

export interface SignatureList {
  atMost?: number
  /** Only those older than this one. */
  before?: string
  /** A node that has not come so far refuses. */
  asOfSlot?: number
}

/** Every read throws when the node cannot be reached, or answers for another chain. */
export interface SolanaReads {
  /** Null where nothing lies. In the order of the addresses. */
  accounts(addresses: readonly string[]): Promise<(SolanaAccount | null)[]>
  lifetime(): Promise<Lifetime>
  /** The newest block that most have voted for, or that nothing undoes any more. */
  head(of: 'confirmed' | 'finalized'): Promise<Head>
  /** The oldest slot of which the node knows its transactions. */
  oldestSlot(): Promise<number>
  /** The minimum balance of an account of this size. */
  rent(bytes: number): Promise<bigint>
  /** Null where its blockhash is known no more. */
  fee(message: Uint8Array): Promise<bigint | null>
  /** Of transactions that name an address, the newest first. */
  signaturesOf(address: string, options?: SignatureList): Promise<NamingTransaction[]>
  /** All addresses that a transaction names; null where the node does not know it. */
  namedIn(hash: string): Promise<string[] | null>
  /** The slot as of which the node has not, or has, seen a transaction. */
  seen(hash: string): Promise<{ isKnown: boolean; asOfSlot: number }>
  /** Sending the same once more changes nothing. */
  send(transaction: Uint8Array): Promise<void>
}

/** Of any number of digits: a height, a slot, lamports. */
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

export interface SignatureStatus {
  /** Null once nothing undoes it any more. */
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
