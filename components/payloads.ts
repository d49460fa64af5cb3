// What a site meets: the values given to the link and the details of its events. Plain interfaces, nothing of the server.

/** A token that the site received earlier through `brokerConnected`, handed back so that the user need not sign in again. */
export interface IntegrationAccessToken {
  accountId: string
  accountName: string
  accessToken: string
  brokerType: string
  brokerName: string
}

export interface AccountToken {
  account: { accountId: string; accountName: string }
  accessToken: string
  refreshToken?: string
}

/** Detail of `brokerConnected`. Send `auth_token` to your server; it is the user's permission to move funds. */
export interface BrokerConnectedPayload {
  accessToken: {
    accountTokens: AccountToken[]
    brokerType: string
    brokerName: string
    brokerBrandInfo: Record<string, unknown>
    expiresInSeconds?: number
    refreshTokenExpiresInSeconds?: number
  }
  auth_token: string
  refresh_token?: string
}

export interface TransferSuccess {
  status: 'success'
  /** As the specification has it. Use `amountText` wherever digits matter: a JavaScript number loses some. */
  amount: number
  amountText: string
  fromAddress: string
  toAddress: string
  networkId: string
  symbol: string
  /** The chain's transaction hash, or the exchange's id where there is none. */
  txId: string
  transferId: string
}

export interface TransferError {
  status: 'error'
  /** A sentence for people. */
  errorMessage: string
  errorType?: string
  transferId?: string
}

/** Detail of `transferFinished`: once per transfer, when it has ended. */
export interface TransferFinishedPayload {
  type: 'transferFinished'
  payload: TransferSuccess | TransferError
}

/** Where the user was, and what was under way, when the link was closed. */
export interface SessionSummary {
  page: string
  selectedIntegration?: { id: string; name: string }
  transfer?: {
    transferId: string
    status: string
    symbol: string
    amount: string
    networkName: string
    networkId?: string
    hash?: string
  }
  errorMessage?: string
}

export type LinkEventName =
  | 'pageLoaded'
  | 'integrationSelected'
  | 'credentialsEntered'
  | 'integrationMfaRequired'
  | 'integrationMfaEntered'
  | 'integrationOAuthStarted'
  | 'integrationAccountSelectionRequired'
  | 'integrationConnected'
  | 'integrationConnectionError'
  | 'transferStarted'
  | 'transferAssetSelected'
  | 'transferNetworkSelected'
  | 'transferAmountEntered'
  | 'transferPreviewed'
  | 'transferPreviewError'
  | 'transferMfaRequired'
  | 'transferMfaEntered'
  | 'transferKycRequired'
  | 'transferInitiated'
  | 'transferExecuted'
  | 'transferExecutionError'
  | 'transferCompleted'
  | 'transferNoEligibleAssets'
  | 'transferDeclined'
  | 'connectionDeclined'
  | 'connectionUnavailable'

/** Detail of `linkEvent`: progress and errors on the way. Never carries a secret. */
export interface LinkEvent {
  type: LinkEventName
  payload?: Record<string, unknown>
}

/** Detail of `exit`: exactly once per opening, last. `error` is a sentence, absent when all went well. */
export interface ExitDetail {
  error?: string
  summary?: SessionSummary
}
