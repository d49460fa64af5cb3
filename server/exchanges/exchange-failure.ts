export type FailureKind = 'unreachable' | 'timeout' | 'unavailable' | 'rateLimited' | 'signInEnded' | 'rejected'

/**
 * A failed call to an exchange. `code` is the exchange's code, if the adapter passes it on. These mean the same for every
 * adapter: `verification_required` (details: `url`, the page for it), `withdrawals_locked`,
 * `withdrawal_hold` (details: `until`).
 */
export class ExchangeFailure extends Error {
  readonly kind: FailureKind
  readonly code: string
  readonly details: Readonly<Record<string, string>>

  constructor(kind: FailureKind, code = '', details: Readonly<Record<string, string>> = {}) {
    super(`exchange call failed: ${kind}${code === '' ? '' : ` (${code})`}`)
    this.name = 'ExchangeFailure'
    this.kind = kind
    this.code = code
    this.details = details
  }
}
