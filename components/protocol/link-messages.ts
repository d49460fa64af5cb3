// Every message between a site's page and the hosted page in its iframe, under the names this API family publishes.
//
//   hosted page --firstScreenVisible--> site              the first screen is visible, while the link is being opened
//   hosted page --loaded--> site                          the session is open (or the link has ended); once per loading
//   site --meshSDKSpecs--> hosted page                    a published client, which expects transferFinished for successes only
//   site --frontAccessTokens--> hosted page               response to loaded, if the site has tokens
//   site --closeRequested--> hosted page                  the user pressed Escape or the backdrop: confirm or leave
//   site --closed--> hosted page                         the site closes the link at once: end the session
//   hosted page --brokerageAccountAccessToken--> site     an account is connected
//   hosted page --unchosenAccounts--> site                the user chooses among these: report them if the site closes the link now
//   hosted page --{a LinkEventName}--> site               progress and errors
//   hosted page --transferFinished--> site                a transfer has ended (the inner payload)
//   hosted page --oauthLinkOpen--> site                   open an exchange's own page in a new window
//   hosted page --walletBridge--> site                    open a port to the page's wallets (wallet-bridge-host.ts)
//   hosted page --close | done--> site                    the user left | all is finished; last
//
// The guards check the shapes below, and link-messages.schema.json is generated from them. Guards never throw: a message may come
// from anyone.

import type {
  BrokerConnectedPayload,
  IntegrationAccessToken,
  LinkEvent,
  SessionSummary,
  TransferFinishedPayload,
} from './payloads.ts'

/** All messages of the frame, including those that the shell handles itself. */
export type FrameMessage = FlowMessage | WalletBridgeRequest | { type: 'firstScreenVisible' }

/** Requests the port of the site's wallet bridge. */
export interface WalletBridgeRequest {
  type: 'walletBridge'
  nonce: string
}

export type FlowMessage =
  | { type: 'loaded'; link?: string }
  | { type: 'brokerageAccountAccessToken'; payload: ConnectedMessage }
  | { type: 'unchosenAccounts'; payload: ConnectedMessage }
  | { type: 'transferFinished'; payload: TransferFinishedPayload['payload'] }
  | { type: 'oauthLinkOpen'; link: string }
  | { type: 'close' | 'done'; payload: SessionSummary; message?: string }
  | LinkEvent

/** The published payload is the content of `accessToken`. It also carries the two flat tokens. */
export type ConnectedMessage = BrokerConnectedPayload['accessToken'] & Omit<BrokerConnectedPayload, 'accessToken'>

export type SiteMessage =
  | { type: 'meshSDKSpecs' }
  | { type: 'frontAccessTokens'; payload: IntegrationAccessToken[] }
  | { type: 'closeRequested' }
  | { type: 'closed' }

/** Additional fields are allowed: a newer server may send more than this copy knows. */
export type Shape =
  | 'text'
  | 'number'
  | 'address'
  | readonly ['word', ...string[]]
  | readonly ['list', Shape]
  | readonly ['either', ...Shape[]]
  | { readonly [field: string]: Shape }

const integration = { integrationType: 'text', integrationName: 'text' } as const
const problem = { errorMessage: 'text', 'errorType?': 'text', 'requestId?': 'text' } as const
/** The app's references in the events about a transfer. */
const ofTransfer = { 'transactionId?': 'text' } as const
const ofClient = { ...ofTransfer, 'userId?': 'text', 'clientTransactionId?': 'text' } as const
const fee = { fee: 'number', 'feeCurrency?': 'text', 'feeInFiat?': 'number' } as const
const exactAmount = { amount: 'number', amountText: 'text' } as const
const moved = { ...exactAmount, fromAddress: 'text', toAddress: 'text', networkId: 'text', symbol: 'text' } as const
const success = {
  ...moved,
  ...ofClient,
  status: ['word', 'success'],
  txId: 'text',
  'txHash?': 'text',
  transferId: 'text',
  'networkName?': 'text',
  'amountInFiat?': 'number',
  'totalAmountInFiat?': 'number',
  'fiatCurrency?': 'text',
} as const
const failure = { ...problem, ...ofClient, status: ['word', 'error'], 'transferId?': 'text' } as const
const ending = {
  payload: {
    page: 'text',
    'selectedIntegration?': { id: 'text', name: 'text' },
    'transfer?': {
      ...exactAmount,
      transferId: 'text',
      status: 'text',
      symbol: 'text',
      networkName: 'text',
      'networkId?': 'text',
      'hash?': 'text',
      'previewId?': 'text',
      'transactionId?': 'text',
      'clientTransactionId?': 'text',
      'amountInFiat?': 'number',
    },
    'clientTransactionId?': 'text',
    'errorMessage?': 'text',
  },
  'message?': 'text',
} as const

const connected = {
  payload: {
    accountTokens: [
      'list',
      { account: { accountId: 'text', accountName: 'text' }, 'accessToken?': 'text', 'refreshToken?': 'text' },
    ],
    brokerType: 'text',
    brokerName: 'text',
    brokerBrandInfo: { brokerLogo: 'text', 'logoLightUrl?': 'text', 'brokerPrimaryColor?': 'text' },
    'expiresInSeconds?': 'number',
    'refreshTokenExpiresInSeconds?': 'number',
    'auth_token?': 'text',
    'refresh_token?': 'text',
  },
} as const

