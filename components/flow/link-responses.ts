// The responses of the server to the hosted page. Amounts are decimal strings, durations are seconds, times are ISO texts.

import type { BrokerConnectedPayload } from '../protocol/payloads.ts'
import type { CodeKind } from '../texts/text-values.ts'

/** An icon, or a letter on a colour in its place. */
export interface Mark {
  letter: string
  color: string
  /** The path of the icon. */
  icon?: string | undefined
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
  /** The end of the account's id at the exchange. */
  maskedId?: string
  /** Whether the integration supports managed transfers. */
  transfers: boolean
}

/** The company behind the page, as its operator configured it. */
export interface Provider {
  name: string
  termsUrl: string | null
  privacyUrl: string | null
}

export interface Session {
  linkId: string
  expiresIn: number
  client: { name: string; origin: string }
  provider?: Provider | null
  callbackUrl: string
  /** The user that the app named. */
  userId: string
  /** The reference that the app gave the link. */
  transactionId: string | null
  transfersEnabled: boolean
  destinations: Destination[]
  /** The amount that the app fixed. Without a symbol it is the value of any asset. */
  fixed: { symbol: string | null; amount: string | null; amountInFiat: string | null } | null
  start: 'chooseAccount' | 'chooseAsset' | 'connectWallet' | 'noEligibleAssets'
  /** The integration that the app chose: the flow starts at its sign-in. */
  fromType: string | null
  account: Account | null
  /** The address in the app's wallet token. */
  expectedWallet?: string | null
  /** The newest sign-in of a resumed session, if it succeeded. */
  connected?: { connectionId: string; type: string } | null
  pendingTransfer: Transfer | null
  /** The transfer under review when the link moved to this page. */
  continued?: { accountId: string; networkId: string; symbol: string; amount: string } | null
  sandbox: boolean
  /** The value of one US dollar in other currencies, as far as rates are known. */
  fiatRates?: Record<string, string>
}

/** The full page that a link continues on: `ended` if the user left it or its session expired. */
export type FullPageState = 'notOpened' | 'open' | 'ended'

export interface SelectOption {
  value: string
  label: string
}

/** A field that an integration or a legal requirement declares. */
export interface DeclaredField {
  name: string
  label: string
  secret?: boolean
  optional?: boolean | undefined
  /** The options of a select. */
  options?: SelectOption[] | undefined
  defaultValue?: string | undefined
}

/** Legally required data before a transfer. Values are text: `true` or `false` for a checkbox, the code for a country. */
export interface TravelRuleField extends DeclaredField {
  kind: 'text' | 'select' | 'country' | 'checkbox'
  required: boolean
  /** Required if that field has this value, otherwise not shown. */
  requiredIf?: { field: string; value: string } | null
  options: SelectOption[]
  maxLength: number | null
}

export type ChainType = 'evm' | 'solana'

export interface Integration {
  type: string
  name: string
  kind: 'exchange' | 'wallet'
  status: 'up' | 'degraded' | 'down'
  transfers: boolean
  /** Wallets only: the kinds of chain on which a wallet can be connected. */
  families?: ChainType[] | undefined
  /** No wallet can be connected here. Any wallet can pay by link. */
  payOnly?: boolean | undefined
  color: string
  /** The path of the operator's logo. */
  logo?: string | undefined
  auth: {
    scheme: 'credentials' | 'apiKey' | 'oauth' | 'wallet'
    fields: DeclaredField[]
    serverAddresses?: string[] | undefined
    keysUrl?: string | undefined
  }
}

/** The known facts about a required code. */
export interface CodeFacts {
  codeLength?: number | null
  /** The masked recipient of the code, empty for an authenticator. */
  codeSentTo?: string | null
  codeMethods?: { kind: CodeKind; to: string }[] | null
  attemptsLeft?: number | null
}

export interface Connection extends CodeFacts {
  connectionId: string
  state: 'connected' | 'codeRequired' | 'redirect' | 'waiting' | 'failed'
  codeKind?: CodeKind
  redirectUrl?: string
  /** The user enters it in the window that returned from the exchange. */
  confirmationNumber?: string
  /** The place where the user has to approve, with the masked address or the device's name, and a page for it. */
  waitingFor?: 'email' | 'device'
  sentTo?: string
  url?: string | null
  error?: { errorType: string; message: string }
  accounts?: Account[]
  /** The payload of `brokerConnected`. Passed to the site unchanged, never shown and never stored. */
  authData?: BrokerConnectedPayload
}

export interface HoldingNetwork {
  id: string
  name: string
  mark?: Mark
  /** The network has no real chain. */
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
  /** Data for the reason, such as the end of a withdrawal hold. */
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
  /** Seconds left until the preview expires, at the time of the response. */
  expiresIn: number
  fromName: string
  toAddress: string
  addressTag: string | null
  contractAddress: string
  /** The wallet's account. */
  fromAddress?: string
  /** The chain that the wallet has to be on; null if no wallet sends. */
  wallet?: WalletChain | null
  /** The part of the network fee that stays as a deposit in the recipient's new account. */
  deposit?: Fee | undefined
  networkId: string
  networkName: string
  /** The network has no real chain. */
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
  /** The action that the exchange requires from the user before it sends. */
  userStep?: { errorType: string } | null
  totalDeducted: TokenAmount[]
  recipientReceives: TokenAmount
}

/** The description of a chain for a wallet that does not know it. */
export interface WalletChain {
  /** `0x…`, as all numbers for wallets, or Solana's name of the chain. */
  chainId: string
  chainName: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrl: string | null
  explorerUrl: string | null
}

/** A request to a wallet: to send, or to sign a transaction that the server then sends. */
export type WalletRequest = EvmRequest | SolanaRequest

export interface SolanaRequest {
  /** The chain's name in the Wallet Standard. */
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

/** An SVG path, with the margin that cameras need. */
export interface QrCode {
  size: number
  path: string
}

/** A payment from any wallet, without a connection. */
export interface Payment {
  /** Null unless the payment is watched. */
  transferId: string | null
  /** EIP-681, BIP-21 or Solana Pay; null if there is no format for the network. */
  paymentUri: string | null
  /** Of the URI or of the address. */
  qr: QrCode
  networkId: string
  networkName: string
  symbol: string
  contractAddress: string
  address: string
  /** Empty if there is none. */
  addressTag: string
  amount: string
  minimum: string | null
  /** Whether the server watches the chain for it. */
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

export interface ExecuteResponse extends CodeFacts {
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
  /** The link that the transfer was sent with. */
  linkId?: string | null
  previewId: string
  /** The reference that the app gave the link of the transfer. */
  transactionId: string | null
  status: 'Pending' | 'Succeeded' | 'Failed'
  /** `Unknown` is not failure: the user must not send again. */
  statusDetail: string
  message: string | null
  /** Why the transfer failed. */
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
  /** The network has no real chain. */
  simulated?: boolean
  symbol: string
  mark?: Mark | null
  amount: string
  amountInFiat: string | null
  networkFee: Fee
  exchangeFee: Fee
  confirmations: number
  requiredConfirmations: number
  /** The source that confirmed the arrival. */
  provedBy?: 'chain' | 'exchange' | null
  /** The account whose wallet can prove by a signature whose payment this is. */
  provableBy?: string | null
  estimatedSeconds: number
  createdAt: string
  updatedAt: string
  timeline: { at: string; kind: string }[]
}

/** Why a call failed. `message` is a sentence for users. */
export interface Problem {
  errorType: string
  message: string
  errorData?: Record<string, unknown>
  requestId?: string
  httpStatus: number
}
