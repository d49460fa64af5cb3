// What an exchange adapter is. One adapter a file, one line in registry.ts.
//
// Checklist for a new adapter:
//  1. Decide its recovery class (below) from the exchange's documentation, and prove it with the contract suite.
//  2. Read amounts as text from raw answers; never through a float, never through a library's own rounding.
//  3. Map the exchange's network names to our keys in a table of your own; an unknown name drops the route.
//  4. List the error codes that prove a withdrawal was refused. Whatever is not on that list is `ambiguous`.
//  5. Never retry inside `withdraw`, never let it throw, never put a secret into an error.

import type { Amount } from '../contract/amount.ts'

/** What the user typed or an OAuth flow returned, to be sealed as it is. Never logged. */
export type Credentials = Record<string, string>

export interface SignInField {
  name: string
  label: string
  secret: boolean
}

export type CodeKind = 'totp' | 'phone' | 'email'
export interface CodeMethod {
  kind: CodeKind
  /** Masked receiver such as `•• 42`, '' for an authenticator. */
  to: string
}

export interface ExchangeAccount {
  /** The exchange's own id of the account, unique among all its users: the lock on equal transfers rests on it. */
  externalId: string
  name: string
}

/** How far a sign-in came. `pending` is adapter state for the next step; it is sealed while it waits. */
export type SignInResult =
  | {
      state: 'connected'
      credentials: Credentials
      accounts: ExchangeAccount[]
      /** False where the exchange gives access that cannot be renewed. */
      renewable: boolean
    }
  | { state: 'codeRequired'; pending: Credentials; kind: CodeKind; methods: CodeMethod[]; codeLength: number }
  | { state: 'failed'; reason: 'signInRejected' | 'accountLocked' | 'codeExpired' | 'codeLocked' }
  | { state: 'failed'; reason: 'codeWrong'; attemptsLeft: number }

/** One way to send an asset: our network key with the exchange's present limits. */
export interface Route {
  networkKey: string
  /** Token contract as the exchange states it, '' for a native coin. Must equal our catalogue's, else the route is dropped. */
  contract: string
  decimals: number
  minimum: Amount
  maximum: Amount | null
  step: Amount
  /** Charged on top of the amount, in the asset itself. */
  networkFee: Amount
  exchangeFee: Amount
  enabled: boolean
  estimatedSeconds: number
}

export interface ExchangeHolding {
  symbol: string
  name: string
  available: Amount
  routes: Route[]
}

export interface WithdrawalTerms {
  symbol: string
  networkKey: string
  address: string
  addressTag: string
  amount: Amount
}

export interface Quote {
  /** The exchange's own quote id, '' where it has none. */
  id: string
  networkFee: Amount
  exchangeFee: Amount
  /** '' where the exchange does not tell from where it sends. */
  fromAddress: string
  /** Null where the exchange binds no time to it. */
  expiresInSeconds: number | null
  estimatedSeconds: number
}

export interface WithdrawalOrder extends WithdrawalTerms {
  /** Ours, the same for every send of one transfer. */
  clientReference: string
  quoteId: string
  /** After this time the exchange must refuse the request: the fence behind which absence can be believed. */
  validUntil: Date
  mfaCode: string | null
}

/** `ambiguous` is everything that is not proof: a timeout, a 5xx, half an answer, an unknown code. */
export type WithdrawalOutcome =
  | { kind: 'accepted'; withdrawalId: string }
  | { kind: 'rejected'; code: string }
  | { kind: 'mfaRequired'; method: CodeKind }
  | { kind: 'mfaWrong' }
  | { kind: 'mfaExpired' }
  | { kind: 'ambiguous'; reason: string }

export interface Withdrawal {
  id: string
  clientReference: string
  symbol: string
  networkKey: string
  address: string
  addressTag: string
  /** As ordered, fees not counted: an exchange that lists it with its fee added or taken off is converted. */
  amount: Amount
  /** `unknown` for any status word that is not in the adapter's table: never failed by guess. */
  state: 'pending' | 'sent' | 'completed' | 'failed' | 'canceled' | 'unknown'
  hash: string
  createdAt: Date
}

