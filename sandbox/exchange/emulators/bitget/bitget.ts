// Bitget's wire format: signed headers with a passphrase, codes of five digits, texts for yes and no, and withdrawals whose size has
// the fee in it and whose chains are written in small letters. Here is what every account has, and v2, which serves classic
// accounts alone.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Asset, type AssetNetwork, assets, networksFor, prices, unitsOf } from '../../assets.ts'
import type { ExchangeError } from '../../exchange-error.ts'
import { type Answer, json } from '../../http.ts'
import { paddedAmount, placesOf, shortAmount } from '../amounts.ts'
import { type EmulatorCall, parameter } from '../emulator.ts'
import { feeOf } from '../place-withdrawal.ts'
import { balancesOf, header, refusal, type WireFormat, type WireKey, type WirePlace } from '../wire-format.ts'
import { uidOf, unifiedCalls } from './unified.ts'
import { type Asked, chainName, data, pageOf, type RecordRow, recordsOf, withdraw } from './withdrawals.ts'

const refusals: Record<string, [status: number, code: string, msg?: string]> = {
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
const longestMs = 90 * 86_400_000

const open: Record<string, (place: WirePlace) => Answer> = {
  '/api/v2/spot/public/coins': (place) =>
    data(
      place,
      assets.map((asset) => coin(place, asset)),
    ),
  '/api/v2/spot/market/tickers': (place) =>
    data(
      place,
      Object.entries(prices).flatMap(([symbol, price]) => ticker(symbol, price)),
    ),
  '/api/v2/public/time': (place) => data(place, { serverTime: String(place.now()) }),
}
const signed: Record<string, (asked: Asked) => Answer> = {
  'GET /api/v2/spot/account/info': info,
  'GET /api/v2/spot/account/assets': spotAssets,
  'GET /api/v2/account/funding-assets': fundingAssets,
  'GET /api/v2/spot/wallet/withdrawal-records': records,
  'POST /api/v2/spot/wallet/withdrawal': withdraw,
}

export const bitgetWire: WireFormat = (place) => formatOf(place, false)
/** The same exchange, where every user has a unified account. */
export const bitgetUnifiedWire: WireFormat = (place) => formatOf(place, true)

function formatOf(place: WirePlace, beginsUnified: boolean): ReturnType<WireFormat> {
  const unified = unifiedCalls()
  const isUnified = () => beginsUnified !== (place.faults.state().migratedAccount !== undefined)
  return {
    name: 'bitget',
    takesCodes: false,
    kindOf({ path }) {
      if (/\/withdrawal$/.test(path)) return 'withdraw'
      return path.endsWith('/withdrawal-records') ? 'list' : 'read'
    },
    respond(call) {
      const told = open[call.path]
      if (told !== undefined && call.method === 'GET') return told(place)
      const name = `${call.method} ${call.path}`
      const respond = signed[name] ?? unified[name]
      if (respond === undefined) throw refusal('not_found')
      const key = authenticate(place, call)
      if (isUnified() && signed[name] !== undefined) throw refusal('account_unified')
      if (!isUnified() && unified[name] !== undefined) throw refusal('account_classic')
      return respond({ place, call, key, query: new URLSearchParams(call.queryText) })
    },
    refuse({ code }: ExchangeError) {
      const [status, number, msg = `Refused: ${code}.`] = refusals[code] ?? [400, '40017']
      return json({ code: number, msg, requestTime: place.now(), data: null }, status)
    },
    kept: ({ queryText, bodyText }) => ({ query: queryText, body: bodyText }),
  }
}

function authenticate(place: WirePlace, call: EmulatorCall): WireKey {
  const key = place.keys.get(header(call, 'access-key'))
  if (key === undefined) throw refusal('key_unknown')
  call.login = key.login.name
  const timestamp = header(call, 'access-timestamp')
  if (!/^\d{13}$/.test(timestamp) || !(Math.abs(place.now() - Number(timestamp)) <= windowMs)) {
    throw refusal('clock_wrong')
  }
  if (header(call, 'access-passphrase') !== key.passphrase) throw refusal('passphrase_wrong')
  const path = call.queryText === '' ? call.path : `${call.path}?${decodeURIComponent(call.queryText)}`
  const expected = createHmac('sha256', key.secret)
    .update(timestamp + call.method + path + call.bodyText)
    .digest()
  const sent = Buffer.from(header(call, 'access-sign'), 'base64')
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw refusal('signature_wrong')
  if (key.addresses.length > 0 && !key.addresses.includes(call.ip)) throw refusal('address_foreign')
  if (key.login.isLocked === true) throw refusal('account_locked')
  return key
}

function info({ place, key }: Asked): Answer {
  return data(place, {
    userId: uidOf(key.login.name),
    inviterId: '',
    ips: key.addresses.join(','),
    authorities: ['stor', 'wtor', ...(key.mayWithdraw && !key.isSubAccount ? ['wwow'] : [])],
    parentId: 1,
    traderType: 'not_trader',
    channelCode: '',
    channel: '',
    regisTime: '1246566789345',
  })
}

function spotAssets({ place, key }: Asked): Answer {
  return data(
    place,
    balancesOf(place, key).map(({ asset, available, held }) => ({
      coin: asset.symbol,
      available: paddedAmount(available, asset),
      frozen: paddedAmount(held, asset),
      locked: '0',
      limitAvailable: '0',
      uTime: String(place.now()),
    })),
  )
}

function fundingAssets({ place }: Asked): Answer {
  return data(place, [{ coin: 'USDC', available: '7.5', frozen: '0', usdtValue: '7.5' }])
}

function coin({ faults }: WirePlace, asset: Asset) {
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

function records(asked: Asked): Answer {
  const { place, query } = asked
  const found = recordsOf(asked, longestMs)
  const after = parameter(query, 'idLessThan')
  return data(place, pageOf(found, query, after).map(rowOnTheWire))
}

function rowOnTheWire({ recordId, createdTime, updatedTime, ...row }: RecordRow) {
  return { ...row, tradeId: recordId, fromAddress: null, cTime: createdTime, uTime: updatedTime }
}

function ticker(symbol: string, lastPr: string) {
  return symbol === 'USDT' ? [] : [{ symbol: `${symbol}USDT`, lastPr, open: lastPr }]
}
