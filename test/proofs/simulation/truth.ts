// Compares the engine's claims with the real state of the exchange and the chain.

import type { TransferTerms } from '../../../server/transfers/terms.ts'
import { failed } from './diagram.ts'
import type { Journal } from './journal.ts'
import type { SimulatedChain } from './simulated-chain.ts'
import type { SimulatedExchange, TrueWithdrawal } from './simulated-exchange.ts'
import { startOfTime } from './simulated-process.ts'
import type { SimulatedStorage } from './simulated-storage.ts'
import type { AttemptRow, TransferRow } from './stored-rows.ts'
import { Violation } from './violation.ts'

const mostCodes = 5
const sendLimitMs = 30_000
const clockBoundMs = 6_000

export interface Watched {
  storage: SimulatedStorage
  exchange: SimulatedExchange
  chain: SimulatedChain
  journal: Journal
  now(): number
  note(transition: string): void
  trace(text: string): void
}

/** The stored rows at the last check. */
export interface Known {
  readonly world: Watched
  readonly transfers: ReadonlyMap<string, TransferRow>
  /** The committed attempts by reference. */
  readonly attempts: ReadonlyMap<string, AttemptRow>
  termsOf(row: TransferRow): TransferTerms
}

/** Compares the claims with the real state of the exchange. */
export function checkTruth(known: Known): void {
  const { exchange, journal } = known.world
  const made = new Map<string, TrueWithdrawal[]>()
  for (const withdrawal of exchange.withdrawals) {
    const attempt = known.attempts.get(withdrawal.reference)
    if (withdrawal.reference === '') continue
    if (attempt === undefined) throw new Violation('W', 'a withdrawal without a written attempt')
    checkLate(known, withdrawal, attempt)
    made.set(attempt.transfer_id, [...(made.get(attempt.transfer_id) ?? []), withdrawal])
  }
  const claims = new Set<string>()
  for (const row of known.transfers.values()) {
    const own = made.get(row.id) ?? []
    if (own.length > 1) throw new Violation('I3', `${own.length} withdrawals of one transfer`)
    if (row.withdrawal_id !== null) {
      if (claims.has(row.withdrawal_id)) throw new Violation('I3', 'two transfers claim one withdrawal')
      claims.add(row.withdrawal_id)
      if (own[0]?.id !== row.withdrawal_id) throw new Violation('I3', 'a transfer claims a withdrawal of another')
    }
    checkOutcome(known, row, own[0])
    const denied = journal.previews.get(row.preview_id)?.denied
    if (own.length > 0 && denied !== undefined && denied !== null) {
      throw new Violation('S', `a withdrawal of a preview of which was said: ${denied}`)
    }
  }
  for (const [reference, count] of exchange.codesTried) {
    if (count > mostCodes) throw new Violation('C', `${count} codes were tried for ${reference}`)
  }
}

function checkLate({ world, transfers }: Known, { createdAt }: TrueWithdrawal, { transfer_id }: AttemptRow): void {
  const preview = world.journal.previews.get(transfers.get(transfer_id)?.preview_id ?? '')
  if (preview === undefined || !world.exchange.settings.fenced) return
  const latest = preview.expiresAt.getTime() + sendLimitMs + clockBoundMs
  if (startOfTime + createdAt > latest) throw new Violation('I12', 'a withdrawal long after the preview expired')
}

function checkOutcome(known: Known, row: TransferRow, own: TrueWithdrawal | undefined): void {
  if (failed.has(row.state) && own !== undefined && own.state !== 'failed' && own.state !== 'canceled') {
    throw new Violation('I4', `a ${row.state} transfer has a withdrawal that is ${own.state}`)
  }
  if (row.state !== 'Succeeded') return
  if (own === undefined) throw new Violation('I5', 'a transfer succeeded without a withdrawal')
  const terms = known.termsOf(row)
  if (known.world.exchange.settings.silentNetworks.has(terms.networkKey)) {
    if (own.state !== 'completed') throw new Violation('I5', `succeeded while the exchange says ${own.state}`)
    return
  }
  const paid = known.world.chain.find(own.hash, known.world.now())
  const asPreviewed =
    paid?.succeeded === true &&
    paid.to.toLowerCase() === terms.toAddress.toLowerCase() &&
    paid.contract.toLowerCase() === terms.contract.toLowerCase() &&
    paid.baseUnits === terms.amount.toBaseUnits(terms.decimals) &&
    paid.confirmations >= terms.requiredConfirmations
  if (!asPreviewed) throw new Violation('I5', 'succeeded, but the chain shows no such payment deep enough')
}

export function checkBooks(known: Known): void {
  for (const [account, books] of known.world.exchange.books) {
    const { deposited, available, held, withdrawn, fees } = books
    if (available + held + withdrawn + fees !== deposited || available < 0n || held < 0n) {
      throw new Violation('I6', `the books of ${account} do not add up`)
    }
  }
  for (const withdrawal of known.world.exchange.withdrawals) {
    const attempt = known.attempts.get(withdrawal.reference)
    const transfer = attempt === undefined ? undefined : known.transfers.get(attempt.transfer_id)
    if (transfer === undefined) continue
    const { networkFee, exchangeFee, decimals } = known.termsOf(transfer)
    if (withdrawal.fee > networkFee.add(exchangeFee).toBaseUnits(decimals)) {
      throw new Violation('I7', 'the fee taken is higher than the one shown')
    }
  }
}
