// The interface of exchange adapters. An adapter is one file and one line in real-exchanges.ts.
//
// Checklist for a new adapter:
//  1. Decide its recovery class (below) from the exchange's documentation, and prove it with the contract suite.
//  2. Read amounts as text from the raw response, never through a float.
//  3. Map the exchange's network names to our keys in a table. An unknown name drops the route.
//  4. List the error codes that prove that a withdrawal was refused. Every other code is `ambiguous`.
//  5. Return a RequiredAction only if the response proves that nothing was made and the exchange accepts the same order again.
//  6. `withdraw` never retries and never throws. No error contains a secret.

import type { Amount } from '../contract/amount.ts'

/** What the user entered or an OAuth flow returned. Encrypted in storage, never logged. */
export type Credentials = Record<string, string>

export interface SignInField {
  name: string
  label: string
  secret: boolean
  /** May be empty. */
  optional?: true
  /** Makes the field a select, with `defaultValue`. Other values are refused. Labels are not translated. */
  options?: readonly { value: string; label: string }[]
  /** The option that is selected initially. */
  defaultValue?: string
}

export interface SignIn {
  /** `oauth`: on the exchange's page, without fields. `wallet`: the page requests the address from the wallet. */
  scheme: 'credentials' | 'apiKey' | 'oauth' | 'wallet'
  fields: SignInField[]
  /** The server's outgoing addresses, for exchanges that bind a key to addresses: users allow them there. */
  serverAddresses?: readonly string[]
  /** For keys: the exchange's page where users create them. */
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
   * The exchange's id of the account, prefixed by its site unless that is the default one. Unique among all users of all sites: the
   * lock on equal transfers and recovery after a later sign-in depend on it.
   */
  externalId: string
  name: string
}

export interface FieldCondition {
  field: string
  value: string
}

/** A value that an exchange must request by law before it sends. */
export interface ExtraField {
  /** Stable: pages have their own texts for known names. */
  name: string
  label: string
  /** The value is always text: `true` for a checkbox, ISO 3166-1 alpha-2 for a country, the option's value for a select. */
  kind: 'text' | 'select' | 'country' | 'checkbox'
  required: boolean
  /** Required if a select of the same list has this value. With any other value the field is not shown, and its value is dropped. */
  requiredIf?: FieldCondition
  /** Empty unless `kind` is `select`. */
  options: readonly { value: string; label: string }[]
  /** Null unless `kind` is `text`. */
  maxLength: number | null
}

export interface SignInRedirect {
  url: string
  state: string
}

/** `code` is '' if the user declined. */
export interface RedirectAnswer {
  code: string
  /** The issuer, if the exchange states it (RFC 9207), else ''. */
  issuer: string
}

/** The state of a sign-in. `pending` is adapter state for the next step and is encrypted in storage. */
export type SignInResult =
  | {
      state: 'connected'
      credentials: Credentials
      accounts: ExchangeAccount[]
      /** False if the access cannot be renewed. */
      renewable: boolean
    }
  | { state: 'codeRequired'; pending: Credentials; kind: CodeKind; methods: CodeMethod[]; codeLength: number }
  | {
      /** The user has to confirm by a link in an e-mail or on a device. The state is polled. */
      state: 'waiting'
      pending: Credentials
      by: 'email' | 'device'
      /** Masked receiver, or the device's name. */
      sentTo: string
      /** The exchange's page for the confirmation; null if there is none. */
      url: string | null
      expiresInSeconds: number
    }
  | {
      /** The user signs in on the exchange's page, which redirects back with the input of `finishRedirect`. */
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
        /** It may read, but not withdraw. */
        | 'missingExchangePermission'
        /** The key is bound to addresses that are not ours. */
        | 'keyAddressRefused'
        /** Another application uses the key in a way that makes it unsafe to use here. */
        | 'keyUsedElsewhere'
        /** The key requires a new code for every request, which a transfer in the background cannot provide. */
        | 'keyNeedsCodes'
        | 'codeExpired'
        | 'codeLocked'
        | 'confirmationExpired'
        | 'confirmationDeclined'
    }
  | { state: 'failed'; reason: 'codeWrong'; attemptsLeft: number }
  /** The key is unknown at the chosen site of the exchange. `site` is its label. */
  | { state: 'failed'; reason: 'keyNotFoundAtSite'; site: string }

/** A network on which an asset can be withdrawn, with the exchange's current limits. */
export interface Route {
  networkKey: string
  /** Token contract as the exchange states it, '' for a native coin. The route is dropped unless it equals our catalogue's. */
  contract: string
  decimals: number
  minimum: Amount
  maximum: Amount | null
  step: Amount
  /** Charged on top of the amount, in the asset itself. */
  networkFee: Amount
  exchangeFee: Amount
  enabled: boolean
  /** The exchange requires a tag, even if the network does not. */
  tagRequired?: boolean
  estimatedSeconds: number
  /** The sending address, if it is known before a quote. */
  fromAddress?: string
  /** The balance on this network, if balances are per network. */
  available?: Amount
  gas?: Gas
}

