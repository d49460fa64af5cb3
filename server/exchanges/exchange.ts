// What an exchange adapter is. One adapter a file, one line in registry.ts.
//
// Checklist for a new adapter:
//  1. Decide its recovery class (below) from the exchange's documentation, and prove it with the contract suite.
//  2. Read amounts as text from raw answers; never through a float, never through a library's own rounding.
//  3. Map the exchange's network names to our keys in a table of your own; an unknown name drops the route.
//  4. List the error codes that prove a withdrawal was refused. Whatever is not on that list is `ambiguous`.
//  5. Answer a UserStep only where the exchange proves that nothing was made and takes the same order again.
//  6. Never retry inside `withdraw`, never let it throw, never put a secret into an error.

import type { Amount } from '../contract/amount.ts'

/** What the user typed or an OAuth flow returned, to be sealed as it is. Never logged. */
export type Credentials = Record<string, string>

export interface SignInField {
  name: string
  label: string
  secret: boolean
  /** The user may leave it empty. */
  optional?: true
  /** Of a select, with `defaultValue`: every other value is refused. Labels are not translated. */
  options?: readonly { value: string; label: string }[]
  /** The option for a user who chooses none. */
  defaultValue?: string
}

export interface SignIn {
  /** `oauth`: on the exchange's own page, without fields. `wallet`: the page asks the wallet, and tells its address. */
  scheme: 'credentials' | 'apiKey' | 'oauth' | 'wallet'
  fields: SignInField[]
  /** From where this server calls, for exchanges that bind a key to addresses: the user allows them there. */
  serverAddresses?: readonly string[]
  /** Of keys: the exchange's page where its users make them. */
  keysUrl?: string
}

export type CodeKind = 'totp' | 'phone' | 'email'
export interface CodeMethod {
  kind: CodeKind
  /** Masked receiver such as `•• 42`, '' for an authenticator. */
  to: string
}

export interface ExchangeAccount {
  /**
   * The exchange's own id of the account, with its site before it unless that is the default one. Unique among all users of all
   * sites: the lock on equal transfers and the recovery by a later sign-in rest on it.
   */
  externalId: string
  name: string
}

export interface FieldCondition {
  field: string
  value: string
}

/** What an exchange has to ask of the user by law before it sends. */
export interface ExtraField {
  /** Stable: pages have words of their own for the names they know. */
  name: string
  label: string
  /** The value is text always: `true` of a checkbox, ISO 3166-1 alpha-2 of a country, an option's value of a select. */
  kind: 'text' | 'select' | 'country' | 'checkbox'
  required: boolean
  /** Required if a select of the same list has this value. With any other value the field is not shown, and its value is dropped. */
  requiredIf?: FieldCondition
  /** Of a select, else empty. */
  options: readonly { value: string; label: string }[]
  /** Of a text, else null. */
  maxLength: number | null
}

export interface SignInRedirect {
  url: string
  state: string
}

/** `code` is '' where the user said no. */
export interface RedirectAnswer {
  code: string
  /** Who the answer is from, where the exchange says so (RFC 9207); else ''. */
  issuer: string
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
  | {
      /** The user has to confirm it, by the link of an e-mail or on a device: it is asked for again and again. */
      state: 'waiting'
      pending: Credentials
      by: 'email' | 'device'
      /** Masked receiver, or the device's name. */
      sentTo: string
      /** Page of the exchange where it is confirmed, null where there is none. */
      url: string | null
      expiresInSeconds: number
    }
  | {
      /** The user signs in on the exchange's own page, which leads back with what `finishRedirect` is given. */
      state: 'redirect'
      pending: Credentials
      url: string
      expiresInSeconds: number
    }
  | {
      state: 'failed'
      reason:
        | 'signInRejected'
        | 'accountLocked'
        /** It may look, but not send. */
        | 'missingExchangePermission'
        /** The exchange takes the key from other addresses than ours alone. */
        | 'keyAddressRefused'
        /** Something else uses the key in a way that keeps us from using it safely. */
        | 'keyUsedElsewhere'
        /** The key requires a new code for every request, which a transfer in the background cannot have. */
        | 'keyNeedsCodes'
        | 'codeExpired'
        | 'codeLocked'
        | 'confirmationExpired'
        | 'confirmationDeclined'
    }
  | { state: 'failed'; reason: 'codeWrong'; attemptsLeft: number }
  /** The exchange has several sites, and this one does not know the key. `site` is its label. */
  | { state: 'failed'; reason: 'keyNotFoundAtSite'; site: string }

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
  /** It sends there with a tag only, whatever the network itself asks for. */
  tagRequired?: boolean
  estimatedSeconds: number
  /** From where it sends there, where that is known before a quote. */
  fromAddress?: string
  /** How much of the asset lies on this very network, where it is not one balance for all. */
  available?: Amount
  gas?: Gas
}

/** What sending costs in another coin than the asset, and how much of that coin there is. */
export interface Gas {
  symbol: string
  fee: Amount
  available: Amount
  /** How much the sender's own account lacks, beside the fee, of what it has to keep. */
  lacks?: Amount
  /** How much of the fee is a deposit for an account that the recipient has not yet. */
  deposit?: Amount
}

