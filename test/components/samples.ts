// One state of each kind, and one event of each, for tables and screens.

import type { FlowContext } from '../../components/flow/flow-context.ts'
import type { FlowEvent } from '../../components/flow/flow-event.ts'
import type { FlowRequest } from '../../components/flow/flow-request.ts'
import type { EnterAmount, ExtraData, FlowState, OnFullPage, ReviewTransfer } from '../../components/flow/flow-state.ts'
import type { Account, Connection, Integration, Problem, Session } from '../../components/flow/link-responses.ts'
import type { TravelRuleField } from '../../components/flow/response-parts.ts'
import type { Holding, HoldingNetwork, Payment, Preview, Transfer } from '../../components/flow/transfer-responses.ts'
import type { FoundWallet } from '../../components/protocol/wallet-messages.ts'

export const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const icons = '/link-assets/icons'
const dollar = { letter: '$', color: '#2775ca', icon: `${icons}/usdc.svg` }

export const account: Account = {
  accountId: 'a1',
  name: 'Main',
  type: 'sandbox',
  integrationName: 'Sandbox Exchange',
  transfers: true,
}

export const session: Session = {
  linkId: 'l1',
  expiresIn: 600,
  client: { name: 'Northwind', origin: 'https://shop.example' },
  callbackUrl: 'https://shop.example/',
  userId: 'u1',
  transactionId: 'order-1',
  transfersEnabled: true,
  destinations: [
    {
      ...{ networkId: 'base', networkName: 'Base', symbol: 'USDC', tokenName: 'USD Coin', address, addressTag: null },
      ...{ mark: dollar, networkMark: { letter: 'B', color: '#0052ff', icon: `${icons}/base.svg` } },
    },
  ],
  fixed: null,
  start: 'chooseAccount',
  fromType: null,
  account: null,
  pendingTransfer: null,
  sandbox: true,
}

export const integration: Integration = {
  type: 'sandbox',
  name: 'Sandbox Exchange',
  kind: 'exchange',
  status: 'up',
  transfers: true,
  color: '#0f766e',
  auth: {
    scheme: 'credentials',
    fields: [
      { name: 'username', label: 'User name', secret: false },
      { name: 'password', label: 'Password', secret: true },
    ],
  },
}

export const integrations: Integration[] = [
  integration,
  { ...integration, type: 'binanceInternational', name: 'Binance', status: 'degraded', color: '#e9b10b' },
  { ...integration, type: 'kraken', name: 'Kraken', status: 'down' },
  { ...integration, type: 'DeFiWallet', name: 'MetaMask', kind: 'wallet', auth: { scheme: 'wallet', fields: [] } },
]

export const base: HoldingNetwork = {
  id: 'base',
  name: 'Base',
  mark: { letter: 'B', color: '#0052ff', icon: `${icons}/base.svg` },
  eligibleForTransfer: true,
  ineligibilityReason: null,
  ineligibilityText: null,
  minimumAmount: '10',
  maximumAmount: '19999.96',
  minimumAmountInFiat: '10',
  maximumAmountInFiat: '19999.96',
  fee: '0.04',
  feeSymbol: 'USDC',
  feeInFiat: '0.04',
  exchangeFee: '0',
  exchangeFeeInFiat: '0',
  decimals: 6,
  price: '1',
  estimatedSeconds: 20,
}

export const ethereum: HoldingNetwork = {
  ...base,
  ...{
    id: 'ethereum',
    name: 'Ethereum',
    mark: { letter: 'E', color: '#627eea', icon: `${icons}/eth.svg` },
    fee: '1.8',
    feeInFiat: '1.8',
  },
}

export const holding: Holding = {
  symbol: 'USDC',
  name: 'USD Coin',
  mark: dollar,
  availableBalance: '20000.5',
  availableBalanceInFiat: '20000.5',
  eligibleForTransfer: true,
  ineligibilityReason: null,
  ineligibilityText: null,
  networks: [ethereum, base],
}

