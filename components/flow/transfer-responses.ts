// The server's responses about holdings and transfers. Amounts are decimal strings, durations are seconds, times are ISO texts.

import type { CodeKind } from '../texts/text-values.ts'
import type { CodeFacts, Mark, TravelRuleField } from './response-parts.ts'

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
