// The responses of the server to the hosted page. Amounts are decimal strings, durations are seconds, times are ISO texts.

import type { BrokerConnectedPayload } from '../protocol/payloads.ts'
import type { CodeKind } from '../texts/text-values.ts'
import type { CodeFacts, DeclaredField, Mark } from './response-parts.ts'
import type { Transfer } from './transfer-responses.ts'

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

/** Why a call failed. `message` is a sentence for users. */
export interface Problem {
  errorType: string
  message: string
  errorData?: Record<string, unknown>
  requestId?: string
  httpStatus: number
}
