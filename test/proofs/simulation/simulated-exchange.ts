// The real state of the exchange: an exact ledger in integers, and the effect of each order. It stores the reference of every
// withdrawal, even if its interface does not return it (class `match`). The invariants compare the engine's claims with this state.

import type { WithdrawalOrder } from '../../../server/exchanges/withdrawal.ts'
import type { Fate } from './faults.ts'
import { deepestReorg, type SimulatedChain } from './simulated-chain.ts'
import { startOfTime } from './simulated-process.ts'

export type RecoveryClass = 'idempotent' | 'find' | 'match'
export const unitsPerCoin = 1_000_000n

export interface Books {
  deposited: bigint
  available: bigint
  held: bigint
  withdrawn: bigint
  fees: bigint
}

export interface TrueWithdrawal {
  id: string
  /** The reference of the order; '' for a manual withdrawal of the owner. */
  reference: string
  account: string
  networkKey: string
  address: string
  units: bigint
  fee: bigint
  createdAt: number
  fate: Fate | 'paid'
  /** Missing in the listings before this virtual time. */
  visibleAt: number
  sentAt: number
  state: 'pending' | 'sent' | 'completed' | 'failed' | 'canceled'
  hash: string
  paidUnits: bigint
}

interface ExchangeSettings {
  class: RecoveryClass
  /** Whether orders that arrive after their `validUntil` are refused. */
  fenced: boolean
  requiresCode: boolean
  /** How long the user takes to confirm an order; 0: no confirmation is required. */
  confirmMs: number
  skewMs: number
  chain: SimulatedChain
  contracts: Record<string, string>
  /** Networks on which no chain is read, and no hash is reported. */
  silentNetworks: ReadonlySet<string>
  nextFate(): Fate | undefined
  /** A transaction by which an equal transfer is known to have succeeded. */
  provedTwin(entry: TrueWithdrawal): string | undefined
  /** How long the next withdrawal is missing in the listings. */
  nextHiddenMs(): number
  note(kind: string): void
}

export type Placed = { id: string } | { code: string }

export const rightCode = '111111'
export const staleCode = '222222'
const networkFee = 40_000n
const exchangeFee = 10_000n
/** A request from further in the future than clocks may differ is refused too: its sender's clock is wrong. */
const longestGoodMs = 60_000
/** Longer than the exchange documents, so that a late request does not fail because of it. */
const quoteLifeMs = 86_400_000

export class SimulatedExchange {
  readonly books = new Map<string, Books>()
  readonly withdrawals: TrueWithdrawal[] = []
  readonly settings: ExchangeSettings
  /** Incremented by every change of the ledger. */
  effects = 0
  codesTried = new Map<string, number>()
  /** When each order first arrived. The user confirms it from then on. */
  private readonly requestedAt = new Map<string, number>()
  accessVersion = 1
  private fees = { networkFee, exchangeFee }
  private readonly quotes = new Map<string, { networkFee: bigint; exchangeFee: bigint; until: number }>()

  constructor(settings: ExchangeSettings, accounts: readonly string[], deposit: bigint) {
    this.settings = settings
    for (const account of accounts) {
      this.books.set(account, { deposited: deposit, available: deposit, held: 0n, withdrawn: 0n, fees: 0n })
    }
  }

  quote(now: number) {
    const id = `quote-${this.quotes.size + 1}`
    this.quotes.set(id, { ...this.fees, until: now + quoteLifeMs })
    return { id, ...this.fees }
  }

  currentFees() {
    return this.fees
  }

  raiseFees(): void {
    this.fees = { networkFee: this.fees.networkFee * 3n, exchangeFee: this.fees.exchangeFee }
  }

