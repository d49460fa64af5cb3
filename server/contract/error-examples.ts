// An example of every error: its sentence with plausible values.

import { type ErrorData, type ErrorType, errorDataNames, errorSentence } from './errors.ts'

const words: ErrorData = {
  field: 'ToAddresses[0].Address',
  problem: 'must be text',
  name: 'Sandbox Exchange',
  type: 'nowhere',
  depth: 16,
  maximum: 65536,
  allow: 'POST',
  hint: ": curl -X POST -H 'Content-Type: application/json' -d '{…}' /api/v1/cataloglink",
  requestId: '5f3c1a52-8a0e-4f0f-9d3e-0c6b7f1d2a44',
  seconds: 5,
  networkId: '00000000-0000-4000-8000-000000000000',
  symbol: 'USDC',
  network: 'Base',
  otherNetwork: 'Bitcoin',
  reason: 'the zero address destroys what it receives',
  attemptsLeft: 4,
  decimals: 6,
  minimum: '1',
  available: '20000.5',
  fee: '0.04',
  feeSymbol: 'ETH',
  missing: '0.01',
  place: 'your authenticator app',
  detail: ': the balance is no longer enough',
  exchangeCode: 'insufficient_funds',
  url: 'http://localhost:4002/verification',
  until: '2026-11-21T14:02:00.000Z',
  limit: 'usd-per-user',
  per: 'user',
  rule: 'zeroAddress',
  transferId: 'c9a1f0d3-52b5-4e1c-9c0e-6f0a7a2b8d41',
  method: 'totp',
  sentTo: 'u•••@example.com',
  device: 'Pixel 9',
  address: '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d',
  expected: '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4',
  addressTag: '',
  label: 'Full name of the recipient',
  site: 'Binance.US',
  addresses: '203.0.113.7',
}
const ofType: Partial<Record<ErrorType, ErrorData>> = {
  duplicateJsonKey: { name: 'fromType' },
  missingField: { field: 'FromAuthToken' },
  invalidField: { field: 'FromType' },
  unknownField: { field: 'ToAddresses[0].AdressTag' },
  duplicateAddress: { field: 'ToAddresses[1]' },
  webhookUrlRefused: { field: 'url', reason: 'it must start with https://' },
  invalidTag: { field: 'ToAddresses[0].AddressTag', network: 'XRP Ledger' },
  tagRequired: { field: 'ToAddresses[0].AddressTag', network: 'XRP Ledger' },
  tokenNotOnNetwork: { field: 'ToAddresses[0].Symbol', symbol: 'XRP' },
  unknownNetwork: { field: 'NetworkId' },
  invalidAmount: { field: 'Amount' },
  uriTooLong: { maximum: 8192 },
  tooManyStreams: { maximum: 4 },
  tooManyWebhooks: { maximum: 16 },
  invalidUserId: { field: 'userId' },
  callbackUrlInvalid: { field: 'callbackUrl' },
  callbackUrlNotRegistered: { field: 'callbackUrl' },
  invalidEnableTransfers: { field: 'enableTransfers' },
  toAddressesRequired: { field: 'ToAddresses' },
  tooManyAddresses: { field: 'ToAddresses' },
  invalidFixedAmount: { field: 'Symbol' },
  invalidPreviewId: { field: 'previewId' },
  invalidMfaCodeFormat: { field: 'mfaCode' },
  walletMayHaveSent: { name: 'MetaMask' },
  walletSignedOther: { name: 'MetaMask' },
  walletOwnershipRequired: { name: 'MetaMask' },
  walletReplaced: { name: 'MetaMask' },
  amountAboveMaximum: { maximum: '1000000' },
  insufficientBalance: { maximum: '20000.46' },
  insufficientForFee: { maximum: '20000.46' },
  limitExceeded: { until: '2026-11-22T00:00:00.000Z' },
  destinationNotAllowed: { field: 'ToAddress' },
  destinationCoolingDown: { field: 'ToAddress' },
  exchangeRejected: { reason: 'insufficientFunds' },
  addressWhitelistRequired: { url: 'http://localhost:4002/addresses' },
  extraInvalid: { field: 'recipientFullName', reason: 'required' },
}

interface ErrorExample {
  message: string
  data: ErrorData
}

export function errorExample(type: ErrorType): ErrorExample {
  const own = ofType[type] ?? {}
  const data = Object.fromEntries(errorDataNames(type).map((name) => [name, own[name] ?? words[name] ?? '']))
  return { message: errorSentence(type, data), data }
}
