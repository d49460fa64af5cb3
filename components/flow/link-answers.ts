// What the server answers to the hosted page. Amounts are decimal strings, durations are seconds, times are ISO texts.

import type { BrokerConnectedPayload } from '../protocol/payloads.ts'
import type { CodeKind } from '../texts/text-values.ts'

/** A sign on a colour, in place of a logo. */
export interface Mark {
  letter: string
  color: string
}

export interface Destination {
  networkId: string
  networkName: string
  symbol: string
  tokenName: string
  mark?: Mark | null
  networkMark?: Mark | null
  address: string
  addressTag: string | null
}

export interface Account {
  accountId: string
  name: string
  type: string
  integrationName: string
  /** Whether the integration can send managed transfers at all. */
  transfers: boolean
}

export interface Session {
  linkId: string
  expiresIn: number
  client: { name: string; origin: string }
  callbackUrl: string
  transfersEnabled: boolean
  destinations: Destination[]
  /** What the app fixed: the user is not asked for it. Without a symbol it is the value of whatever is sent. */
  fixed: { symbol: string | null; amount: string | null; amountInFiat: string | null } | null
  start: 'chooseAccount' | 'chooseAsset' | 'connectWallet' | 'noEligibleAssets'
  /** The integration that the app named: its sign-in comes first. */
  fromType: string | null
  account: Account | null
  /** The address that a wallet token of the app names. */
  expectedWallet?: string | null
  /** The newest sign-in of a session that is taken up again, if it has ended well. */
  connected?: { connectionId: string; type: string } | null
  pendingTransfer: Transfer | null
  /** What was about to be sent where the link moved here. */
  continued?: { accountId: string; networkId: string; symbol: string; amount: string } | null
  sandbox: boolean
  /** What one US dollar is in other currencies, where there are rates. */
  fiatRates?: Record<string, string>
}

/** Of the full page that a link continues on: `ended` where its user left it, or its session expired. */
export type FullPageState = 'notOpened' | 'open' | 'ended'

/** A field as the integration, or the law, declares it. */
export interface DeclaredField {
  name: string
  label: string
  secret?: boolean
  optional?: boolean | undefined
  /** Of a select. */
  options?: { value: string; label: string }[] | undefined
  defaultValue?: string | undefined
}

/** What the law asks for before a transfer. Values are text; a checkbox's is `true` or `false`, a country's its code. */
export interface TravelRuleField extends DeclaredField {
  kind: 'text' | 'select' | 'country' | 'checkbox'
  required: boolean
  /** Required if that field has this value, else not shown. */
  requiredIf?: { field: string; value: string } | null
  options: { value: string; label: string }[]
  maxLength: number | null
}

export type WalletFamily = 'evm' | 'solana'

export interface Integration {
  type: string
  name: string
  kind: 'exchange' | 'wallet'
  status: 'up' | 'degraded' | 'down'
  transfers: boolean
  /** Of wallets: on which kinds of chain one can be connected. */
  families?: WalletFamily[] | undefined
  /** None of them can be connected here: any can pay by link. */
  payOnly?: boolean | undefined
  color: string
  auth: {
    scheme: 'credentials' | 'apiKey' | 'oauth' | 'wallet'
    fields: DeclaredField[]
    serverAddresses?: string[] | undefined
    keysUrl?: string | undefined
  }
}

/** What is known of a code that is asked for. */
export interface CodeFacts {
  codeLength?: number | null
  /** Masked receiver; empty for an authenticator. */
  codeSentTo?: string | null
  codeMethods?: { kind: CodeKind; to: string }[] | null
  attemptsLeft?: number | null
}

export interface Connection extends CodeFacts {
  connectionId: string
  state: 'connected' | 'codeRequired' | 'redirect' | 'waiting' | 'failed'
  codeKind?: CodeKind
  redirectUrl?: string
  /** To be entered in the window that came back from the exchange. */
  confirmationNumber?: string
  /** Where the user has to say yes, the masked address or the device's name, and a page for it. */
  waitingFor?: 'email' | 'device'
  sentTo?: string
  url?: string | null
  error?: { errorType: string; message: string }
  accounts?: Account[]
  /** What `brokerConnected` carries. Handed to the site as it is, never shown and never kept. */
  authData?: BrokerConnectedPayload
}

export interface HoldingNetwork {
  id: string
  name: string
  mark?: Mark
  /** No chain stands behind it. */
  simulated?: boolean
  eligibleForTransfer: boolean
  ineligibilityReason: string | null
  ineligibilityText: string | null
  minimumAmount: string | null
  maximumAmount: string | null
  minimumAmountInFiat: string | null
  maximumAmountInFiat: string | null
  fee: string
  feeSymbol: string
  feeInFiat: string | null
  exchangeFee: string
  exchangeFeeInFiat: string | null
  decimals: number
  /** One token in fiat. */
  price: string | null
  estimatedSeconds: number
}

