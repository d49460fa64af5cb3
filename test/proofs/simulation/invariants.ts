// The invariants, checked after every step. The numbers are those of the design: I1 to I13, and seven others. `W`: a send was stored
// before. `C`: at most five codes are tried. `S`: a response stays true. `E`: no error once a transfer of the preview is in progress.
// `K`: no stored confirmations that a reorganisation removed. `T`: no transfer stays Submitting long after its request ended. `O`: an
// outcome that a running process knows is stored.

import { createHash } from 'node:crypto'
import type { WithdrawalOrder } from '../../../server/exchanges/withdrawal.ts'
import { type TransferTerms, termsFromText } from '../../../server/transfers/terms.ts'
import { moves } from './diagram.ts'
import type { AttemptRow, EventRow, TransferRow } from './stored-rows.ts'
import { checkBooks, checkTruth, type Known, type Watched } from './truth.ts'
import { Violation } from './violation.ts'

const pollsForgiven = 4
const passesForgiven = 8
const hourMs = 3_600_000

export class Invariants implements Known {
  readonly transfers = new Map<string, TransferRow>()
  readonly attempts = new Map<string, AttemptRow>()
  private readonly lastHash = new Map<string, string>()
  private readonly sends = new Map<string, number>()
  private readonly missed = new Map<string, number>()
  private readonly terms = new Map<string, TransferTerms>()
  private readonly overdue = new Map<string, number>()
  private readonly outcomes = new Map<string, { n: number; isNotSent: boolean; stillKnows: () => boolean }>()
  private effectsSeen = 0
  readonly world: Watched

  constructor(world: Watched) {
    this.world = world
  }

  /** After a step. */
  check(): void {
    const { storage, exchange } = this.world
    if (storage.dirty && !storage.inTransaction) {
      storage.dirty = false
      this.checkStored()
      checkTruth(this)
    }
    if (exchange.effects !== this.effectsSeen) {
      this.effectsSeen = exchange.effects
      checkBooks(this)
      checkTruth(this)
    }
  }

  /** When a request to withdraw leaves a process. */
  sending(account: string, order: WithdrawalOrder): void {
    const attempt = this.attempts.get(order.clientReference)
    const transfer = attempt === undefined ? undefined : this.transfers.get(attempt.transfer_id)
    if (attempt === undefined || transfer === undefined) throw new Violation('W', 'a send that was not written before')
    const sends = (this.sends.get(order.clientReference) ?? 0) + 1
    this.sends.set(order.clientReference, sends)
    if (sends > attempt.n) throw new Violation('W', `send ${sends} of a transfer with ${attempt.n} attempts written`)
    const preview = this.world.journal.previews.get(transfer.preview_id)
    if (preview === undefined) throw new Violation('I7', 'a send for a preview that no client received')
    const same =
      order.symbol === preview.terms.symbol &&
      order.networkKey === preview.terms.networkKey &&
      order.address === preview.terms.toAddress &&
      order.addressTag === preview.terms.addressTag &&
      order.amount.equals(preview.terms.amount) &&
      account === preview.account
    if (!same) throw new Violation('I7', 'what is sent is not what was previewed')
  }

  hasSucceededBy(hash: string): boolean {
    return [...this.transfers.values()].some((row) => row.state === 'Succeeded' && row.hash === hash)
  }

  /** The chain was polled for a transaction. A process that ends may lose some polls. */
  polled(hash: string, found: boolean): void {
    const row = [...this.transfers.values()].find((each) => each.hash === hash)
    const isStale = !found && row?.state === 'Confirming' && row.confirmations > 0
    const missed = isStale ? (this.missed.get(hash) ?? 0) + 1 : 0
    this.missed.set(hash, missed)
    if (missed > pollsForgiven) throw new Violation('K', 'confirmations are stored though the chain took them back')
  }

  /** A process received a definite rejection or a required action. It knows the outcome until it ends. */
  responded(clientReference: string, isNotSent: boolean, stillKnows: () => boolean): void {
    this.outcomes.set(clientReference, { n: this.attempts.get(clientReference)?.n ?? 0, isNotSent, stillKnows })
  }

  /** After a pass of a server's polling, by that server's clock. */
  passed(now: number): void {
    for (const { transfer_id: id, valid_until } of this.attempts.values()) {
      const isOverdue = this.transfers.get(id)?.state === 'Submitting' && now > valid_until + hourMs
      const passes = isOverdue ? (this.overdue.get(id) ?? 0) + 1 : 0
      this.overdue.set(id, passes)
      if (passes > passesForgiven) throw new Violation('T', 'a transfer is Submitting long after its request is over')
    }
  }

  termsOf({ terms: text }: TransferRow): TransferTerms {
    const known = this.terms.get(text) ?? termsFromText(text)
    this.terms.set(text, known)
    return known
  }

