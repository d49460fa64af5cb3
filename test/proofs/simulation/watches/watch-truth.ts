// The invariants of payments from wallets. `P`: a payment that is final within the watch is credited exactly once. `F`: only final
// payments are credited. `L`: polls find every payment that they can, and leave none to the last search. `A`: if a watch ends without a
// payment, or does not end for days, the transfer is flagged for an operator.

import type { SimulatedStorage } from '../simulated-storage.ts'
import { Violation } from '../violation.ts'
import type { ForkedChain } from './forked-chain.ts'
import { dayMs, type WatchPlan } from './watch-plan.ts'

interface WatchedRow {
  id: string
  state: string
  hash: string
  attention: string | null
  next_poll_at: number | null
  last_search_at: number | null
}

/** How many blocks polls search again because a node may lag. */
const mostLagBlocks = { token: 100, coin: 10 }
const pollsInTime = 5

const select =
  'select id, state, hash, attention, next_poll_at, last_search_at from transfer join wallet_watch on transfer_id = id'

interface WatchedWorld {
  storage: SimulatedStorage
  chain: ForkedChain
  requiredConfirmations: number
  plan: WatchPlan
  note: (kind: string) => void
}

export class WatchTruth {
  private readonly storage: SimulatedStorage
  private readonly chain: ForkedChain
  private readonly requiredConfirmations: number
  private readonly plan: WatchPlan
  private readonly credited = new Map<string, string>()
  private readonly note: (kind: string) => void

  constructor({ storage, chain, plan, requiredConfirmations, note }: WatchedWorld) {
    this.storage = storage
    this.chain = chain
    this.plan = plan
    this.requiredConfirmations = requiredConfirmations
    this.note = note
  }

  rows(): WatchedRow[] {
    return this.storage.prepared(select).all() as WatchedRow[]
  }

  /** After a step. */
  check(now: number, payments: ReadonlySet<string>): void {
    if (!this.storage.dirty || this.storage.inTransaction) return
    this.storage.dirty = false
    for (const { id, state, hash, last_search_at } of this.rows()) {
      const before = this.credited.get(id)
      if (before !== undefined && (state !== 'Succeeded' || before !== hash)) {
        throw new Violation('P', 'a payment that was credited is credited no more')
      }
      if (state !== 'Succeeded' || before !== undefined) continue
      if ([...this.credited.values()].includes(hash)) throw new Violation('P', 'a payment was credited twice')
      if (!payments.has(hash)) throw new Violation('F', 'another transaction was credited')
      const { at, block } = this.chain.settledAt(hash)
      const isFinal = at <= now && this.chain.headAt(now) - block + 1 >= this.requiredConfirmations
      if (!isFinal) throw new Violation('F', 'a payment was credited before it is final')
      this.credited.set(id, hash)
      if (last_search_at !== null && this.isForPolls(hash)) {
        throw new Violation('L', 'a payment was left to the last search that polls could have found')
      }
      this.note(last_search_at === null ? 'payment credited' : 'payment credited by the last search')
    }
  }

  /** At the end of every watch. */
  checkEnded(payments: ReadonlySet<string>): void {
    const final = [...payments].filter((hash) => this.finalAt(hash) <= dayMs)
    const missed = final.filter((hash) => ![...this.credited.values()].includes(hash))
    if (missed.length > 0) throw new Violation('P', 'a payment that is final within the watch was never credited')
    for (const { state, attention, next_poll_at } of this.rows().filter((row) => row.state !== 'Succeeded')) {
      const end = next_poll_at === null ? 'ended' : 'did not end within days'
      if (attention === null) throw new Violation('A', `a watch ${end}, ${state}, without an operator's attention`)
      this.note(next_poll_at === null ? 'watch ended without a payment' : 'watch that did not end was flagged')
    }
  }

  /** Final in time for several polls, by nodes that lag by no more blocks than polls search again. */
  private isForPolls(hash: string): boolean {
    const { asset, nodes, blockMs, longestPassMs } = this.plan
    const lags = nodes.map(({ lagMs, logLagMs }) => lagMs + (asset === 'coin' ? 0 : logLagMs))
    return (
      Math.max(...lags) <= mostLagBlocks[asset] * blockMs && this.finalAt(hash) + pollsInTime * longestPassMs <= dayMs
    )
  }

  private finalAt(hash: string): number {
    const { at, block } = this.chain.settledAt(hash)
    const { blockMs } = this.chain
    const blocksOnTop = this.requiredConfirmations - 1 - (this.chain.headAt(at) - block)
    return at + Math.max(0, blocksOnTop) * blockMs
  }
}