/** The cost of sending in another coin than the asset, and the balance of that coin. */
export interface Gas {
  symbol: string
  fee: Amount
  available: Amount
  /** How much the sender's account is missing, besides the fee, to keep its minimum balance. */
  lacks?: Amount
  /** The part of the fee that is a deposit to create the recipient's account. */
  deposit?: Amount
}

export interface ExchangeHolding {
  symbol: string
  name: string
  available: Amount
  /** The end of a withdrawal hold; null or absent without one. */
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
  /**
   * Text of the adapter, stored with the preview and passed back with the order: the exchange's quote id, or the fee of the quote
   * (`writeAdapterState`). '' if the adapter needs nothing.
   */
  adapterState: string
  /** For a wallet only: what its transaction needs beside the terms. */
  walletCall?: WalletCall
  networkFee: Amount
  exchangeFee: Amount
  /** '' if the exchange does not state its sending address. */
  fromAddress: string
  /** The fee is known only after sending: the exchange reports it then, or the wallet chooses it. */
  feeIsEstimate?: true
  /** An action of the user that is already known to be required. */
  requiredAction?: RequiredAction
  /** Null if the quote does not expire. */
  expiresInSeconds: number | null
  estimatedSeconds: number
  gas?: Gas
  /** The name of the account. Default: the exchange's name. */
  fromName?: string
}

/** `gasLimit` is a whole number. `createsAccount`: the payment also creates the recipient's account for the token. */
export type WalletCall = { chainType: 'evm'; gasLimit: string } | { chainType: 'solana'; createsAccount: boolean }

export interface WithdrawalOrder extends WithdrawalTerms {
  /** Our id of the order, the same for every send of one transfer. */
  clientReference: string
  /** Of the quote. */
  adapterState: string
  /** The exchange must refuse the request after this time. Only then can the absence of a withdrawal prove anything. */
  validUntil: Date
  mfaCode: string | null
  /** Values for `extraFields`, as far as the user entered them. */
  extra: Readonly<Record<string, string>>
}

/** An order that was refused until the user completes a required action. */
export interface OrderedBefore extends WithdrawalTerms {
  clientReference: string
}

/** `kind` is the method for the code, null to use the same one again. */
export interface ResendRequest {
  order: OrderedBefore
  kind: CodeKind | null
}

/** An order that may have been accepted. It was not sent before `since`. */
export interface SentOrder {
  clientReference: string
  since: Date
  symbol: string
  networkKey: string
}

/**
 * What the user has to do before the exchange sends. It proves that nothing was made: afterwards the same order may be sent again
 * with the same reference.
 */
export type RequiredAction =
  | { kind: 'mfaRequired'; method: CodeKind; methods?: CodeMethod[]; codeLength?: number }
  | { kind: 'emailConfirmationRequired'; sentTo: string }
  /** `url` is the page for the approval, '' if there is none. */
  | { kind: 'deviceConfirmationRequired'; device: string; url: string }
  /** The address has to be saved at the exchange. `url` is the page for it, '' if there is none. */
  | { kind: 'addressWhitelistRequired'; url: string }
  /** Values for the adapter's `extraFields` are required. `field` names one whose value the exchange cannot use. */
  | { kind: 'travelRuleRequired'; field?: string }

/** Distinguishes an action from values to send, which never have a `kind`. */
export function isRequiredAction(
  value: Readonly<Record<string, unknown>> | RequiredAction | null,
): value is RequiredAction {
  return value !== null && 'kind' in value
}

/** `ambiguous`: the response proves nothing, such as a timeout, a 5xx, an incomplete body or an unknown code. */
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
  /** Null if the exchange states none, '' for a network outside the adapter's table. */
  networkKey: string | null
  /** Null if the exchange states none: it may show the recipient of an internal transfer by name. */
  address: string | null
  /** Null if the exchange states none: the withdrawal may still have one. */
  addressTag: string | null
  /** The amount that arrives, without fees. Adapters convert amounts that are listed otherwise. */
  amount: Amount
  /**
   * Amount plus fee, if the exchange deducts its fee from the ordered amount. With a fee below the quoted one more arrives, so only
   * this sum equals the order.
   */
  charged?: Amount
  /** The exchange has not stated its fee: only `charged` is known, and `amount` is the same. */
  isFeeUnstated?: true
  /** Settled inside the exchange: there is no transaction, and the exchange's record is the only proof. */
  isInternal?: true
  /** `unknown` for any status that is not in the adapter's table: a transfer never fails by a guess. */
  state: 'pending' | 'sent' | 'completed' | 'failed' | 'canceled' | 'unknown'
  hash: string
  createdAt: Date
}