export const ether: Holding = {
  ...holding,
  ...{
    symbol: 'ETH',
    name: 'Ether',
    mark: { letter: 'Ξ', color: '#627eea', icon: `${icons}/eth.svg` },
    availableBalance: '12.3456',
  },
}

export const ineligible: Holding = {
  ...holding,
  symbol: 'BTC',
  name: 'Bitcoin',
  mark: { letter: 'B', color: '#f7931a', icon: `${icons}/btc.svg` },
  availableBalance: '0.0142',
  availableBalanceInFiat: null,
  eligibleForTransfer: false,
  ineligibilityReason: 'notSupportedForTransferByTarget',
  ineligibilityText: 'Northwind does not accept BTC',
  networks: [],
}

export const preview: Preview = {
  previewId: 'p1',
  expiresIn: 300,
  fromName: 'Sandbox Exchange',
  toAddress: address,
  addressTag: null,
  contractAddress: '',
  networkId: 'base',
  networkName: 'Base',
  symbol: 'USDC',
  mark: dollar,
  amount: '250',
  amountInFiat: '250',
  estimatedTime: 20,
  networkFee: { fee: '0.04', feeCurrency: 'USDC', feeInFiat: '0.04' },
  exchangeFee: { fee: '0', feeCurrency: null, feeInFiat: '0' },
  totalFeeInFiat: '0.04',
  totalDeducted: [{ symbol: 'USDC', amount: '250.04' }],
  recipientReceives: { symbol: 'USDC', amount: '250' },
}

export const dearerPreview: Preview = {
  ...preview,
  previewId: 'p2',
  networkFee: { fee: '0.09', feeCurrency: 'USDC', feeInFiat: '0.09' },
  totalDeducted: [{ symbol: 'USDC', amount: '250.09' }],
}

export const transfer: Transfer = {
  transferId: '0d7f3f6e-51b7-4b0e-9f2e-5b3d3c1f0a01',
  previewId: 'p1',
  transactionId: 'order-1',
  status: 'Pending',
  statusDetail: 'Pending',
  message: null,
  fromName: 'Sandbox Exchange',
  fromAddress: '0xfrom',
  toAddress: address,
  addressTag: null,
  hash: '',
  explorerUrl: null,
  networkId: 'base',
  networkName: 'Base',
  symbol: 'USDC',
  mark: dollar,
  amount: '250',
  amountInFiat: '250',
  networkFee: preview.networkFee,
  exchangeFee: preview.exchangeFee,
  confirmations: 0,
  requiredConfirmations: 3,
  estimatedSeconds: 20,
  createdAt: '2026-11-20T14:02:11Z',
  updatedAt: '2026-11-20T14:02:12Z',
  timeline: [{ at: '2026-11-20T14:02:11Z', kind: 'created' }],
}

export const confirming: Transfer = {
  ...transfer,
  hash: '0x3f9cab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab1271ab',
  explorerUrl: '/sandbox/explorer/base/tx/0x3f9c',
  confirmations: 2,
  timeline: [
    ...transfer.timeline,
    { at: '2026-11-20T14:02:12Z', kind: 'accepted' },
    { at: '2026-11-20T14:02:13Z', kind: 'sent' },
  ],
}

export const arrived: Transfer = { ...confirming, status: 'Succeeded', statusDetail: 'Succeeded', confirmations: 3 }
export const unknown: Transfer = { ...transfer, statusDetail: 'Unknown' }
export const rejected: Transfer = {
  ...transfer,
  status: 'Failed',
  statusDetail: 'Rejected',
  message: 'Sandbox Exchange refused the transfer.',
}

export const problem: Problem = {
  errorType: 'exchangeError',
  message: 'Sandbox Exchange did not answer. Nothing was executed.',
  requestId: 'req_1',
  httpStatus: 502,
}

export const context: FlowContext = {
  session,
  integrations,
  recent: [],
  integration,
  preselectedType: null,
  typedFields: { username: 'user_good' },
  account,
  holdings: [holding, ineligible],
  draft: { symbol: 'USDC', networkId: 'base', typed: '250', unit: 'token', locked: false },
  token: null,
  extra: null,
  resumeState: {},
}

