// The sandbox's Solana: real transactions on Solana's virtual machine, in slots by the clock. It implements the JSON-RPC methods that
// the product uses, and none that acts without a signature. Sent transactions are stored in a file and replayed at start.

import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { base58 } from '@scure/base'
import { tokenAccountOf } from 'transfer-link-server'
import type { Litesvm, Outcome } from './litesvm.ts'
import {
  confirmedAfter,
  type ExecutedTransaction,
  finalAfter,
  rawAccount,
  rawTransaction,
  type StoredTransaction,
  statusOf,
  tokenBalances,
} from './rpc-results.ts'
import { type Purse, seedAccounts } from './seed.ts'

/** Slots are shorter than on the real chain. A blockhash is valid for the same time as there. */
const slotMs = 100
const lifetimeSlots = 600
/** A new chain starts with final blocks. */
const headStartMs = 10_000

/** The error of a refused call. */
export class CallRefused extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

interface LedgerOptions {
  vm: Litesvm
  /** Sent transactions, one line each. */
  file: string
  purses: readonly Purse[]
  now(): number
}

export interface Ledger {
  /** Throws CallRefused. */
  respond(method: string, params: readonly unknown[]): unknown
}

type Options = Record<string, unknown>

export function openLedger({ vm: litesvm, file, purses, now }: LedgerOptions): Ledger {
  const vm = new litesvm.LiteSvm()
  // The ledger itself checks blockhashes and duplicates.
  vm.setBlockhashCheck(false)
  vm.setTransactionHistory(0n)
  seedAccounts(vm, litesvm, purses)
  const done = new Map<string, ExecutedTransaction>()
  const { begunAt, transactions } = readLog(file, now())
  const slotNow = () => Math.floor((now() - begunAt) / slotMs) + 1
  const seedOf = createHash('sha256').update(String(begunAt)).digest('hex')
  const blockhashOf = (slot: number) => base58.encode(createHash('sha256').update(`${seedOf} ${slot}`).digest())

  function execute({ slot, transaction }: StoredTransaction): ExecutedTransaction {
    const bytes = Buffer.from(transaction, 'base64')
    const { hash, keys } = readParts(bytes)
    const read = () => keys.map((key) => vm.getAccount(base58.decode(key)))
    vm.warpToSlot(BigInt(slot))
    const before = read()
    const err = errorOf(vm.sendLegacyTransaction(bytes))
    const executed = { slot, transaction, hash, keys, err, before, after: read() }
    done.set(hash, executed)
    return executed
  }

  for (const each of transactions) execute(each)

  const slotOf = ({ commitment = 'finalized' }: Options = {}) => {
    const behind = commitment === 'processed' ? 0 : commitment === 'confirmed' ? confirmedAfter : finalAfter
    return Math.max(0, slotNow() - behind)
  }
  const inContext = (value: unknown, options?: Options) => ({ context: { slot: slotOf(options) }, value })
  const account = (address: unknown) => vm.getAccount(addressOf(address))
  const isKnownHash = (hash: string, at = slotNow()) => {
    for (let slot = at; slot > Math.max(0, at - lifetimeSlots); slot--) if (blockhashOf(slot) === hash) return true
    return false
  }

  function send(text: unknown, { skipPreflight = false }: Options): string {
    const bytes = Buffer.from(String(text), 'base64')
    const { hash, blockhash } = readParts(bytes)
    if (done.has(hash)) return hash
    if (!isKnownHash(blockhash)) throw new CallRefused(-32002, 'Transaction simulation failed: Blockhash not found')
    const err = errorOf(vm.simulateLegacyTransaction(bytes))
    if (/SignatureFailure|SanitizeFailure/.test(err ?? '')) throw new CallRefused(-32003, `Transaction refused: ${err}`)
    if (err !== null && skipPreflight !== true) throw new CallRefused(-32002, `Transaction simulation failed: ${err}`)
    const slot = slotNow()
    const entry = { slot, transaction: bytes.toString('base64') }
    appendFileSync(file, `${JSON.stringify(entry)}\n`, { flush: true })
    return execute(entry).hash
  }

  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    getGenesisHash: () => blockhashOf(0),
    getHealth: () => 'ok',
    getSlot: ([options]) => slotOf(options as Options),
    getFirstAvailableBlock: () => 0,
    getEpochInfo: ([options]) => {
      const slot = slotOf(options as Options)
      return { absoluteSlot: slot, blockHeight: slot, epoch: 0, slotIndex: slot, slotsInEpoch: 432_000 }
    },
    getLatestBlockhash: ([options]) => {
      const slot = slotOf(options as Options)
      return inContext(
        { blockhash: blockhashOf(slot), lastValidBlockHeight: slot + lifetimeSlots - 1 },
        options as Options,
      )
    },
    getBalance: ([address, options]) => inContext(Number(account(address)?.lamports() ?? 0n), options as Options),
    getMultipleAccounts: ([addresses, options]) =>
      inContext(
        (addresses as unknown[]).map((each) => rawAccount(account(each))),
        options as Options,
      ),
    getTokenAccountsByOwner: ([owner, filter, options]) => {
      const { mint = '' } = (filter ?? {}) as Options
      const pubkey = tokenAccountOf(String(owner), String(mint))
      const found = account(pubkey)
      const held = tokenBalances([found])
      const parsed = held.map(({ uiTokenAmount: tokenAmount }) => ({
        info: { mint, owner, tokenAmount },
        type: 'account',
      }))
      const value = parsed.map((each) => ({ pubkey, account: { ...rawAccount(found), data: { parsed: each } } }))
      return inContext(value, options as Options)
    },
    getMinimumBalanceForRentExemption: ([bytes]) => Number(vm.minimumBalanceForRentExemption(BigInt(Number(bytes)))),
    getFeeForMessage: ([message, options]) =>
      inContext(feeOf(Buffer.from(String(message), 'base64')), options as Options),
    sendTransaction: ([transaction, options]) => send(transaction, (options ?? {}) as Options),
    getSignatureStatuses: ([hashes]) =>
      inContext(
        (hashes as string[]).map((hash) => statusOf(done.get(hash), slotNow())),
        { commitment: 'processed' },
      ),
    getSignaturesForAddress: ([address, options]) => {
      const upTo = slotOf(options as Options)
      const { limit = 1_000, before = '', minContextSlot = 0 } = (options ?? {}) as Options
      if (upTo < Number(minContextSlot)) throw new CallRefused(-32016, 'Minimum context slot has not been reached')
      const named = [...done.values()].filter(({ keys, slot }) => keys.includes(String(address)) && slot <= upTo)
      const found = named.reverse()
      const from = found.findIndex(({ hash }) => hash === before) + 1
      return found
        .slice(from, from + Number(limit))
        .map(({ hash, slot, err }) => ({ signature: hash, slot, err, memo: null, blockTime: null }))
    },
    getTransaction: ([hash, options]) => {
      const found = done.get(String(hash))
      return found === undefined || found.slot > slotOf(options as Options) ? null : rawTransaction(found)
    },
  }

  return {
    respond(method, params) {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (run === undefined) throw new CallRefused(-32601, 'Method not found')
      try {
        return run(params)
      } catch (error) {
        throw error instanceof CallRefused ? error : new CallRefused(-32602, 'Invalid params')
      }
    },
  }
}