export interface ExchangeHolding {
  symbol: string
  name: string
  available: Amount
  /** Until when the exchange lets nothing of it leave; null or absent when it does. */
  heldUntil?: Date | null
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
  /** The exchange's own quote id, or what the adapter needs again to order just this; '' where there is nothing. */
  id: string
  networkFee: Amount
  exchangeFee: Amount
  /** '' where the exchange does not tell from where it sends. */
  fromAddress: string
  /** The fee is known only after sending: the exchange reports it then, or the wallet chooses it. */
  feeIsEstimate?: true
  /** What is known already that its user has to do before it sends. */
  requiredAction?: RequiredAction
  /** Null where the exchange binds no time to it. */
  expiresInSeconds: number | null
  estimatedSeconds: number
  gas?: Gas
  /** How the user knows the account; the exchange's name unless told. */
  fromName?: string
}

export interface WithdrawalOrder extends WithdrawalTerms {
  /** Ours, the same for every send of one transfer. */
  clientReference: string
  quoteId: string
  /** After this time the exchange must refuse the request: the fence behind which absence can be believed. */
  validUntil: Date
  mfaCode: string | null
  /** Values for the fields that the exchange has to ask for by law, as far as they were told. */
  extra: Readonly<Record<string, string>>
}

/** An order that was refused until its user has done something. */
export interface OrderedBefore extends WithdrawalTerms {
  clientReference: string
}

/**
 * What the user has to do before the exchange sends. Proof that nothing was made: the same order, under the same reference,
 * may be sent again when it is done.
 */
export type RequiredAction =
  | { kind: 'mfaRequired'; method: CodeKind; methods?: CodeMethod[]; codeLength?: number }
  | { kind: 'emailConfirmationRequired'; sentTo: string }
  /** `url` is the page where it is approved, '' where there is none. */
  | { kind: 'deviceConfirmationRequired'; device: string; url: string }
  /** The address has to be saved at the exchange. `url` is the page for it, '' where there is none. */
  | { kind: 'addressWhitelistRequired'; url: string }
  /** Values for the adapter's `extraFields` are required. `field` names one whose value the exchange cannot use. */
  | { kind: 'travelRuleRequired'; field?: string }

/** Among values that are sent, which never have a `kind`. */
export function isRequiredAction(
  value: Readonly<Record<string, unknown>> | RequiredAction | null,
): value is RequiredAction {
  return value !== null && 'kind' in value
}

/** `ambiguous` is everything that is not proof: a timeout, a 5xx, half an answer, an unknown code. */
export type WithdrawalOutcome =
  | { kind: 'accepted'; withdrawalId: string }
  | { kind: 'rejected'; code: string }
  | RequiredAction
  | { kind: 'mfaWrong' }
  | { kind: 'mfaExpired' }
  | { kind: 'ambiguous'; reason: string }

export interface Withdrawal {
  id: string
  clientReference: string
  symbol: string
  /** Null where the exchange states none, '' for one that is not in the adapter's table. */
  networkKey: string | null
  /** Null where the exchange states none: it shows a transfer inside of it by its user. */
  address: string | null
  /** Null where the exchange states none: then its withdrawal may have one. */
  addressTag: string | null
  /** The amount that arrives, without fees: an exchange that lists it with its fee added or taken off is converted. */
  amount: Amount
  /**
   * Amount and fee together, where the exchange takes its fee out of what is ordered. The fee may turn out lower than the quoted
   * one, and then more arrives: only this sum equals the order.
   */
  charged?: Amount
  /** The exchange has not stated its fee: only `charged` is known, and `amount` is the same. */
  isFeeUnstated?: true
  /** Settled inside the exchange: there is no transaction, and the exchange's word is the proof. */
  isInternal?: true
  /** `unknown` for any status word that is not in the adapter's table: never failed by guess. */
  state: 'pending' | 'sent' | 'completed' | 'failed' | 'canceled' | 'unknown'
  hash: string
  createdAt: Date
}

export interface RecoveryPolicy {
  /** `replay`: the same id may be sent again. `find`: a withdrawal can be looked up by our id. `match`: only by its fields. */
  class: 'replay' | 'find' | 'match'
  /** Of `match`: withdrawals have `charged`, so one order equals another by amount and fee together. */
  listsCharged?: true
  /** For how long a request to withdraw is good: the time between writing it down and its `validUntil`. */
  requestMs: number
  /**
   * Milliseconds after `validUntil` until which a late request may still arrive. Null where the exchange has no such
   * limit, or accepts a request dated from the future: then absence is never concluded, and an operator decides.
   */
  fenceMs: number | null
  /** How long a withdrawal may stay invisible in listings. */
  visibilityMs: number
  /**
   * How far back its listing and its look-up by our reference surely reach. The absence of an older order proves nothing, and
   * an operator decides.
   */
  historyMs: number
  /**
   * Complete empty look-ups, after fence and visibility, that prove a withdrawal was never made: at least 3. They are spread
   * over more than the time that was waited before.
   */
  emptyPolls: number
  /** For how long one look at a transfer keeps other processes from it: longer than its calls may take together. */
  leaseMs: number
  /** Between two looks at one transfer: the last pause whose age the transfer has reached. */
  pollDelays: readonly PollDelay[]
}