export const connection: Connection = {
  connectionId: 'c1',
  state: 'codeRequired',
  codeKind: 'totp',
  codeLength: 6,
  codeMethods: [
    { kind: 'totp', to: '' },
    { kind: 'phone', to: '•••42' },
  ],
}

export const choice = { accountId: 'a1', networkId: 'base', symbol: 'USDC', amount: '250' }
const quote = { preview, receivedAtMs: 0 }
const execute: FlowRequest = { call: 'execute', previewId: 'p1' }
const askForQuote: FlowRequest = { call: 'preview', ...choice }
const pollExecute: FlowRequest = { call: 'pollExecute', previewId: 'p1' }
const follow: FlowRequest = { call: 'pollTransfer', transferId: transfer.transferId }

const amountStep: EnterAmount = {
  at: 'enter-amount',
  pending: null,
  context,
  holding,
  draft: { symbol: 'USDC', networkId: 'base', typed: '250', unit: 'token', locked: false },
  problem: null,
}
const reviewStep: ReviewTransfer = {
  at: 'review-transfer',
  pending: null,
  context,
  choice,
  quote,
  changedFrom: null,
  problem: null,
}

const extraStep: ExtraData = {
  at: 'extra-data',
  pending: null,
  context,
  choice,
  quote,
  problem: null,
  fields: [
    {
      ...extraField('destinationKind', 'select'),
      options: [
        { value: 'wallet', label: 'A private wallet' },
        { value: 'exchange', label: 'An exchange' },
      ],
    },
    {
      ...extraField('destinationInstitution', 'text'),
      required: false,
      requiredIf: { field: 'destinationKind', value: 'exchange' },
    },
    extraField('recipientFullName', 'text'),
    { ...extraField('recipientRelation', 'select'), options: [{ value: 'self', label: 'Myself' }] },
    extraField('recipientCountry', 'country'),
    extraField('recipientConfirmed', 'checkbox'),
  ],
}

export const wallets: FoundWallet[] = [
  {
    id: '1',
    name: 'Sandbox Wallet',
    rdns: 'test.sandbox',
    icon: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    family: 'evm',
  },
  { id: '2', name: '', rdns: '', icon: '', family: 'evm' },
]

export const walletAccount: Account = {
  accountId: 'w1',
  name: 'Sandbox Wallet 0x12…90ab',
  type: 'DeFiWallet',
  integrationName: 'Sandbox Wallet',
  transfers: true,
}

const contractAddress = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

const walletPreview: Preview = {
  ...preview,
  fromName: 'Sandbox Wallet',
  fromAddress: '0x1234567890abcdef1234567890abcdef12345678',
  contractAddress,
  networkFee: { fee: '0.000021', feeCurrency: 'ETH', feeInFiat: '0.07' },
  feeIsEstimate: true,
  totalDeducted: [
    { symbol: 'USDC', amount: '250' },
    { symbol: 'ETH', amount: '0.000021' },
  ],
  wallet: {
    chainId: '0x3670eb92',
    chainName: 'Base',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl: 'http://localhost:4000/sandbox/rpc/base',
    explorerUrl: null,
  },
}

export const walletTransfer: Transfer = { ...transfer, fromName: 'Sandbox Wallet' }
const walletKnown: FlowContext = { ...context, account: walletAccount, integration: integrations[3] ?? null }
const walletQuote = { preview: walletPreview, receivedAtMs: 0 }
export const walletOrder = {
  transfer: walletTransfer,
  request: {
    chainId: '0x3670eb92',
    from: '0x1234567890abcdef1234567890abcdef12345678',
    to: contractAddress,
    data: '0xa9059cbb',
    value: '0x0',
    gas: '0xea60',
  },
  chain: walletPreview.wallet as NonNullable<Preview['wallet']>,
}

