// The interface of exchange adapters. An adapter is a folder here, registered in real-exchanges.ts. CONTRIBUTING.md has all steps.
//
// Checklist for a new adapter:
//  1. Decide its recovery class (recovery-policy.ts) from the exchange's documentation, and prove it with the contract suite.
//  2. Read amounts as text from the raw response, never through a float.
//  3. Map the exchange's network names to our keys in a table. An unknown name drops the route.
//  4. List the error codes that prove that a withdrawal was refused. Every other code is `ambiguous`.
//  5. Return a RequiredAction only if the response proves that nothing was made and the exchange accepts the same order again.
//  6. `withdraw` never retries and never throws. No error contains a secret.

import type { Amount } from '../contract/amount.ts'
import type { Limits } from './kit/limits.ts'
import type { RecoveryPolicy } from './recovery-policy.ts'
import type {
  CodeKind,
  Credentials,
  RedirectResponse,
  SelectOption,
  SignIn,
  SignInRedirect,
  SignInResult,
} from './sign-in.ts'
import type {
  OrderedBefore,
  QuotedAction,
  RequiredAction,
  ResendRequest,
  SentOrder,
  Withdrawal,
  WithdrawalOrder,
  WithdrawalOutcome,
  WithdrawalTerms,
} from './withdrawal.ts'

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
  options: readonly SelectOption[]
  /** Null unless `kind` is `text`. */
  maxLength: number | null
}

/** A network on which an asset can be withdrawn, with the exchange's current limits. */
export interface Route {
  networkKey: string
  /** Token contract as the exchange states it, '' for a native coin. The route is dropped unless it equals our catalogue's. */
  contract: string
  decimals: number
  minimum: Amount
  maximum: Amount | null
  step: Amount
  /**
   * In the asset itself. The account is charged amount plus fees, and the recipient gets the amount. If an exchange deducts its fee
   * from the ordered amount, its adapter orders amount plus fee.
   */
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
  requiredAction?: QuotedAction
  /** Null if the quote does not expire. */
  expiresInSeconds: number | null
  estimatedSeconds: number
  gas?: Gas
  /** The name of the account. Default: the exchange's name. */
  fromName?: string
}

/** `gasLimit` is a whole number. `createsAccount`: the payment also creates the recipient's account for the token. */
export type WalletCall = { chainType: 'evm'; gasLimit: string } | { chainType: 'solana'; createsAccount: boolean }

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
  /** The rate limits in force, by name. `address`: all requests from one of our source addresses. */
  limits: Limits
  /** Whether one listing of an account states as much about a withdrawal as `getWithdrawal` does. Then one request serves all polls. */
  listsAsLookedUp: boolean

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
  finishRedirect?(pending: Credentials, response: RedirectResponse): Promise<SignInResult>
  submitCode(pending: Credentials, code: string): Promise<SignInResult>
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