/** The chain's start time and the transactions since then. A line that a crash truncated was not acknowledged and is removed. */
function readLog(file: string, now: number): { begunAt: number; transactions: StoredTransaction[] } {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole === '') {
    const begunAt = now - headStartMs
    writeFileSync(file, `${JSON.stringify({ begunAt })}\n`, { mode: 0o600, flush: true })
    return { begunAt, transactions: [] }
  }
  if (whole !== text) truncateSync(file, Buffer.byteLength(whole))
  const [first, ...transactions] = whole
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown)
  return { begunAt: (first as { begunAt: number }).begunAt, transactions: transactions as StoredTransaction[] }
}

function errorOf(outcome: Outcome): string | null {
  if (outcome.err === undefined) return null
  return /err: (.+?), meta:/.exec(outcome.toString())?.[1] ?? 'failed'
}

/** Parses a transaction with one signer. Throws if the bytes are not one. */
function readParts(bytes: Uint8Array): { hash: string; keys: string[]; blockhash: string } {
  const [signatures, keysAt] = [bytes[0] ?? 0, 1 + 64 + 4]
  const count = bytes[keysAt - 1] ?? 0
  if (signatures !== 1 || count === 0 || count > 127 || bytes.length < keysAt + 32 * (count + 1)) {
    throw new CallRefused(-32602, 'failed to deserialize the transaction')
  }
  const word = (index: number) => base58.encode(bytes.slice(keysAt + 32 * index, keysAt + 32 * (index + 1)))
  const keys = Array.from({ length: count }, (_, index) => word(index))
  return { hash: base58.encode(bytes.slice(1, 65)), keys, blockhash: word(count) }
}

/** The fee: one signature, plus compute limit times price from the product's first two instructions. */
function feeOf(message: Uint8Array): number {
  const at = 3 + 1 + 32 * ((message[3] ?? 0) + 1) + 1
  const view = new DataView(message.buffer, message.byteOffset)
  // program, no accounts, length, kind, number
  const limit = view.getUint32(at + 4, true)
  const price = view.getBigUint64(at + 8 + 4, true)
  return 5_000 + Number((BigInt(limit) * price + 999_999n) / 1_000_000n)
}

function addressOf(address: unknown): Uint8Array {
  const bytes = base58.decode(String(address))
  if (bytes.length !== 32) throw new CallRefused(-32602, 'Invalid param: WrongSize')
  return bytes
}