export const payment: Payment = {
  transferId: transfer.transferId,
  paymentUri: `ethereum:${contractAddress}@913370002/transfer?address=${address}&uint256=250000000`,
  // A picture of nothing, with the three corners of a true one.
  qr: {
    size: 29,
    path: 'M4 4h7v7h-7zM5 5v5h5v-5zM18 4h7v7h-7zM19 5v5h5v-5zM4 18h7v7h-7zM5 19v5h5v-5zM6 6h3v3h-3zM20 6h3v3h-3zM6 20h3v3h-3zM13 5h1v4h-1zM15 7h2v2h-2zM13 13h4v1h-4zM18 14h2v3h-2zM12 16h3v2h-3zM16 19h2v4h-2zM20 20h4v1h-4zM14 23h1v2h-1zM5 13h5v1h-5z',
  },
  networkId: 'base',
  networkName: 'Base',
  symbol: 'USDC',
  contractAddress,
  address,
  addressTag: '',
  amount: '250',
  minimum: null,
  watched: true,
  expiresIn: 3600,
}
const destination = session.destinations[0] as Session['destinations'][number]
const findWallets: FlowRequest = { call: 'findWallets', site: 'https://shop.example', account: null }
const walletStep = { pending: findWallets, context: { ...walletKnown, account: null, holdings: null }, isAgain: false }
const refused: Problem = {
  errorType: 'walletRejected',
  message: 'Sandbox Wallet could not do this.',
  errorData: { name: 'Sandbox Wallet' },
  httpStatus: 422,
}

function extraField(name: string, kind: TravelRuleField['kind']): TravelRuleField {
  return { name, label: name, kind, required: true, options: [], maxLength: 100 }
}

/** By name: the state's own, with what it waits for in brackets. */
const onFullPage: OnFullPage = {
  at: 'on-full-page',
  pending: { call: 'pollFullPage' },
  context,
  from: reviewStep,
  choice,
  returnCode: 'ac-1',
  link: null,
  page: 'notOpened',
  transfer: null,
}

