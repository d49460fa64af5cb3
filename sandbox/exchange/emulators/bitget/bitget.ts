// Bitget's API: signed headers with a passphrase, codes of five digits, booleans as text, lower-case chain names, and withdrawals
// whose size includes the fee. This file has the calls for every account, and v2, for classic accounts only.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Asset, AssetNetwork } from '../../asset.ts'
import { assets, networksFor, prices, unitsOf } from '../../assets.ts'
import type { ExchangeError } from '../../exchange-error.ts'
import { json, type RouteResponse } from '../../http.ts'
import { paddedAmount, placesOf, shortAmount } from '../amounts.ts'
import type { ApiKey } from '../api-keys.ts'
import { type Emulator, type EmulatorCall, parameter } from '../emulator.ts'
import type { EmulatorContext, EmulatorDefinition } from '../emulator-context.ts'
import { feeOf } from '../place-withdrawal.ts'
import { balancesOf, codeError, header, respondInTime, type SignedCall } from '../signed-calls.ts'
import { uidOf, unifiedCalls } from './unified.ts'
import { chainName, data, pageOf, type RecordRow, recordsOf, withdraw } from './withdrawals.ts'

const errorResponses: Record<string, [status: number, code: string, msg?: string]> = {
  busy: [503, '40015'],
  maintenance: [503, '40015'],
  internal_error: [500, '40725'],
  rate_limited: [429, '429'],
  banned: [403, '40103'],
  nonce_wrong: [400, '40008'],
  clock_wrong: [400, '40008'],
  key_unknown: [400, '40037'],
  passphrase_wrong: [400, '40012'],
  signature_wrong: [400, '40009'],
  address_foreign: [400, '40018'],
  permission_missing: [400, '40014'],
  account_locked: [400, '40024'],
  withdrawals_locked: [400, '40021'],
  network_unsupported: [400, '43126'],
  asset_unknown: [400, '13002'],
  address_not_saved: [400, '43111', 'param error address not in address book'],
  address_invalid: [400, '47002'],
  too_many_decimals: [400, '43125'],
  below_minimum: [400, '43114'],
  above_maximum: [400, '13212'],
  insufficient_funds: [400, '43012'],
  withdrawal_hold: [400, '40052'],
  verification_required: [400, '40101'],
  code_required: [400, '40016'],
  reference_taken: [400, '43118'],
  not_found: [404, '40404'],
  unknown_code: [400, '99999'],
  account_classic: [
    400,
    '40084',
    'You are in Classic Account mode, and the Unified Account API is not supported at this time',
  ],
  account_unified: [
    400,
    '40085',
    'You are in Unified Account mode, and the Classic Account API is not supported at this time',
  ],
}
const windowMs = 30_000
const maxRangeMs = 90 * 86_400_000

const open: Record<string, (context: EmulatorContext) => RouteResponse> = {
  '/api/v2/spot/public/coins': (context) =>
    data(
      context,
      assets.map((asset) => coin(context, asset)),
    ),
  '/api/v2/spot/market/tickers': (context) =>
    data(
      context,
      Object.entries(prices).flatMap(([symbol, price]) => ticker(symbol, price)),
    ),
  '/api/v2/public/time': (context) => data(context, { serverTime: String(context.now()) }),
}
const signed: Record<string, (signedCall: SignedCall) => RouteResponse> = {
  'GET /api/v2/spot/account/info': info,
  'GET /api/v2/spot/account/assets': spotAssets,
  'GET /api/v2/account/funding-assets': fundingAssets,
  'GET /api/v2/spot/wallet/withdrawal-records': records,
  'POST /api/v2/spot/wallet/withdrawal': withdraw,
}

function createBitget(context: EmulatorContext): Emulator {
  const unified = unifiedCalls()
  const isUnified = (key: ApiKey) => key.isUnified !== (context.faults.state().migratedAccount !== undefined)
  return {
    acceptsCodes: false,
    kindOf({ path }) {
      if (/\/withdrawal$/.test(path)) return 'withdraw'
      return path.endsWith('/withdrawal-records') ? 'list' : 'read'
    },
    respond(call) {
      const publicCall = open[call.path]
      if (publicCall !== undefined && call.method === 'GET') return publicCall(context)
      const name = `${call.method} ${call.path}`
      const respond = signed[name] ?? unified[name]
      if (respond === undefined) throw codeError('not_found')
      const key = authenticate(context, call)
      if (isUnified(key) && signed[name] !== undefined) throw codeError('account_unified')
      if (!isUnified(key) && unified[name] !== undefined) throw codeError('account_classic')
      const query = new URLSearchParams(call.queryText)
      return respondInTime(context, key, () => respond({ context, call, key, query }))
    },
    refuse({ code }: ExchangeError) {
      const [status, number, msg = `Refused: ${code}.`] = errorResponses[code] ?? [400, '40017']
      return json({ code: number, msg, requestTime: context.now(), data: null }, status)
    },
    recorded: ({ queryText, bodyText }) => ({ query: queryText, body: bodyText }),
  }
}