export interface PollDelay {
  fromAgeMs: number
  ms: number
}

export const defaultLeaseMs = 60_000
/** Shorter than the shortest span that any exchange documents for its history. */
export const defaultHistoryMs = 28 * 86_400_000
/** Soon while a transfer is young, seldom when it is old. */
export const defaultPollDelays: readonly PollDelay[] = [
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
  signIn: SignIn
  /** What it has to ask of the user by law before it sends, when it answers `travelRuleRequired`. */
  extraFields?: readonly ExtraField[]
  /** Networks it can send on, for `supportedBrokerTypes`. */
  networkKeys: readonly string[]
  recovery: RecoveryPolicy
  /** How often its withdrawals may be asked for, all accounts together. */
  pollsPerSecond: number

  /**
   * Throws an ExchangeFailure when the exchange cannot be reached; wrong details are a result. `redirect` is where the
   * exchange's own page leads back to, and a word that it brings along unchanged.
   */
  startSignIn(fields: Credentials, redirect: SignInRedirect): Promise<SignInResult>
  /**
   * What `startSignIn` stores of these fields: more than the user entered, such as the version of a key. Needed to read with a
   * key that sign-in refuses because it may not withdraw. Throws an ExchangeFailure.
   */
  prepareCredentials?(fields: Credentials): Promise<Credentials>
  /** What the exchange's page led back with, after `redirect`. Given once. */
  finishRedirect?(pending: Credentials, answer: RedirectAnswer): Promise<SignInResult>
  answerCode(pending: Credentials, code: string): Promise<SignInResult>
  /** Chooses another method, or sends the code or the request to confirm once more. */
  resendCode(pending: Credentials, kind: CodeKind): Promise<SignInResult>
  /** How a sign-in stands that was `waiting`. Needed where a sign-in can be. */
  checkSignIn?(pending: Credentials): Promise<SignInResult>

  /** Fresh credentials in place of expired ones. Throws an ExchangeFailure, `signInEnded` when the user must sign in again. */
  renew(credentials: Credentials): Promise<Credentials>

  /** Everything the account holds, with every route the exchange has. Throws an ExchangeFailure. */
  holdings(credentials: Credentials, accountId: string): Promise<ExchangeHolding[]>
  /** Throws an ExchangeFailure, with `rejected` where the exchange refuses these terms. */
  quote(credentials: Credentials, accountId: string, terms: WithdrawalTerms): Promise<Quote>
  /** Sends once. Never throws, never retries. */
  withdraw(credentials: Credentials, accountId: string, order: WithdrawalOrder): Promise<WithdrawalOutcome>
  /**
   * Whether an order still waits for its user's confirmation, or for its address to be saved. Asked before such an order is
   * sent again; without it, it is sent to see. Throws an ExchangeFailure.
   */
  isWaitingForUser?(credentials: Credentials, accountId: string, order: OrderedBefore): Promise<boolean>
  /**
   * Sends the code of an order again, by this method or by another, or its request to confirm: what is waited for then.
   * Null where nothing can be sent. Throws an ExchangeFailure.
   */
  resendForOrder?(
    credentials: Credentials,
    accountId: string,
    order: OrderedBefore,
    kind: CodeKind | null,
  ): Promise<RequiredAction | null>
  /** By the exchange's id. Undefined when it knows none; that proves nothing. Throws an ExchangeFailure. */
  getWithdrawal(credentials: Credentials, accountId: string, withdrawalId: string): Promise<Withdrawal | undefined>
  /** By our reference. A complete, healthy answer without it is one empty look. Throws an ExchangeFailure. */
  findWithdrawal(
    credentials: Credentials,
    accountId: string,
    clientReference: string,
    since: Date,
    terms: Pick<WithdrawalTerms, 'symbol' | 'networkKey'>,
  ): Promise<Withdrawal | undefined>
  /** Withdrawals since then, for exchanges that know no reference of ours. Throws an ExchangeFailure unless it is complete. */
  listWithdrawals(credentials: Credentials, accountId: string, since: Date): Promise<Withdrawal[]>
  /**
   * Whether a listing without the order proves that it was not made. Called before an order counts as absent, where the account's
   * owner can change what that proof rests on. Without it, the proof holds. Throws an ExchangeFailure.
   */
  isFenceIntact?(credentials: Credentials, accountId: string, order: Pick<WithdrawalOrder, 'quoteId'>): Promise<boolean>
  /** US dollars per unit, by symbol; an asset without a price is absent. */
  prices(): Promise<ReadonlyMap<string, Amount>>
  health(): Promise<'up' | 'degraded' | 'down'>
}

export type FailureKind = 'unreachable' | 'timeout' | 'unavailable' | 'rateLimited' | 'signInEnded' | 'rejected'

/**
 * A call to an exchange that brought nothing. `code` is the exchange's own code where the adapter allows it out; these
 * mean the same of every adapter: `verification_required` (details: `url`, the page for it), `withdrawals_locked`,
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