/** Messages of the hosted page, by type. */
export const frameShapes: Readonly<Record<FrameMessage['type'], { readonly [field: string]: Shape }>> = {
  loaded: { 'link?': 'address' },
  brokerageAccountAccessToken: connected,
  unchosenAccounts: connected,
  transferFinished: { payload: ['either', success, failure] },
  oauthLinkOpen: { link: 'address' },
  walletBridge: { nonce: 'text' },
  firstScreenVisible: {},
  close: ending,
  done: ending,
  pageLoaded: {},
  newLinkRequested: {},
  integrationSelected: { payload: integration },
  credentialsEntered: {},
  integrationMfaRequired: { 'payload?': { mfaType: 'text' } },
  integrationMfaEntered: {},
  integrationOAuthStarted: {},
  integrationAccountSelectionRequired: {},
  integrationConnected: { payload: integration },
  integrationConnectionError: { payload: problem },
  transferStarted: { payload: { ...integration, ...ofTransfer } },
  transferAssetSelected: { payload: { symbol: 'text', ...ofTransfer } },
  transferNetworkSelected: { payload: { id: 'text', name: 'text', ...ofTransfer } },
  transferAmountEntered: { payload: { ...exactAmount, ...ofTransfer } },
  transferPreviewed: {
    payload: {
      ...integration,
      ...ofClient,
      ...exactAmount,
      previewId: 'text',
      symbol: 'text',
      'amountInFiat?': 'number',
      fiatCurrency: 'text',
      toAddress: 'text',
      networkId: 'text',
      networkName: 'text',
      estimatedNetworkGasFee: fee,
      institutionTransferFee: fee,
    },
  },
  transferPreviewError: { payload: { ...problem, ...ofTransfer } },
  transferMfaRequired: { payload: { 'mfaType?': 'text', ...ofTransfer } },
  transferMfaEntered: { 'payload?': ofTransfer },
  transferKycRequired: { payload: { ...problem, ...ofTransfer } },
  transferInitiated: { payload: { ...integration, ...ofTransfer, status: ['word', 'pending'] } },
  transferExecuted: {
    payload: {
      ...moved,
      ...ofClient,
      status: ['word', 'success', 'pending'],
      transferId: 'text',
      txId: 'text',
      networkName: 'text',
      'previewId?': 'text',
    },
  },
  transferExecutionError: { payload: { ...problem, ...ofTransfer } },
  transferCompleted: { payload: success },
  transferNoEligibleAssets: {
    payload: {
      ...integration,
      ...ofTransfer,
      arrayOfTokensHeld: [
        'list',
        { ...exactAmount, symbol: 'text', 'amountInFiat?': 'number', 'ineligibilityReason?': 'text' },
      ],
    },
  },
  transferDeclined: { payload: { ...integration, ...ofTransfer, status: 'text' } },
  connectionDeclined: { payload: { ...integration, ...problem, reason: 'text' } },
  connectionUnavailable: { payload: { ...integration, ...problem, reason: 'text' } },
}

/** Two fields are enough to resume an account. The others are optional. */
const accessToken = {
  accessToken: 'text',
  brokerType: 'text',
  'brokerName?': 'text',
  'accountId?': 'text',
  'accountName?': 'text',
} as const

/** Messages of the site, by type. */
export const siteShapes: Readonly<Record<SiteMessage['type'], { readonly [field: string]: Shape }>> = {
  meshSDKSpecs: {},
  frontAccessTokens: { payload: ['list', accessToken] },
  closeRequested: {},
  closed: {},
}

/** Event names of a newer server. These events are passed on unchanged if `payload` is missing or an object. */
export const newerEvent = /^(integration|transfer|connection)[A-Z][A-Za-z]{2,40}$/

const isText = (value: unknown): value is string => typeof value === 'string'
const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the URL may be opened in a window or a frame: never `javascript:` and similar schemes. */
export function isWebAddress(value: unknown): value is string {
  return isText(value) && /^https?:/i.test(value) && URL.canParse(value)
}

/** A message of the hosted page, or null if the data is not one. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  return read(data, frameShapes, newerEvent)
}

/** A message of the site, or null if the data is not one. */
export function readSiteMessage(data: unknown): SiteMessage | null {
  return read(data, siteShapes)
}

function read<Message>(data: unknown, shapes: Readonly<Record<string, Shape>>, newer?: RegExp): Message | null {
  try {
    if (!isFields(data) || !isText(data.type)) return null
    const { type, payload } = data
    const isMessage = Object.hasOwn(shapes, type)
      ? fits(data, shapes[type] as Shape)
      : newer?.test(type) && (payload === undefined || isFields(payload))
    // Only plain data is passed on: reading a port, a typed array or a circular structure could throw.
    return isMessage ? freeze(JSON.parse(JSON.stringify(data))) : null
  } catch {
    return null
  }
}

/** A listener cannot change what the next listener receives. */
export function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(freeze)
  return value
}

function fits(value: unknown, shape: Shape): boolean {
  if (shape === 'text') return isText(value)
  if (shape === 'number') return Number.isFinite(value)
  if (shape === 'address') return isWebAddress(value)
  if (!Array.isArray(shape))
    return (
      isFields(value) &&
      Object.entries(shape).every(([name, part]) => {
        const field = name.replace('?', '')
        return (field !== name && value[field] === undefined) || fits(value[field], part)
      })
    )
  const [kind, ...parts] = shape
  if (kind === 'word') return parts.includes(value)
  if (kind === 'either') return parts.some((part) => fits(value, part))
  return Array.isArray(value) && value.every((each) => fits(each, parts[0]))
}