function authenticate(context: EmulatorContext, call: EmulatorCall): ApiKey {
  const key = context.keys.find(header(call, 'access-key'))
  if (key === undefined) throw codeError('key_unknown')
  call.login = key.login.name
  const timestamp = header(call, 'access-timestamp')
  if (!/^\d{13}$/.test(timestamp) || !(Math.abs(context.now() - Number(timestamp)) <= windowMs)) {
    throw codeError('clock_wrong')
  }
  if (header(call, 'access-passphrase') !== key.passphrase) throw codeError('passphrase_wrong')
  const path = call.queryText === '' ? call.path : `${call.path}?${decodeURIComponent(call.queryText)}`
  const expected = createHmac('sha256', key.secret)
    .update(timestamp + call.method + path + call.bodyText)
    .digest()
  const sent = Buffer.from(header(call, 'access-sign'), 'base64')
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw codeError('signature_wrong')
  if (key.addresses.length > 0 && !key.addresses.includes(call.ip)) throw codeError('address_foreign')
  if (key.login.isLocked === true) throw codeError('account_locked')
  return key
}

function info({ context, key }: SignedCall): RouteResponse {
  return data(context, {
    userId: uidOf(key.login.name),
    inviterId: '',
    ips: key.addresses.join(','),
    authorities: ['stor', 'wtor', ...(key.permissions.includes('withdraw') && !key.isSubAccount ? ['wwow'] : [])],
    parentId: 1,
    traderType: 'not_trader',
    channelCode: '',
    channel: '',
    regisTime: '1246566789345',
  })
}

function spotAssets({ context, key }: SignedCall): RouteResponse {
  return data(
    context,
    balancesOf(context, key).map(({ asset, available, held }) => ({
      coin: asset.symbol,
      available: paddedAmount(available, asset),
      frozen: paddedAmount(held, asset),
      locked: '0',
      limitAvailable: '0',
      uTime: String(context.now()),
    })),
  )
}

function fundingAssets({ context }: SignedCall): RouteResponse {
  return data(context, [{ coin: 'USDC', available: '7.5', frozen: '0', usdtValue: '7.5' }])
}

function coin({ faults }: EmulatorContext, asset: Asset) {
  const isOpen = faults.state().networkSuspended === undefined
  return {
    coinId: '1',
    coin: asset.symbol,
    transfer: 'true',
    chains: networksFor(asset, null).map((network) => chainOnTheWire(asset, network, isOpen)),
    areaCoin: 'no',
  }
}

function chainOnTheWire(asset: Asset, network: AssetNetwork, isOpen: boolean) {
  return {
    chain: chainName(network.network),
    needTag: 'false',
    withdrawable: String(isOpen),
    rechargeable: 'true',
    withdrawFee: shortAmount(feeOf(asset, network), asset),
    extraWithdrawFee: '0',
    depositConfirm: '3',
    withdrawConfirm: '3',
    minDepositAmount: '0.01',
    minWithdrawAmount: shortAmount(unitsOf(network.minimum, asset) + feeOf(asset, network), asset),
    browserUrl: '',
    contractAddress: network.contract === '' ? null : network.contract,
    withdrawStep: '0',
    withdrawMinScale: String(placesOf(asset)),
    congestion: 'normal',
  }
}

function records(signedCall: SignedCall): RouteResponse {
  const { context, query } = signedCall
  const found = recordsOf(signedCall, maxRangeMs)
  const after = parameter(query, 'idLessThan')
  return data(context, pageOf(found, query, after).map(rowOnTheWire))
}

function rowOnTheWire({ recordId, createdTime, updatedTime, ...row }: RecordRow) {
  return { ...row, tradeId: recordId, fromAddress: null, cTime: createdTime, uTime: updatedTime }
}

function ticker(symbol: string, lastPr: string) {
  return symbol === 'USDT' ? [] : [{ symbol: `${symbol}USDT`, lastPr, open: lastPr }]
}

export const bitget: EmulatorDefinition = {
  name: 'bitget',
  title: 'Bitget',
  keys: {
    pair: (bytes) => ({
      key: `bg_${bytes('key').toString('hex').slice(0, 32)}`,
      secret: bytes('secret').toString('hex').slice(0, 64),
    }),
    hasPassphrase: true,
  },
  limit: { keyHeader: 'access-key', most: 10, perSecond: 10, costs: { withdraw: 2, list: 1, read: 1 } },
  create: createBitget,
}
