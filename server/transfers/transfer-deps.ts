import type { AccountDeps } from '../accounts/accounts.ts'
import type { Chains } from '../chains/chain.ts'
import type { LimitPolicy } from '../limits/bucket.ts'
import type { Limits } from '../limits/limits.ts'
import type { Log } from '../log/log.ts'
import type { Prices } from '../prices/prices.ts'
import type { RiskDeps } from '../risk/risk-subject.ts'
import type { PendingWrites } from './pending-writes.ts'
import type { Transfer } from './transfer-store.ts'

/** Polls a transfer that has not ended. Returns whether anything was stored. */
export type PollTransfer = (deps: TransferDeps, transfer: Transfer) => Promise<boolean>

export interface PollMetrics {
  /** `seconds`: how late a poll of a lane starts. */
  observeDelay(seconds: number, lane: string): void
  /** A pass over the due transfers has ended. */
  passEnded(): void
}

/** The engine's dependencies. The engine knows nothing about HTTP or any exchange. */
export interface TransferDeps extends AccountDeps, RiskDeps {
  prices: Prices
  chains: Chains
  log: Log
  newId(): string
  /** How an operator recognises this process. */
  processName?: string
  /** Waits. */
  pause(ms: number): Promise<void>
  /** Aborted when the process shuts down and stops waiting for exchanges. */
  shutdownSignal?: AbortSignal
  /** Outcomes of sends that are not stored yet. A process that ends waits for them. */
  pendingWrites?: PendingWrites
  /** Replaces the poll for some account types, by type. */
  pollers?: ReadonlyMap<string, PollTransfer>
  /** The rate of polls of a network's node, by network key, where the operator has set it. */
  nodePollLimits?: ReadonlyMap<string, LimitPolicy>
  /** The address from which this process reaches exchanges. Null or absent: all processes share one. */
  sourceAddress?: string | null
  pollMetrics?: PollMetrics
  /** Deletes what has expired, until it is done or the signal is aborted. Without it, nothing is deleted. */
  deleteExpired?(signal: AbortSignal): Promise<void>
  /** Limits MFA codes across previews. Without it, only the five attempts of each preview count. */
  limits?: Limits
}