export interface RecoveryPolicy {
  /** `replay`: the same id may be sent again. `find`: a withdrawal can be looked up by our id. `match`: only by its fields. */
  class: 'replay' | 'find' | 'match'
  /** For how long a request to withdraw is good: the time between writing it down and its `validUntil`. */
  requestMs: number
  /**
   * Milliseconds after `validUntil` until which a late request may still arrive. Null where the exchange has no such
   * limit: then absence is never concluded, and an operator decides.
   */
  fenceMs: number | null
  /** How long a withdrawal may stay invisible in listings. */
  visibilityMs: number
  /** Complete empty look-ups, after fence and visibility, that prove a withdrawal was never made. */
  emptyLooks: number
  /** For how long one look at a transfer keeps other processes from it: longer than its calls may take together. */
  leaseMs: number
  /** Between two looks at one transfer: the last pause whose age the transfer has reached. */
  pauses: readonly Pause[]
}

export interface Pause {
  fromAgeMs: number
  ms: number
}

export const usualLeaseMs = 60_000
/** Soon while a transfer is young, seldom when it is old. */
export const usualPauses: readonly Pause[] = [
  { fromAgeMs: 0, ms: 400 },
  { fromAgeMs: 60_000, ms: 3_000 },
  { fromAgeMs: 600_000, ms: 30_000 },
  { fromAgeMs: 86_400_000, ms: 300_000 },
]

export interface Exchange {
  /** The value of FromType and brokerType. */
  type: string
  name: string
  /** Colour of the lettered disc in the UI, `#rrggbb`. */
  color: string
  /** False: the integration connects, but has no managed transfers. */
  transfers: boolean
  signIn: { scheme: 'credentials' | 'apiKey'; fields: SignInField[] }
  /** Networks it can send on, for `supportedBrokerTypes`. */
  networkKeys: readonly string[]
  recovery: RecoveryPolicy
  /** How often its withdrawals may be asked for, all accounts together. */
  looksPerSecond: number

  /** Throws an ExchangeFailure when the exchange cannot be reached; wrong details are a result. */
  startSignIn(fields: Credentials): Promise<SignInResult>
  answerCode(pending: Credentials, code: string): Promise<SignInResult>
  /** Chooses another method, or sends the code once more. */
  resendCode(pending: Credentials, kind: CodeKind): Promise<SignInResult>

  /** Fresh credentials in place of expired ones. Throws an ExchangeFailure, `signInEnded` when the user must sign in again. */
  renew(credentials: Credentials): Promise<Credentials>

  /** Everything the account holds, with every route the exchange has. Throws an ExchangeFailure. */
  holdings(credentials: Credentials, accountId: string): Promise<ExchangeHolding[]>
  /** Throws an ExchangeFailure, with `rejected` where the exchange refuses these terms. */
  quote(credentials: Credentials, accountId: string, terms: WithdrawalTerms): Promise<Quote>
  /** Sends once. Never throws, never retries. */
  withdraw(credentials: Credentials, accountId: string, order: WithdrawalOrder): Promise<WithdrawalOutcome>
  /** By the exchange's id. Undefined when it knows none; that proves nothing. Throws an ExchangeFailure. */
  getWithdrawal(credentials: Credentials, accountId: string, withdrawalId: string): Promise<Withdrawal | undefined>
  /** By our reference. A complete, healthy answer without it is one empty look. Throws an ExchangeFailure. */
  findWithdrawal(
    credentials: Credentials,
    accountId: string,
    clientReference: string,
    since: Date,
  ): Promise<Withdrawal | undefined>
  /** Withdrawals since then, for exchanges that know no reference of ours. Throws an ExchangeFailure unless it is complete. */
  listWithdrawals(credentials: Credentials, accountId: string, since: Date): Promise<Withdrawal[]>
  /** US dollars per unit, by symbol; an asset without a price is absent. */
  prices(): Promise<ReadonlyMap<string, Amount>>
  health(): Promise<'up' | 'degraded' | 'down'>
}

export type FailureKind = 'unreachable' | 'timeout' | 'unavailable' | 'rateLimited' | 'signInEnded' | 'rejected'

/** A call to an exchange that brought nothing. `code` is the exchange's own code where the adapter allows it out. */
export class ExchangeFailure extends Error {
  readonly kind: FailureKind
  readonly code: string

  constructor(kind: FailureKind, code = '') {
    super(`exchange call failed: ${kind}${code === '' ? '' : ` (${code})`}`)
    this.name = 'ExchangeFailure'
    this.kind = kind
    this.code = code
  }
}