export const states = {
  opening: { at: 'opening', pending: null },
  'link-ended': { at: 'link-ended', pending: null, reason: 'linkExpired', mayBeSent: false },
  'pending-transfer': { at: 'pending-transfer', pending: null, context, transfer },
  'choose-account': {
    at: 'choose-account',
    pending: null,
    context: { ...context, account: null, holdings: null, integration: null },
  },
  'choose-account (loading)': {
    at: 'choose-account',
    pending: { call: 'integrations' },
    context: { ...context, account: null, integrations: null },
  },
  'sign-in': { at: 'sign-in', pending: null, context, integration, problem: null },
  'sign-in (checking)': {
    at: 'sign-in',
    pending: { call: 'connect', type: 'sandbox', fields: {} },
    context,
    integration,
    problem: null,
  },
  'enter-code': { at: 'enter-code', pending: null, context, integration, connection, problem: null, resentAtMs: null },
  'enter-code (checking)': {
    at: 'enter-code',
    pending: { call: 'code', connectionId: 'c1', code: '123456' },
    context,
    integration,
    connection,
    problem: null,
    resentAtMs: null,
  },
  'hand-off': {
    at: 'hand-off',
    pending: { call: 'pollConnection', connectionId: 'c1' },
    context,
    integration,
    connection: { connectionId: 'c1', state: 'redirect', redirectUrl: 'https://exchange.example/approve' },
    confirmationNumber: null,
    resentAtMs: null,
  },
  'hand-off (e-mail)': {
    at: 'hand-off',
    pending: { call: 'pollConnection', connectionId: 'c1' },
    context,
    integration,
    connection: { connectionId: 'c1', state: 'waiting', waitingFor: 'email', sentTo: 'u•••@example.com', url: null },
    confirmationNumber: null,
    resentAtMs: null,
  },
  'pick-account': {
    at: 'pick-account',
    pending: null,
    context,
    accounts: [
      { ...account, maskedId: '••7001' },
      { ...account, accountId: 'a2', name: 'Savings', maskedId: '••8002' },
    ],
    balances: { a1: '1234.5' },
  },
  'account-connected': { at: 'account-connected', pending: null, context },
  'sign-in-ended': { at: 'sign-in-ended', pending: null, context, problem, type: 'sandbox', name: 'Sandbox Exchange' },
  'choose-asset': { at: 'choose-asset', pending: null, context },
  'choose-asset (loading)': {
    at: 'choose-asset',
    pending: { call: 'holdings', accountId: 'a1' },
    context: { ...context, holdings: null },
  },
  'choose-asset (opening a token)': {
    at: 'choose-asset',
    pending: { call: 'account', accessToken: 't', brokerType: 'sandbox' },
    context: { ...context, account: null, holdings: null },
  },
  'no-eligible-assets': { at: 'no-eligible-assets', pending: null, context, because: 'assets' },
  'enter-amount': amountStep,
  'enter-amount (quoting)': { ...amountStep, pending: askForQuote },
  'review-transfer': reviewStep,
  'review-transfer (quoting)': { ...reviewStep, pending: askForQuote },
  'review-transfer (sending)': { ...reviewStep, pending: execute },
  'transfer-code': {
    at: 'transfer-code',
    pending: null,
    context,
    choice,
    quote,
    mfaType: 'totp',
    code: { codeLength: 6, codeSentTo: '', codeMethods: connection.codeMethods ?? null, attemptsLeft: 5 },
    problem: null,
    resentAtMs: null,
  },
  'transfer-code (sending)': {
    at: 'transfer-code',
    pending: execute,
    context,
    choice,
    quote,
    mfaType: 'totp',
    code: {},
    problem: null,
    resentAtMs: null,
  },
  'confirm-elsewhere': {
    at: 'confirm-elsewhere',
    pending: pollExecute,
    context,
    choice,
    quote,
    kind: 'addressWhitelistRequired',
    errorData: { name: 'Sandbox Exchange', url: 'https://exchange.example/addresses' },
    isNotYet: false,
    resentAtMs: null,
  },
  'confirm-elsewhere (e-mail)': {
    at: 'confirm-elsewhere',
    pending: pollExecute,
    context,
    choice,
    quote,
    kind: 'emailConfirmationRequired',
    errorData: { name: 'Sandbox Exchange', sentTo: 'u•••@example.com' },
    isNotYet: true,
    resentAtMs: null,
  },
  'confirm-elsewhere (sending)': {
    at: 'confirm-elsewhere',
    pending: execute,
    context,
    choice,
    quote,
    kind: 'addressWhitelistRequired',
    errorData: {},
    isNotYet: false,
    resentAtMs: null,
  },
  'extra-data': extraStep,
  'extra-data (sending)': { ...extraStep, pending: execute },
  'choose-wallet': { at: 'choose-wallet', ...walletStep, wallets, problem: null },
  'choose-wallet (looking)': { at: 'choose-wallet', ...walletStep, wallets: null, isAgain: true, problem: null },
  'choose-wallet (none)': { at: 'choose-wallet', ...walletStep, wallets: [], problem: null },
  'choose-wallet (refused)': { at: 'choose-wallet', ...walletStep, wallets, problem: refused },
  'connect-wallet': {
    at: 'connect-wallet',
    pending: { call: 'connectWallet', wallet: wallets[0] as FoundWallet, expected: null },
    context: walletStep.context,
    wallet: wallets[0] as FoundWallet,
  },
  'other-account': {
    at: 'other-account',
    pending: null,
    context: walletStep.context,
    wallet: wallets[0] as FoundWallet,
    expected: address,
    address: '0x1234567890abcdef1234567890abcdef12345678',
  },
  'prove-wallet': {
    at: 'prove-wallet',
    pending: null,
    context: walletKnown,
    choice,
    quote: walletQuote,
    problem: null,
  },
  'prove-wallet (signing)': {
    ...{ at: 'prove-wallet', context: walletKnown, choice, quote: walletQuote, problem: null },
    pending: {
      call: 'proveAddress',
      site: 'https://shop.example',
      accountId: choice.accountId,
      networkId: choice.networkId,
    },
  },
  'prove-wallet (refused)': {
    ...{ at: 'prove-wallet', pending: null, context: walletKnown, choice, quote: walletQuote },
    problem: refused,
  },
  'review-transfer (wallet)': { ...reviewStep, context: walletKnown, quote: walletQuote, problem: refused },
  'confirm-in-wallet': {
    at: 'confirm-in-wallet',
    pending: { call: 'sendWithWallet', ...walletOrder },
    context: walletKnown,
    choice,
    quote: walletQuote,
    transfer: walletTransfer,
    stage: 'confirming',
  },
  'choose-payment': {
    at: 'choose-payment',
    pending: null,
    context: {
      ...walletStep.context,
      session: {
        ...session,
        destinations: [
          destination,
          { ...destination, networkId: 'ethereum', networkName: 'Ethereum', networkMark: ethereum.mark ?? null },
        ],
      },
    },
  },
  'payment-amount': { at: 'payment-amount', pending: null, context: walletStep.context, destination, problem: null },
  'payment-amount (another left)': {
    at: 'payment-amount',
    pending: { call: 'endPayment', transferId: transfer.transferId },
    context: walletStep.context,
    destination,
    problem: null,
  },
  'pay-by-link': { at: 'pay-by-link', pending: follow, context: walletStep.context, destination, payment },
  'pay-by-link (by hand)': {
    at: 'pay-by-link',
    pending: null,
    context: walletStep.context,
    destination,
    payment: { ...payment, paymentUri: null, transferId: null, watched: false, addressTag: '10203', minimum: '10' },
  },
  'on-full-page': { ...onFullPage },
  'on-full-page (blocked)': {
    ...onFullPage,
    link: { url: 'https://transfer.example/broker-connect?auth_code=ac-1', untilMs: 1e9 },
  },
  'on-full-page (open)': { ...onFullPage, page: 'open' },
  'on-full-page (taking back)': { ...onFullPage, page: 'open', pending: { call: 'reclaimLink', returnCode: 'ac-1' } },
  'on-full-page (sent)': { ...onFullPage, page: 'open', transfer: confirming },
  'on-full-page (unknown)': { ...onFullPage, page: 'open', transfer: unknown },
  'on-full-page (failed)': { ...onFullPage, page: 'open', transfer: rejected },
  'on-full-page (ended)': { ...onFullPage, page: 'ended' },
  'on-full-page (failed, ended)': { ...onFullPage, page: 'ended', transfer: rejected },
  'track-transfer (wallet)': {
    at: 'track-transfer',
    pending: follow,
    context: walletKnown,
    transfer: { ...confirming, fromName: 'Sandbox Wallet' },
  },
  'track-transfer': { at: 'track-transfer', pending: follow, context, transfer: confirming },
  'transfer-waiting': { at: 'transfer-waiting', pending: follow, context, transfer: unknown },
  'transfer-waiting (provable)': {
    at: 'transfer-waiting',
    pending: follow,
    context: walletKnown,
    transfer: {
      ...unknown,
      fromName: 'Sandbox Wallet',
      provableBy: walletAccount.accountId,
      timeline: [{ at: unknown.createdAt, kind: 'unclear' }],
    },
  },
  'transfer-receipt': { at: 'transfer-receipt', pending: null, context, transfer: arrived },
  'transfer-failed': {
    at: 'transfer-failed',
    pending: null,
    context,
    transfer: rejected,
    message: 'It was refused.',
    errorType: null,
    errorData: {},
  },
  'show-problem': {
    at: 'show-problem',
    pending: null,
    context,
    problem,
    retry: { at: 'choose-asset', pending: null, context },
  },
  leaving: { at: 'leaving', pending: null, from: reviewStep, question: 'nothingSent' },
  left: { at: 'left', pending: null, finished: false, summary: { page: 'choose-asset' }, callback: null },
} satisfies Record<string, FlowState>

