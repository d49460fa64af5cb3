// The states of the flow: the current screen, and the request in flight.

import type { SessionSummary } from '../protocol/payloads.ts'
import type { FoundWallet } from '../protocol/wallet-messages.ts'
import type { CodeKind } from '../texts/text-values.ts'
import type { AmountDraft, Choice, FlowContext, Quote } from './flow-context.ts'
import type { FlowRequest } from './flow-request.ts'
import type { Account, Connection, Destination, FullPageState, Integration, Problem } from './link-responses.ts'
import type { CodeFacts, TravelRuleField } from './response-parts.ts'
import type { ExecuteOutcome, Holding, Payment, Preview, Transfer } from './transfer-responses.ts'

interface Step<At extends string> {
  at: At
  context: FlowContext
  pending: FlowRequest | null
}

export interface Opening {
  at: 'opening'
  pending: null
}
export interface LinkEnded {
  at: 'link-ended'
  pending: null
  reason: 'linkExpired' | 'sessionEnded' | 'otherClient' | 'unavailable'
  /** Something was sent, or may have been. */
  mayBeSent: boolean
  /** The user has requested a new link from the site. */
  isNewRequested?: boolean
}
export interface PendingTransfer extends Step<'pending-transfer'> {
  transfer: Transfer
}
export type ChooseAccount = Step<'choose-account'>
export interface SignIn extends Step<'sign-in'> {
  integration: Integration
  problem: Problem | null
}
/** When a new code or message was requested, on the page's clock. */
interface Resendable {
  resentAtMs: number | null
}
export interface EnterCode extends Step<'enter-code'>, Resendable {
  integration: Integration
  connection: Connection
  problem: Problem | null
}
export interface HandOff extends Step<'hand-off'>, Resendable {
  integration: Integration
  connection: Connection
  /** Not in `connection`, because that is saved for a reload. */
  confirmationNumber: string | null
}
export interface PickAccount extends Step<'pick-account'> {
  accounts: Account[]
  /** In fiat, by account, as far as they are known. */
  balances: Record<string, string | null>
}
export type AccountConnected = Step<'account-connected'>
export interface SignInEnded extends Step<'sign-in-ended'> {
  problem: Problem
  /** The integration whose sign-in has ended. */
  type: string
  name: string
}
export type ChooseAsset = Step<'choose-asset'>
export interface NoEligibleAssets extends Step<'no-eligible-assets'> {
  /** `permission`: the exchange allows no withdrawals with this sign-in. */
  because: 'integration' | 'permission' | 'assets'
}
export interface EnterAmount extends Step<'enter-amount'> {
  holding: Holding
  draft: AmountDraft
  problem: Problem | null
}
export interface ReviewTransfer extends Step<'review-transfer'> {
  choice: Choice
  quote: Quote
  /** The previous quote, if its fees were different: the user has to check the new one. */
  changedFrom: Preview | null
  /** Why nothing was sent with the previous quote. */
  problem: Problem | null
}
interface Quoted {
  choice: Choice
  quote: Quote
}
export interface TransferCode extends Step<'transfer-code'>, Quoted, Resendable {
  mfaType: CodeKind
  code: CodeFacts
  problem: Problem | null
}
export interface ConfirmElsewhere extends Step<'confirm-elsewhere'>, Quoted, Resendable {
  kind: Exclude<
    ExecuteOutcome,
    'succeeded' | 'failed' | 'mfaRequired' | 'mfaFailed' | 'travelRuleRequired' | 'walletRequired'
  >
  errorData: Record<string, unknown>
  /** The user reported the confirmation, but the exchange has not received it. */
  isNotYet: boolean
}
/** Legally required data about the recipient. */
export interface ExtraData extends Step<'extra-data'>, Quoted {
  fields: TravelRuleField[]
  problem: Problem | null
}
export interface ChooseWallet extends Step<'choose-wallet'> {
  /** Null until the search has finished. */
  wallets: FoundWallet[] | null
  /** The wallet was connected before. */
  isAgain: boolean
  problem: Problem | null
}
export interface ConnectWallet extends Step<'connect-wallet'> {
  wallet: FoundWallet
}
/** The wallet shared a different account from the expected one. */
export interface OtherAccount extends Step<'other-account'> {
  wallet: FoundWallet
  expected: string
  address: string
}
/** The wallet's address has to be proved before the payment is requested. */
export interface ProveWallet extends Step<'prove-wallet'>, Quoted {
  problem: Problem | null
}
/** The wallet waits for the user's approval. */
export interface ConfirmInWallet extends Step<'confirm-in-wallet'>, Quoted {
  transfer: Transfer
  stage: WalletStage
}
export type WalletStage = 'opening' | 'switching' | 'adding' | 'confirming'
export type ChoosePayment = Step<'choose-payment'>
export interface PaymentAmount extends Step<'payment-amount'> {
  destination: Destination
  problem: Problem | null
}
/** Any wallet may pay. The payment is detected on the chain. */
export interface PayByLink extends Step<'pay-by-link'> {
  destination: Destination
  payment: Payment
}
/** If the browser blocked the window, the user opens the full page by this link, until this time on the page's clock. */
export interface FullPageLink {
  url: string
  untilMs: number
}
/** The link continues in another window. */
export interface OnFullPage extends Step<'on-full-page'> {
  /** The state to return to while the full page is not opened. */
  from: FlowState
  choice: Choice | null
  /** Reclaims the link from the full page. Can be used once. */
  returnCode: string
  page: FullPageState
  link: FullPageLink | null
  /** The newest transfer that was sent there. */
  transfer: Transfer | null
}
export interface TrackTransfer extends Step<'track-transfer'> {
  transfer: Transfer
}
export interface TransferWaiting extends Step<'transfer-waiting'> {
  transfer: Transfer
  /** Why the wallet's address is not proved. */
  problem?: Problem | null
}
export interface TransferReceipt extends Step<'transfer-receipt'> {
  transfer: Transfer
}
export interface TransferFailed extends Step<'transfer-failed'> {
  transfer: Transfer | null
  message: string
  errorType: string | null
  errorData: Record<string, unknown>
}
export interface ShowProblem extends Step<'show-problem'> {
  problem: Problem
  /** The state to continue with, and the call to repeat. */
  retry: FlowState
}
/** The confirmation dialog before leaving, above a step that continues. */
export interface Leaving {
  at: 'leaving'
  pending: FlowRequest | null
  from: FlowState
  question: LeaveQuestion
}
/** The app's page on which a full page ends. */
export interface SiteCallback {
  url: string
  transferId: string | null
  status: string
}

export interface Left {
  at: 'left'
  pending: null
  finished: boolean
  summary: SessionSummary
  callback: SiteCallback | null
}

export type LeaveQuestion = 'nothingSent' | 'sending'

export type FlowState =
  | Opening
  | LinkEnded
  | PendingTransfer
  | ChooseAccount
  | SignIn
  | EnterCode
  | HandOff
  | PickAccount
  | AccountConnected
  | SignInEnded
  | ChooseAsset
  | NoEligibleAssets
  | EnterAmount
  | ReviewTransfer
  | TransferCode
  | ConfirmElsewhere
  | ExtraData
  | ChooseWallet
  | ConnectWallet
  | OtherAccount
  | ProveWallet
  | ConfirmInWallet
  | ChoosePayment
  | PaymentAmount
  | PayByLink
  | OnFullPage
  | TrackTransfer
  | TransferWaiting
  | TransferReceipt
  | TransferFailed
  | ShowProblem
  | Leaving
  | Left

export type At = FlowState['at']
export type StateAt<A extends At> = Extract<FlowState, { at: A }>
/** The states with a context: all but the final ones and the dialog before leaving. */
export type OpenState = Extract<FlowState, { context: FlowContext }>