export interface Holding {
  symbol: string
  name: string
  mark?: Mark | null
  availableBalance: string
  availableBalanceInFiat: string | null
  eligibleForTransfer: boolean
  ineligibilityReason: string | null
  ineligibilityText: string | null
  /** Facts to the reason: until when the exchange holds withdrawals. */
  ineligibilityData?: Record<string, string | undefined>
  networks: HoldingNetwork[]
}

export interface Fee {
  fee: string
  feeCurrency: string | null
  feeInFiat: string | null
}

export interface TokenAmount {
  symbol: string
  amount: string
}

export interface Preview {
  previewId: string
  expiresIn: number
  fromName: string
  toAddress: string
  addressTag: string | null
  contractAddress: string
  /** Of a wallet's own account. */
  fromAddress?: string
  /** The chain that a wallet has to be on; null where no wallet sends. */
  wallet?: WalletChain | null
  /** How much of the network fee is left in an account that the recipient has not yet. */
  deposit?: Fee | undefined
  networkId: string
  networkName: string
  /** No chain stands behind it. */
  simulated?: boolean
  symbol: string
  mark?: Mark | null
  amount: string
  amountInFiat: string | null
  estimatedTime: number
  networkFee: Fee
  exchangeFee: Fee
  totalFeeInFiat: string | null
  /** The network fee is known only after sending. */
  feeIsEstimate?: boolean
  /** What the user has to do at the exchange before it sends. */
  userStep?: { errorType: string } | null
  totalDeducted: TokenAmount[]
  recipientReceives: TokenAmount
}

/** What a wallet is told of a chain that it does not know. */
export interface WalletChain {
  /** `0x…`, as the other numbers that wallets take, or Solana's own word. */
  chainId: string
  chainName: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrl: string | null
  explorerUrl: string | null
}

/** What a wallet is asked for: to send, or to sign what the server then sends. */
export type WalletRequest = EvmRequest | SolanaRequest

export interface SolanaRequest {
  /** As wallets name the chain. */
  chainId: 'solana:mainnet' | 'solana:localnet'
  from: string
  /** In base64. */
  transaction: string
}

export interface EvmRequest {
  chainId: string
  from: string
  to: string
  data: string
  value: string
  gas: string
}

/** A payment from any wallet, without one being connected. */
export interface Payment {
  /** Null unless it is watched. */
  transferId: string | null
  /** EIP-681, BIP-21 or Solana Pay; null where there is none for it. */
  paymentUri: string | null
  /** Of the same, or of the address: the path of an SVG, with the quiet zone that cameras need. */
  qr: { size: number; path: string }
  networkId: string
  networkName: string
  symbol: string
  contractAddress: string
  address: string
  /** Empty where there is none. */
  addressTag: string
  amount: string
  minimum: string | null
  /** Whether the server looks for it on the chain. */
  watched: boolean
  expiresIn: number
}

export type ExecuteOutcome =
  | 'walletRequired'
  | 'succeeded'
  | 'failed'
  | 'mfaRequired'
  | 'mfaFailed'
  | 'emailConfirmationRequired'
  | 'deviceConfirmationRequired'
  | 'addressWhitelistRequired'
  | 'travelRuleRequired'

export interface ExecuteAnswer extends CodeFacts {
  outcome: ExecuteOutcome
  errorType: string | null
  message: string | null
  errorData?: Record<string, unknown>
  mfaType: CodeKind | null
  /** Beside walletRequired. */
  walletRequest?: WalletRequest | null
  /** Beside travelRuleRequired. */
  fields?: TravelRuleField[] | null
  transfer: Transfer | null
}

export interface Transfer {
  transferId: string
  /** The link that it was sent with. */
  linkId?: string | null
  status: 'Pending' | 'Succeeded' | 'Failed'
  /** `Unknown` is not failure: nobody is invited to send again. */
  statusDetail: string
  message: string | null
  /** Why it failed. */
  errorType?: string | null
  errorData?: Record<string, unknown>
  fromName: string
  fromAddress: string
  toAddress: string
  addressTag: string | null
  hash: string
  explorerUrl: string | null
  networkId: string
  networkName: string
  /** No chain stands behind it. */
  simulated?: boolean
  symbol: string
  mark?: Mark | null
  amount: string
  amountInFiat: string | null
  networkFee: Fee
  exchangeFee: Fee
  confirmations: number
  requiredConfirmations: number
  /** What shows that it arrived. */
  provedBy?: 'chain' | 'exchange' | null
  /** The account whose wallet may decide by a signature whose payment this is. */
  provableBy?: string | null
  estimatedSeconds: number
  createdAt: string
  updatedAt: string
  timeline: { at: string; kind: string }[]
}

/** Why a call gave no answer. `message` is a sentence fit for people. */
export interface Problem {
  errorType: string
  message: string
  errorData?: Record<string, unknown>
  requestId?: string
  httpStatus: number
}