export type StateName = keyof typeof states

/** One event of each type, such as its states would meet it. */
export const events: { [Type in FlowEvent['type']]: Extract<FlowEvent, { type: Type }> } = {
  integrationChosen: { type: 'integrationChosen', integrationType: 'sandbox' },
  fieldsEntered: { type: 'fieldsEntered', fields: { username: 'user_good', password: 'pass_good' } },
  codeEntered: { type: 'codeEntered', code: '123456' },
  codeResendRequested: { type: 'codeResendRequested', kind: 'phone', atMs: 5 },
  accountChosen: { type: 'accountChosen', accountId: 'a2' },
  assetChosen: { type: 'assetChosen', symbol: 'USDC' },
  networkChosen: { type: 'networkChosen', networkId: 'ethereum' },
  amountTyped: { type: 'amountTyped', typed: '12', unit: 'token' },
  amountEntered: { type: 'amountEntered', amount: '250' },
  quoteExpired: { type: 'quoteExpired' },
  sendRequested: { type: 'sendRequested' },
  confirmedElsewhere: { type: 'confirmedElsewhere' },
  extraEntered: { type: 'extraEntered', extra: { recipientFullName: 'Ada Lovelace' } },
  walletChosen: { type: 'walletChosen', walletId: '1' },
  accountSwitched: { type: 'accountSwitched' },
  otherAccountConfirmed: { type: 'otherAccountConfirmed' },
  proofRequested: { type: 'proofRequested' },
  payByLinkChosen: { type: 'payByLinkChosen' },
  destinationChosen: { type: 'destinationChosen', index: 0 },
  paymentRequested: { type: 'paymentRequested', amount: '250' },
  paymentReported: { type: 'paymentReported' },
  walletsFound: { type: 'walletsFound', wallets },
  walletProgressed: { type: 'walletProgressed', stage: 'switching' },
  walletSent: { type: 'walletSent', transfer: { ...walletTransfer, hash: confirming.hash } },
  walletProved: { type: 'walletProved' },
  walletRefused: { type: 'walletRefused', problem: refused },
  paymentMade: { type: 'paymentMade', payment },
  paymentEnded: { type: 'paymentEnded' },
  pendingOpened: { type: 'pendingOpened' },
  pendingDismissed: { type: 'pendingDismissed' },
  signInRequested: { type: 'signInRequested' },
  otherAccountRequested: { type: 'otherAccountRequested' },
  changeRequested: { type: 'changeRequested' },
  newLinkRequested: { type: 'newLinkRequested' },
  retried: { type: 'retried' },
  back: { type: 'back' },
  fullPageRequested: { type: 'fullPageRequested' },
  leaveRequested: { type: 'leaveRequested' },
  stayed: { type: 'stayed' },
  left: { type: 'left' },
  sessionOpened: { type: 'sessionOpened', session, recent: [] },
  linkRefused: { type: 'linkRefused', problem: { ...problem, errorType: 'linkExpired', httpStatus: 410 } },
  integrationsListed: { type: 'integrationsListed', integrations },
  connectionAnswered: {
    type: 'connectionAnswered',
    connection: { connectionId: 'c1', state: 'connected', accounts: [account] },
  },
  accountOpened: { type: 'accountOpened', account },
  balancesRead: { type: 'balancesRead', balances: { a1: '20', a2: null } },
  holdingsListed: { type: 'holdingsListed', status: 'succeeded', holdings: [holding, ether, ineligible] },
  previewed: { type: 'previewed', preview, receivedAtMs: 1 },
  executed: {
    type: 'executed',
    response: { outcome: 'succeeded', errorType: null, message: null, mfaType: null, attemptsLeft: null, transfer },
  },
  transferPolled: { type: 'transferPolled', transfer: arrived },
  fullPageOpened: { type: 'fullPageOpened', returnCode: 'ac-2', link: null },
  fullPagePolled: { type: 'fullPagePolled', page: 'open', transfer: arrived },
  linkReclaimed: { type: 'linkReclaimed', session },
  callFailed: { type: 'callFailed', problem },
  tokensReceived: {
    type: 'tokensReceived',
    tokens: [{ accountId: 'a1', accountName: 'Main', accessToken: 't', brokerType: 'sandbox', brokerName: 'Sandbox' }],
  },
}