  /** An order arrives. Returns an id or a code: the effect has happened, or it never will. */
  place(account: string, order: WithdrawalOrder, now: number): Placed {
    const { class: recovery, fenced, skewMs, requiresCode } = this.settings
    const goodForMs = order.validUntil.getTime() - (startOfTime + now + skewMs)
    if (fenced && (goodForMs < 0 || goodForMs > longestGoodMs)) return { code: 'stale_request' }
    const known = recovery === 'idempotent' ? this.byReference(order.clientReference) : undefined
    if (known !== undefined) return { id: known.id }
    if (this.isAwaited(order.clientReference, now)) return { code: 'confirmation_required' }
    const rejection = requiresCode ? this.tryCode(order) : undefined
    if (rejection !== undefined) return { code: rejection }
    const quoted = order.adapterState === '' ? { ...this.fees, until: now } : this.quotes.get(order.adapterState)
    if (quoted === undefined || quoted.until < now) return { code: 'quote_expired' }
    const fee = quoted.networkFee + quoted.exchangeFee
    const units = order.amount.toBaseUnits(6)
    const books = this.booksOf(account)
    if (books.available < units + fee) return { code: 'insufficient_funds' }
    books.available -= units + fee
    books.held += units + fee
    return { id: this.open(account, order, { units, fee, now }).id }
  }

  /** The owner withdraws manually, without the server. */
  placeForeign(account: string, terms: Pick<TrueWithdrawal, 'networkKey' | 'address' | 'units'>, now: number): void {
    const books = this.booksOf(account)
    const fee = this.fees.networkFee + this.fees.exchangeFee
    books.available -= terms.units + fee
    books.held += terms.units + fee
    this.add({ ...terms, reference: '', account, fee, createdAt: now, visibleAt: now, fate: 'paid' })
  }

  byReference(reference: string): TrueWithdrawal | undefined {
    return this.withdrawals.find((entry) => entry.reference === reference)
  }

  booksOf(account: string): Books {
    const books = this.books.get(account)
    if (books === undefined) throw new Error(`no account ${account}`)
    return books
  }

  /** The exchange's record of a withdrawal, which is not always true. */
  reported(entry: TrueWithdrawal, now: number): { state: TrueWithdrawal['state'] | 'unknown'; hash: string } {
    const { fate, state, hash } = entry
    if (fate === 'unknown status word' && state === 'pending') return { state: 'unknown', hash }
    if (hash === '') return { state, hash }
    if (fate === 'wrong hash reported first' && state === 'sent') {
      return { state, hash: this.settings.provedTwin(entry) ?? `0xwrong-${entry.id}` }
    }
    if (fate === 'no hash reported first' && state === 'sent') return { state, hash: 'internal transfer' }
    if (fate === 'reported as failed though paid') {
      return this.isPaidForGood(hash, now) ? { state: 'failed', hash } : { state: 'pending', hash: '' }
    }
    return { state, hash }
  }

  /** Deeper than a reorganisation reaches. */
  private isPaidForGood(hash: string, now: number): boolean {
    return (this.settings.chain.find(hash, now)?.confirmations ?? 0) > deepestReorg
  }

  /** Whether the user still has to confirm the order. */
  isAwaited(reference: string, now: number): boolean {
    const { confirmMs } = this.settings
    if (confirmMs === 0) return false
    const requestedAt = this.requestedAt.get(reference) ?? now
    this.requestedAt.set(reference, requestedAt)
    return now < requestedAt + confirmMs
  }

  private tryCode({ clientReference, mfaCode }: WithdrawalOrder): string | undefined {
    if (mfaCode === null) return 'code_required'
    this.codesTried.set(clientReference, (this.codesTried.get(clientReference) ?? 0) + 1)
    if (mfaCode === rightCode) return undefined
    return mfaCode === staleCode ? 'code_expired' : 'wrong_code'
  }

  private open(
    account: string,
    order: WithdrawalOrder,
    { units, fee, now }: { units: bigint; fee: bigint; now: number },
  ): TrueWithdrawal {
    const { clientReference: reference, networkKey, address } = order
    const fate = this.settings.nextFate() ?? 'paid'
    const visibleAt = now + this.settings.nextHiddenMs()
    return this.add({ reference, account, networkKey, address, units, fee, createdAt: now, visibleAt, fate })
  }

