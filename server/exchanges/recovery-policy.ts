/**
 * The rules for finding the outcome of a lost response. Policies of several adapters are similar, but `requestMs`, `fenceMs`,
 * `visibilityMs` and `emptyPolls` follow from one exchange's documentation, so each adapter states its values. The same holds for
 * their tables of networks, codes and states. `historyMs`, `leaseMs` and `pollDelays` are our choices, with the defaults below.
 */
export interface RecoveryPolicy {
  /**
   * How a withdrawal is found.
   * - `find`: the exchange can look it up by our client reference.
   * - `idempotent`: as `find`; the exchange also returns the first withdrawal for a repeated order with the same reference. Recovery
   *   does not use that: it never sends.
   * - `match`: the exchange stores no reference, so the withdrawal is compared by its fields.
   */
  class: 'idempotent' | 'find' | 'match'
  /** For `match`: withdrawals have `charged`, so orders are compared by the sum of amount and fee. */
  listsCharged?: true
  /** How long a withdrawal request is valid: the time from storing the order to its `validUntil`. */
  requestMs: number
  /**
   * How long after `validUntil` the exchange may still accept a late request. Null if there is no such limit, or if the exchange
   * accepts a request dated in the future: then absence is never concluded, and an operator decides.
   */
  fenceMs: number | null
  /** How long a new withdrawal may be missing from listings. */
  visibilityMs: number
  /**
   * How far back listings and the look-up by our reference reach at least. The absence of an older order proves nothing, and an
   * operator decides.
   */
  historyMs: number
  /**
   * How many complete polls without a withdrawal prove that it was never made: at least 3. Earlier polls do not count. `pollIntervalMs`
   * (transfers/reconcile.ts) spreads the counted polls evenly.
   *
   * Example: OKX, with `requestMs` 40 s, `fenceMs` 65 s, `visibilityMs` 900 s and 5 polls. The time counts from the stored order.
   * - 40 s: `validUntil`. The server sends the request no later.
   * - 105 s: OKX accepts it no later.
   * - 1,005 s: a withdrawal made at 105 s is listed by now. The next poll counts: at once, or up to 60 s later (`keyedPollDelays`).
   * - Each of the other four follows 335 s (1,005 s / 3) after the one before. After the last, at 2,345 s (39 min) at the earliest, the
   *   transfer ends as `NotSent`.
   */
  emptyPolls: number
  /** How long one poll locks a transfer for other processes: longer than all its calls may take together. */
  leaseMs: number
  /** Between two polls of a transfer: the last delay whose age the transfer has reached. */
  pollDelays: readonly PollDelay[]
}

export interface PollDelay {
  fromAgeMs: number
  ms: number
}

export const defaultLeaseMs = 60_000
/** Shorter than the shortest history that any exchange documents. */
export const defaultHistoryMs = 28 * 86_400_000
/** Frequent for a new transfer, rare for an old one. */
export const defaultPollDelays: readonly PollDelay[] = [
  { fromAgeMs: 0, ms: 400 },
  { fromAgeMs: 60_000, ms: 3_000 },
  { fromAgeMs: 600_000, ms: 30_000 },
  { fromAgeMs: 86_400_000, ms: 300_000 },
]
/** For exchanges that limit the requests of a key: less frequent. */
export const keyedPollDelays: readonly PollDelay[] = [
  { fromAgeMs: 0, ms: 2_000 },
  { fromAgeMs: 60_000, ms: 10_000 },
  { fromAgeMs: 600_000, ms: 60_000 },
  { fromAgeMs: 86_400_000, ms: 300_000 },
]
