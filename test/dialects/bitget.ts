// Bitget's wire format: a signed head with a passphrase, codes of five digits, texts for yes and no, and withdrawals whose size has
// the fee in it and whose chains are written in small letters.
import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  type Asset,
  type AssetNetwork,
  assets,
  findAsset,
  networksFor,
  prices,
  unitsOf,
} from '../../server/sandbox/exchange/assets.ts'
import { type DialectCall, parameter } from '../../server/sandbox/exchange/dialects/dialect.ts'
import { findWithdrawals, type Told } from '../../server/sandbox/exchange/dialects/find-withdrawals.ts'
import { feeOf, placeWithdrawal } from '../../server/sandbox/exchange/dialects/place-withdrawal.ts'
import { tell, toldId } from '../../server/sandbox/exchange/dialects/tell-wrongly.ts'
import type { ExchangeError } from '../../server/sandbox/exchange/exchange-error.ts'
import { type Answer, json } from '../../server/sandbox/exchange/http.ts'
import {
  balancesOf,
  header,
  jsonBody,
  networkCalled,
  refusal,
  requireSaved,
  type WireFormat,
  type WireKey,
  type WirePlace,
} from './wire-exchange.ts'
import { digitsOf, paddedAmount, placesOf, shortAmount } from './wire-words.ts'

interface Asked {
  place: WirePlace
  key: WireKey
  query: URLSearchParams
  call: DialectCall
}

const words: Record<string, string> = {
  ethereum: 'ERC20',
  arbitrum: 'ArbitrumOne',
  optimism: 'Optimism',
  base: 'BASE',
  polygon: 'Polygon',
  bsc: 'BEP20',
  avalanche: 'AVAXC-Chain',
  solana: 'SOL',
  bitcoin: 'BTC',
  tron: 'TRC20',
  litecoin: 'LTC',
  dogecoin: 'DOGE',
  stellar: 'XLM',
  xrp: 'XRP',
  ton: 'TON',
}
const states: Record<Told['status'], string> = {
  pending: 'pending',
  sent: 'pending',
  completed: 'success',
  failed: 'fail',
  canceled: 'cancel',
  odd: 'elsewhere',
}
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
}
const windowMs = 30_000
const longestMs = 90 * 86_400_000
const mostRows = 100

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

export const bitgetWire: WireFormat = (place) => ({
  name: 'bitget',
  takesCodes: false,
  kindOf({ path }) {
    if (path === '/api/v2/spot/wallet/withdrawal') return 'withdraw'
    return path === '/api/v2/spot/wallet/withdrawal-records' ? 'list' : 'read'
  },
  respond(call) {
    const told = open[call.path]
    if (told !== undefined && call.method === 'GET') return told(place)
    const answer = signed[`${call.method} ${call.path}`]
    if (answer === undefined) throw refusal('not_found')
    return answer({ place, call, key: authenticate(place, call), query: new URLSearchParams(call.queryText) })
  },
  refuse({ code }: ExchangeError) {
    const [status, number, msg = `Refused: ${code}.`] = refusals[code] ?? [400, '40017']
    return json({ code: number, msg, requestTime: place.now(), data: null }, status)
  },
  kept: ({ queryText, bodyText }) => ({ query: queryText, body: bodyText }),
})

function data({ now }: WirePlace, value: unknown): Answer {
  return json({ code: '00000', msg: 'success', requestTime: now(), data: value })
}

function authenticate(place: WirePlace, call: DialectCall): WireKey {
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
    userId: String(7_000_000 + key.login.name.length),
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

function chainName(network: string): string {
  return words[network] ?? network
}

function records({ place, key, query, call }: Asked): Answer {
  const reference = parameter(query, 'clientOid') ?? undefined
  const id = parameter(query, 'orderId') ?? undefined
  call.reference = reference ?? ''
  const from = Number(parameter(query, 'startTime') ?? Number.NaN)
  const to = Number(parameter(query, 'endTime') ?? Number.NaN)
  if (!(to - from >= 0 && to - from <= longestMs)) throw refusal('bad_request')
  const asset = parameter(query, 'coin') ?? undefined
  const limit = Math.min(Number(parameter(query, 'limit') ?? 20), mostRows)
  const found = findWithdrawals(place.exchange.database, { accountId: key.accountId, asset, reference, from, to })
  const rows = tell(found, call.faults, place.now()).map(rowOnTheWire)
  const after = parameter(query, 'idLessThan')
  const start = after === null ? 0 : rows.findIndex(({ orderId }) => orderId === after) + 1
  return data(place, rows.filter(({ orderId }) => id === undefined || orderId === id).slice(start, start + limit))
}

function rowOnTheWire(told: Told) {
  const { asset } = told
  return {
    orderId: digitsOf(told.id),
    tradeId: told.hash,
    coin: asset.symbol,
    dest: told.isInternal ? 'internal_transfer' : 'on_chain',
    clientOid: told.reference,
    type: 'withdraw',
    tag: told.tag,
    size: paddedAmount(told.units + told.fee, asset),
    fee: `-${paddedAmount(told.fee, asset)}`,
    status: states[told.status],
    toAddress: told.address,
    fromAddress: null,
    confirm: '3',
    chain: chainName(told.network).toLowerCase(),
    cTime: String(told.createdAt),
    uTime: String(told.updatedAt),
  }
}

function withdraw({ place, key, call }: Asked): Answer {
  const body = jsonBody(call)
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
  const reference = text('clientOid')
  call.reference = reference
  if (!key.mayWithdraw) throw refusal('permission_missing')
  if (key.login.asksForRecipient === true) throw refusal('recipient_required')
  if (text('transferType') !== 'on_chain' || reference.length > 64) throw refusal('bad_request')
  const asset = findAsset(text('coin'))
  if (asset === undefined) throw refusal('asset_unknown')
  const network = networkCalled(key, asset, chainName, text('chain'))
  const address = text('address')
  const tag = text('tag')
  requireSaved(place, key, { network, address, tag })
  const { login, accountId } = key
  const known = { accountId, reference, limit: 1 }
  if (reference !== '' && findWithdrawals(place.exchange.database, known).length > 0) throw refusal('reference_taken')
  call.withdrawalId = placeWithdrawal(place.exchange, {
    ...{ dialect: 'bitget', login, accountId, asset, network, address, tag, amount: text('size'), reference },
    ...{ feeIs: 'inside', label: '', faults: call.faults },
  })
  return data(place, { orderId: digitsOf(toldId(call.withdrawalId, call.faults)), clientOid: reference })
}

function ticker(symbol: string, lastPr: string) {
  return symbol === 'USDT' ? [] : [{ symbol: `${symbol}USDT`, lastPr, open: lastPr }]
}