  private add(terms: Omit<TrueWithdrawal, 'id' | 'state' | 'hash' | 'sentAt' | 'paidUnits'>): TrueWithdrawal {
    const id = `withdrawal-${this.withdrawals.length + 1}`
    const made: TrueWithdrawal = { ...terms, id, state: 'pending', hash: '', sentAt: 0, paidUnits: 0n }
    this.withdrawals.push(made)
    this.effects++
    return made
  }

  /** Updates every withdrawal to the current time. */
  advance(now: number): void {
    for (const entry of this.withdrawals) {
      if (entry.state === 'pending' || entry.state === 'sent') this.advanceOne(entry, now - entry.createdAt, now)
    }
  }

  private advanceOne(entry: TrueWithdrawal, age: number, now: number): void {
    const { fate } = entry
    if (age < 5_000) return
    if (fate === 'returned' || fate === 'canceled') this.giveBack(entry, fate)
    else if (!this.settings.silentNetworks.has(entry.networkKey)) this.advanceOnChain(entry, now)
    else if (age > 12_000) this.complete(entry)
  }

  private advanceOnChain(entry: TrueWithdrawal, now: number): void {
    const { fate } = entry
    if (entry.state === 'pending') {
      entry.sentAt = now
      this.send(entry, 1, now)
    }
    // Counted from the time at which the hash became visible, so that a later change is visible as a change.
    if (now - entry.sentAt < 35_000) return
    if (fate === 'returned after its hash' || fate === 'reverted and returned') this.giveBack(entry, 'returned')
    else if (fate === 'canceled after its hash') this.giveBack(entry, 'canceled')
    else {
      if (fate === 'sent again with another hash' || fate === 'reverted and sent again') this.send(entry, 2, now)
      this.complete(entry)
    }
  }

  private send(entry: TrueWithdrawal, n: 1 | 2, now: number): void {
    const { fate } = entry
    entry.hash = `0x${entry.id}-${n}`
    entry.state = 'sent'
    const neverMined = /after its hash$|^sent again/.test(fate) && n === 1
    if (neverMined) return
    if (fate === 'wrong hash reported first') {
      const other = { to: `0x${'7'.repeat(40)}`, contract: this.contractOn(entry.networkKey), units: entry.units }
      this.settings.chain.broadcast(`0xwrong-${entry.id}`, { ...other, succeeded: true }, now + 3_000)
    }
    this.settings.chain.broadcast(
      entry.hash,
      {
        to: fate === 'paid to another address' ? `0x${'9'.repeat(40)}` : entry.address,
        contract: fate === 'paid in another token' ? `0x${'8'.repeat(40)}` : this.contractOn(entry.networkKey),
        units: fate === 'paid too little' ? entry.units - 1n : entry.units,
        succeeded: !(n === 1 && fate.startsWith('reverted')),
      },
      // Not before the right one is reported, so that an engine that accepts the wrong one is detected.
      now + (fate === 'wrong hash reported first' ? 40_000 : 3_000),
    )
  }

  private contractOn(networkKey: string): string {
    return this.settings.contracts[networkKey] ?? ''
  }

  private complete(entry: TrueWithdrawal): void {
    const books = this.booksOf(entry.account)
    books.held -= entry.units + entry.fee
    books.withdrawn += entry.units
    books.fees += entry.fee
    entry.paidUnits = entry.units
    entry.state = 'completed'
    this.effects++
    if (entry.fate !== 'paid') this.settings.note(entry.fate)
  }

  private giveBack(entry: TrueWithdrawal, how: 'returned' | 'canceled'): void {
    const books = this.booksOf(entry.account)
    books.held -= entry.units + entry.fee
    books.available += entry.units + entry.fee
    entry.state = how === 'returned' ? 'failed' : 'canceled'
    this.effects++
    this.settings.note(entry.fate)
  }
}
