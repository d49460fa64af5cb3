// A transfer from an exchange, equal to the watched one. The exchange's payment must never be credited to the watch.

import type { Scheduler } from '../scheduler.ts'
import type { SimulatedStorage } from '../simulated-storage.ts'

const confirmingMs = 3_600_000

export class EqualExchangeTransfer {
  private readonly storage: SimulatedStorage
  private readonly scheduler: Scheduler
  private readonly id = '20000000-0000-4000-8000-000000000001'

  constructor(storage: SimulatedStorage, scheduler: Scheduler) {
    this.storage = storage
    this.scheduler = scheduler
  }

  /** Accepted by the exchange, which has not named a transaction. */
  async insertLike(transferId: string): Promise<void> {
    await this.betweenTransactions()
    const { id } = this
    const like = this.storage.prepared('select * from transfer where id = ?').get(transferId) as { preview_id: string }
    const preview = this.storage.prepared('select * from preview where id = ?').get(like.preview_id)
    const submitted = {
      exchange_type: 'simulated',
      state: 'Submitted',
      status: 'Pending',
      withdrawal_id: 'withdrawal-1',
    }
    const unpolled = { next_poll_at: Number.MAX_SAFE_INTEGER, lease: null, leased_until: null, fingerprint: null }
    this.insert('preview', { ...(preview as object), id })
    this.insert('transfer', { ...like, id, preview_id: id, ...submitted, ...unpolled })
  }

  /** The exchange returns the transaction, which is final some time later. */
  nameLater(hash: string, proof: string, namedMs: number, changed: (write: Promise<void>) => void): void {
    this.scheduler.after(namedMs, () => changed(this.name(hash)))
    this.scheduler.after(namedMs + confirmingMs, () => changed(this.succeed(proof)))
  }

  private async name(hash: string): Promise<void> {
    await this.betweenTransactions()
    this.storage.prepared("update transfer set hash = ?, state = 'Confirming' where id = ?").run(hash, this.id)
  }

  private async succeed(proof: string): Promise<void> {
    await this.betweenTransactions()
    const ended = "state = 'Succeeded', status = 'Succeeded', next_poll_at = null, proof = ?"
    this.storage.prepared(`update transfer set ${ended} where id = ?`).run(proof, this.id)
  }

  private insert(table: 'preview' | 'transfer', row: object): void {
    const names = Object.keys(row)
    const places = names.map(() => '?').join(', ')
    this.storage.prepared(`insert into ${table} (${names.join(', ')}) values (${places})`).run(...Object.values(row))
  }

  /** All processes share one connection: a write inside another's transaction could be rolled back with it. */
  private async betweenTransactions(): Promise<void> {
    while (this.storage.inTransaction) await new Promise<void>((resolve) => this.scheduler.after(10, resolve))
  }
}
