// The public types of a site: the values passed to a link and the details of its events. Nothing here depends on the server.

/** A token from an earlier `brokerConnected`, passed back so that the user does not have to sign in again. */
export interface IntegrationAccessToken {
  accountId: string
  accountName: string
  accessToken: string
  brokerType: string
  brokerName: string
}

export interface AccountToken {
  account: { accountId: string; accountName: string }
  /** Absent if the link has `TokenDelivery: "server"`: then your server fetches all tokens. */
  accessToken?: string
  refreshToken?: string
}

/** Detail of `brokerConnected`. Send `auth_token` to your server; it is the user's permission to move funds. */
export interface BrokerConnectedPayload {
  accessToken: {
    accountTokens: AccountToken[]
    brokerType: string
    brokerName: string
    /** A logo as base64 of an SVG, the URL of the operator's logo if there is one, and the integration's colour. */
    brokerBrandInfo: { brokerLogo: string; logoLightUrl?: string; brokerPrimaryColor?: string }
    expiresInSeconds?: number
    refreshTokenExpiresInSeconds?: number
  }
  auth_token?: string
  refresh_token?: string
}

/** The app's own reference in every event about a link's transfer. */
interface AboutTransfer {
  /** The `TransactionId` of the link, if it has one. */
  transactionId?: string
}

/** In addition, under the names that published clients of similar APIs read. */
interface AboutClientTransfer extends AboutTransfer {
  /** The `UserId` of the link. */
  userId?: string
  /** The same as `transactionId`. */
  clientTransactionId?: string
}

export interface TransferSuccess extends AboutClientTransfer {
  status: 'success'
  /** A JavaScript number, as specified. Use `amountText` for the exact amount. */
  amount: number
  amountText: string
  fromAddress: string
  toAddress: string
  networkId: string
  symbol: string
  /** The transaction hash, or the exchange's id if there is no hash. */
  txId: string
  /** The transaction hash. Absent if there is none. */
  txHash?: string
  transferId: string
  networkName?: string
  /** In `fiatCurrency`. Absent if the asset has no price. */
  amountInFiat?: number
  /** With all fees. Absent if one of them has no price. */
  totalAmountInFiat?: number
  fiatCurrency?: string
}

export interface TransferError extends AboutClientTransfer {
  status: 'error'
  /** A sentence for people. */
  errorMessage: string
  errorType?: string
  /** Identifies the refused request in the server's log. */
  requestId?: string
  transferId?: string
}

/** Detail of `transferFinished`. Fires once per transfer, when it has ended. */
export interface TransferFinishedPayload {
  type: 'transferFinished'
  payload: TransferSuccess | TransferError
}

/** The screen and the open transfer at the time when the link was closed. */
export interface SessionSummary {
  page: string
  selectedIntegration?: { id: string; name: string }
  transfer?: {
    /** Empty if the link was closed before the response arrived. Your server can look the transfer up by `linkId`. */
    transferId: string
    /** `pending`, `unknown`, `succeeded` or `failed`. Unknown is not failure. */
    status: string
    symbol: string
    /** A JavaScript number, as published. Use `amountText` for the exact amount. */
    amount: number
    amountText: string
    networkName: string
    networkId?: string
    hash?: string
    previewId?: string
    /** The same as `transferId`, under the name that published clients of similar APIs read. */
    transactionId?: string
    /** The `TransactionId` of the transfer's link. */
    clientTransactionId?: string
    amountInFiat?: number
  }
  /** The `TransactionId` of the link. */
  clientTransactionId?: string
  errorMessage?: string
}

interface AboutIntegration {
  integrationType: string
  integrationName: string
}
interface AboutError {
  errorMessage: string
  errorType?: string
  /** Identifies the refused request in the server's log. */
  requestId?: string
}
interface AboutFee {
  fee: number
  feeCurrency?: string
  feeInFiat?: number
}

/** The payload of each event. Each amount that is a number also has its exact text. */
export interface LinkEventPayloads {
  pageLoaded: undefined
  /** The link has expired or was used, and the user requests a new one: create a link and open it. */
  newLinkRequested: undefined
  integrationSelected: AboutIntegration
  credentialsEntered: undefined
  /** `mfaType` if something other than a code is required: see transferMfaRequired. */
  integrationMfaRequired: { mfaType: string } | undefined
  integrationMfaEntered: undefined
  integrationOAuthStarted: undefined
  integrationAccountSelectionRequired: undefined
  integrationConnected: AboutIntegration
  integrationConnectionError: AboutError
  transferStarted: AboutIntegration & AboutTransfer
  transferAssetSelected: { symbol: string } & AboutTransfer
  transferNetworkSelected: { id: string; name: string } & AboutTransfer
  transferAmountEntered: { amount: number; amountText: string } & AboutTransfer
  transferPreviewed: AboutIntegration &
    AboutClientTransfer & {
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
  transferPreviewError: AboutError & AboutTransfer
  /**
   * What the exchange requires: a code by `totp`, `phone` or `email`; an approval by `emailConfirmation` or
   * `deviceConfirmation`; `addressWhitelist`, the address saved there first; `travelRule`, legally required data.
   */
  transferMfaRequired: { mfaType?: string } & AboutTransfer
  transferMfaEntered: AboutTransfer | undefined
  transferKycRequired: AboutError & AboutTransfer
  transferInitiated: AboutIntegration & AboutTransfer & { status: 'pending' }
  transferExecuted: AboutClientTransfer & {
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
    previewId?: string
  }
  transferExecutionError: AboutError & AboutTransfer
  transferCompleted: TransferSuccess
  transferNoEligibleAssets: AboutIntegration &
    AboutTransfer & {
      arrayOfTokensHeld: {
        symbol: string
        amount: number
        amountText: string
        amountInFiat?: number
        ineligibilityReason?: string
      }[]
    }
  transferDeclined: AboutIntegration & AboutTransfer & { status: string }
  connectionDeclined: AboutIntegration & AboutError & { reason: string }
  connectionUnavailable: AboutIntegration & AboutError & { reason: string }
}

export type LinkEventName = keyof LinkEventPayloads

type LinkEventOf<Name extends LinkEventName> = undefined extends LinkEventPayloads[Name]
  ? { type: Name; payload?: LinkEventPayloads[Name] }
  : { type: Name; payload: LinkEventPayloads[Name] }

/** Detail of `linkEvent`: progress and errors, distinguished by `type`. Never contains a secret. */
export type LinkEvent = { [Name in LinkEventName]: LinkEventOf<Name> }[LinkEventName]

/** Detail of `exit`, which fires last and exactly once per opening. `error` is a sentence, absent on success. */
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

/** The custom states of the element: `transfer-link:state(connected)`. */
export type TransferLinkState = 'open' | 'loading' | 'connected' | 'submitting' | 'done' | 'error'
