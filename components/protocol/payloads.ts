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
  /** Absent where the link has `TokenDelivery: "server"`, as is every other token: your server fetches them. */
  accessToken?: string
  refreshToken?: string
}

/** Detail of `brokerConnected`. Send `auth_token` to your server; it is the user's permission to move funds. */
export interface BrokerConnectedPayload {
  accessToken: {
    accountTokens: AccountToken[]
    brokerType: string
    brokerName: string
    /** A logo as base64 of an SVG, and the integration's colour. */
    brokerBrandInfo: { brokerLogo: string; brokerPrimaryColor?: string }
    expiresInSeconds?: number
    refreshTokenExpiresInSeconds?: number
  }
  auth_token?: string
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
    /** Empty where the link was closed before there was an answer: its server can be asked, by the link. */
    transferId: string
    /** `pending`, `unknown`, `succeeded` or `failed`. Unknown is not failure. */
    status: string
    symbol: string
    /** As published. Use `amountText` wherever digits matter. */
    amount: number
    amountText: string
    networkName: string
    networkId?: string
    hash?: string
  }
  errorMessage?: string
}

interface AboutIntegration {
  integrationType: string
  integrationName: string
}
interface AboutError {
  errorMessage: string
  errorType?: string
}
interface AboutFee {
  fee: number
  feeCurrency?: string
  feeInFiat?: number
}

/** What each event tells, by its name. Where an amount is a number, its exact text stands beside it. */
export interface LinkEventPayloads {
  pageLoaded: undefined
  integrationSelected: AboutIntegration
  credentialsEntered: undefined
  /** `mfaType` where it is not a code that is waited for: see transferMfaRequired. */
  integrationMfaRequired: { mfaType: string } | undefined
  integrationMfaEntered: undefined
  integrationOAuthStarted: undefined
  integrationAccountSelectionRequired: undefined
  integrationConnected: AboutIntegration
  integrationConnectionError: AboutError
  transferStarted: AboutIntegration
  transferAssetSelected: { symbol: string }
  transferNetworkSelected: { id: string; name: string }
  transferAmountEntered: { amount: number; amountText: string }
  transferPreviewed: AboutIntegration & {
    previewId: string
    symbol: string
    amount: number
    amountText: string
    amountInFiat?: number
    fiatCurrency: string
    toAddress: string
    networkId: string
    networkName: string
    estimatedNetworkGasFee: AboutFee
    institutionTransferFee: AboutFee
  }
  transferPreviewError: AboutError
  /**
   * What the exchange waits for: a code by `totp`, `phone` or `email`; a yes elsewhere, `emailConfirmation` or
   * `deviceConfirmation`; `addressWhitelist`, the address saved there first; `travelRule`, what the law wants to know.
   */
  transferMfaRequired: { mfaType?: string }
  transferMfaEntered: undefined
  transferKycRequired: AboutError
  transferInitiated: AboutIntegration & { status: 'pending' }
  transferExecuted: {
    status: 'success' | 'pending'
    transferId: string
    txId: string
    fromAddress: string
    toAddress: string
    symbol: string
    amount: number
    amountText: string
    networkId: string
    networkName: string
  }
  transferExecutionError: AboutError
  transferCompleted: TransferSuccess
  transferNoEligibleAssets: AboutIntegration & {
    arrayOfTokensHeld: {
      symbol: string
      amount: number
      amountText: string
      amountInFiat?: number
      ineligibilityReason?: string
    }[]
  }
  transferDeclined: AboutIntegration & { status: string }
  connectionDeclined: AboutIntegration & AboutError & { reason: string }
  connectionUnavailable: AboutIntegration & AboutError & { reason: string }
}

export type LinkEventName = keyof LinkEventPayloads

type EventOf<Name extends LinkEventName> = LinkEventPayloads[Name] extends undefined
  ? { type: Name; payload?: undefined }
  : { type: Name; payload: LinkEventPayloads[Name] }

/** Detail of `linkEvent`: progress and errors on the way, told apart by `type`. Never carries a secret. */
export type LinkEvent = { [Name in LinkEventName]: EventOf<Name> }[LinkEventName]

/** Detail of `exit`: exactly once per opening, last. `error` is a sentence, absent when all went well. */
export interface ExitDetail {
  error?: string
  summary?: SessionSummary
}

/** The events of `<transfer-link>` by their names. */
export interface TransferLinkEvents {
  brokerConnected: CustomEvent<BrokerConnectedPayload>
  transferFinished: CustomEvent<TransferFinishedPayload>
  linkEvent: CustomEvent<LinkEvent>
  closeRequest: CustomEvent<null>
  exit: CustomEvent<ExitDetail>
}

/** Where the link stands, as CSS can ask for it: `transfer-link:state(connected)`. */
export type TransferLinkState = 'open' | 'loading' | 'connected' | 'submitting' | 'done' | 'error'