  private checkStored(): void {
    const { storage } = this.world
    for (const row of storage.prepared('select * from attempt').all() as AttemptRow[]) {
      const before = this.attempts.get(row.client_reference)
      if (before === undefined || before.n <= row.n) this.attempts.set(row.client_reference, row)
      this.checkAttempt(row)
    }
    let events = 0
    const rows = storage.prepared('select * from transfer').all() as TransferRow[]
    for (const row of rows) {
      this.checkTransfer(row, this.transfers.get(row.id))
      this.transfers.set(row.id, row)
      events += row.last_event
    }
    for (const id of this.transfers.keys()) {
      if (!rows.some((row) => row.id === id)) throw new Violation('I2', 'a transfer is gone')
    }
    const stored = storage.prepared('select count(*) as count from transfer_event').get() as { count: number }
    if (stored.count !== events) throw new Violation('I10', `${stored.count} events, numbered up to ${events}`)
    const owners = new Set(rows.map((row) => row.preview_id))
    if (owners.size !== rows.length) throw new Violation('I1', 'a preview was spent twice')
  }

  private checkAttempt(row: AttemptRow): void {
    const previous = row.n > 1 ? this.attemptOf(row.transfer_id, row.n - 1) : undefined
    if (row.n > 1 && !/^(mfa|emailConfirmation)/.test(previous?.outcome ?? '')) {
      throw new Violation('I1', 'a further attempt though the one before did not return a required action')
    }
    const preview = this.world.journal.previews.get(this.previewOf(row.transfer_id))
    if (preview !== undefined && row.created_at >= preview.expiresAt.getTime()) {
      throw new Violation('I12', 'an attempt after the preview expired')
    }
  }

  private attemptOf(transferId: string, n: number): AttemptRow | undefined {
    const select = 'select * from attempt where transfer_id = ? and n = ?'
    return this.world.storage.prepared(select).get(transferId, n) as AttemptRow | undefined
  }

  private previewOf(transferId: string): string {
    const select = 'select preview_id from transfer where id = ?'
    return (this.world.storage.prepared(select).get(transferId) as { preview_id: string }).preview_id
  }

  private checkTransfer(row: TransferRow, before: TransferRow | undefined): void {
    if (before?.last_event === row.last_event) {
      if (before.state !== row.state || before.withdrawal_id !== row.withdrawal_id) {
        throw new Violation('I8', `${before.state} became ${row.state} without an event`)
      }
      return
    }
    if (!moves[before?.state ?? '']?.includes(row.state)) {
      throw new Violation('I8', `a transfer went from ${before?.state ?? 'nothing'} to ${row.state}`)
    }
    if (before !== undefined && before.state !== row.state) this.world.note(`${before.state} > ${row.state}`)
    this.world.trace(`transfer ${row.id.slice(-4)}: ${before?.state ?? ''} > ${row.state}`)
    this.checkEvents(row, before?.last_event ?? 0)
    this.checkTerms(row)
    if (row.state === 'NotSent' && before?.state !== 'Submitting') this.checkOutcome(row)
    if (before !== undefined && before.withdrawal_id !== null && before.withdrawal_id !== row.withdrawal_id) {
      throw new Violation('I3', 'a transfer changed its withdrawal')
    }
  }

  private checkOutcome({ id }: TransferRow): void {
    for (const [reference, { n, isNotSent, stillKnows }] of this.outcomes) {
      const attempt = this.attempts.get(reference)
      // The outcome itself, stored late: the same transaction writes it to the attempt.
      if (isNotSent && attempt?.outcome !== null) continue
      if (attempt?.transfer_id === id && attempt.n === n && stillKnows())
        throw new Violation('O', 'an outcome that a running process knows was forgotten')
    }
  }

  /** Numbered without gaps and chained by hash. */
  private checkEvents(row: TransferRow, seen: number): void {
    const select = 'select * from transfer_event where transfer_id = ? and n > ? order by n'
    const events = this.world.storage.prepared(select).all(row.id, seen) as EventRow[]
    if (events.length !== row.last_event - seen) throw new Violation('I8', 'events and the last number differ')
    let previous = this.lastHash.get(row.id) ?? ''
    for (const [index, event] of events.entries()) {
      if (event.n !== seen + index + 1) throw new Violation('I8', `event ${event.n} follows ${seen + index}`)
      const { transfer_id, n, at, kind, detail, previous_hash } = event
      const text = JSON.stringify([transfer_id, n, at, kind, sha256(detail), previous_hash])
      const chained = previous_hash === previous && event.hash === sha256(text)
      if (!chained) throw new Violation('I8', `event ${n} is not chained to the one before`)
      previous = event.hash
    }
    this.lastHash.set(row.id, previous)
  }

  private checkTerms(row: TransferRow): void {
    const preview = this.world.journal.previews.get(row.preview_id)
    if (preview === undefined) return
    const terms = this.termsOf(row)
    const isEqual =
      terms.amount.equals(preview.terms.amount) &&
      terms.toAddress === preview.terms.toAddress &&
      terms.networkKey === preview.terms.networkKey &&
      terms.contract === preview.terms.contract &&
      row.client_id === preview.clientId
    if (!isEqual) throw new Violation('I2', 'a transfer is not what was previewed')
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
