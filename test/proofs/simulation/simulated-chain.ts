// A chain with blocks, confirmations and reorganisations. Its state is a function of virtual time.

import type { MinedPayment } from '../../../server/chains/chain.ts'

const blockMs = 2_000
/** Reorganisations replace this many blocks: fewer than the required confirmations. */
export const deepestReorg = 2

export interface Payment {
  to: string
  contract: string
  units: bigint
  succeeded: boolean
  /** Virtual time of its block. */
  minedAt: number
}

export class SimulatedChain {
  readonly payments = new Map<string, Payment>()
  /** Added to the time until a transaction is mined. */
  delayMs = 0
  reorgs = 0

  broadcast(hash: string, payment: Omit<Payment, 'minedAt'>, earliest: number): void {
    this.payments.set(hash, { ...payment, minedAt: earliest + this.delayMs })
  }

  find(hash: string, now: number): MinedPayment | undefined {
    const payment = this.payments.get(hash)
    if (payment === undefined || payment.minedAt > now) return undefined
    const { to, contract, units, succeeded } = payment
    return { to, contract, baseUnits: units, succeeded, confirmations: confirmationsOf(payment, now) }
  }

  /** Removes the newest blocks. Their transactions are mined again later. Returns whether there was one. */
  reorganise(now: number, againAfterMs: number): boolean {
    let hit = false
    for (const payment of this.payments.values()) {
      if (payment.minedAt > now || confirmationsOf(payment, now) > deepestReorg) continue
      payment.minedAt = now + againAfterMs
      hit = true
    }
    if (hit) this.reorgs++
    return hit
  }
}

function confirmationsOf(payment: Payment, now: number): number {
  return Math.floor((now - payment.minedAt) / blockMs) + 1
}