/**
 * How the outcome of a lost response is found. The policies of several adapters look alike, but each number is a fact about one exchange:
 * adapters state all of them and share none. The same holds for their tables of networks, codes and states.
 */
export interface RecoveryPolicy {
  /** `replay`: the same id may be sent again. `find`: can be looked up by our id. `match`: can be found by its fields only. */
  class: 'replay' | 'find' | 'match'
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
   * How many complete empty polls, after fence and visibility, prove that a withdrawal was never made: at least 3. They are spread
   * over more than that time again. Example: a fence of 65 s and a visibility of 15 min make polls span about 22 min more.
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

export interface Exchange {
  /** The value of FromType and brokerType. */
  type: string
  name: string
  /** Colour of the lettered disc in the UI, `#rrggbb`. */
  color: string
  /** False if the integration connects, but does not support managed transfers. */
  transfers: boolean
  signIn: SignIn
  /** Fields that it requires by law when it returns `travelRuleRequired`. */
  extraFields?: readonly ExtraField[]
  /** Networks it can send on, for `supportedBrokerTypes`. */
  networkKeys: readonly string[]
  recovery: RecoveryPolicy
  /** The maximum rate of polls, for all accounts together. */
  pollsPerSecond: number

  /**
   * Throws an ExchangeFailure if the exchange cannot be reached. Wrong credentials are a result. `redirect` is the address to which
   * the exchange's page redirects back, and the state that it returns unchanged.
   */
  startSignIn(fields: Credentials, redirect: SignInRedirect): Promise<SignInResult>
  /**
   * Returns what `startSignIn` stores for these fields, such as the version of a key. Used to read with a key that sign-in refuses
   * because it may not withdraw. Throws an ExchangeFailure.
   */
  prepareCredentials?(fields: Credentials): Promise<Credentials>
  /** Completes a sign-in after `redirect`. Called once. */
  finishRedirect?(pending: Credentials, answer: RedirectAnswer): Promise<SignInResult>
  answerCode(pending: Credentials, code: string): Promise<SignInResult>
  /** Chooses another method, or sends the code or the confirmation request again. */
  resendCode(pending: Credentials, kind: CodeKind): Promise<SignInResult>
  /** Polls a sign-in that is `waiting`. Required if `startSignIn` can return that. */
  checkSignIn?(pending: Credentials): Promise<SignInResult>

  /** Renews expired credentials. Throws an ExchangeFailure, `signInEnded` if the user must sign in again. */
  renew(credentials: Credentials): Promise<Credentials>

  /** All holdings of the account with their routes. Throws an ExchangeFailure. */
  holdings(credentials: Credentials, accountId: string): Promise<ExchangeHolding[]>
  /** Throws an ExchangeFailure, `rejected` if the exchange refuses these terms. */
  quote(credentials: Credentials, accountId: string, terms: WithdrawalTerms): Promise<Quote>
  /** Sends once. Never throws, never retries. */
  withdraw(credentials: Credentials, accountId: string, order: WithdrawalOrder): Promise<WithdrawalOutcome>
  /**
   * Whether an order still waits for the user's confirmation, or for its address to be saved. Called before such an order is sent
   * again. Without this method, the order is sent again to find out. Throws an ExchangeFailure.
   */
  isWaitingForUser?(credentials: Credentials, accountId: string, order: OrderedBefore): Promise<boolean>
  /**
   * Sends an order's code again, by the same or another method, or its confirmation request. Returns the action that is required
   * then, or null if nothing can be sent. Throws an ExchangeFailure.
   */
  resendForOrder?(credentials: Credentials, accountId: string, resend: ResendRequest): Promise<RequiredAction | null>
  /** By the exchange's id. Undefined if the exchange does not know it, which proves nothing. Throws an ExchangeFailure. */
  getWithdrawal(credentials: Credentials, accountId: string, withdrawalId: string): Promise<Withdrawal | undefined>
  /** By our reference. A complete response without it is one empty poll. Throws an ExchangeFailure. */
  findWithdrawal(credentials: Credentials, accountId: string, order: SentOrder): Promise<Withdrawal | undefined>
  /** Withdrawals since a time, for exchanges without our reference. Throws an ExchangeFailure unless the list is complete. */
  listWithdrawals(credentials: Credentials, accountId: string, since: Date): Promise<Withdrawal[]>
  /**
   * Whether a listing without the order proves that it was not made. Called before an order counts as absent, for exchanges where
   * the user can change a setting that this depends on. Without this method, it is proof. Throws an ExchangeFailure.
   */
  isFenceIntact?(
    credentials: Credentials,
    accountId: string,
    order: Pick<WithdrawalOrder, 'adapterState'>,
  ): Promise<boolean>
  /** US dollars per unit, by symbol. Assets without a price are left out. */
  prices(): Promise<ReadonlyMap<string, Amount>>
  health(): Promise<'up' | 'degraded' | 'down'>
}

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
