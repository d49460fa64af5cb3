// Bybit's wire format: a signed head with a time and how long it is good, `retCode`, chains in short words, and a list of
// withdrawals in pages that does not tell the client's own id.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Asset, assets, findAsset, networksFor, prices } from '../../server/sandbox/exchange/assets.ts'
import { fixedDecimals } from '../../server/sandbox/exchange/dialects/decimals.ts'
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

interface Asked {
  place: WirePlace
  key: WireKey
  query: URLSearchParams
  call: DialectCall
}

const words: Record<string, string> = {
  ethereum: 'ETH',
  arbitrum: 'ARBI',
  optimism: 'OP',
  base: 'BASE',
  polygon: 'MATIC',
  bsc: 'BSC',
  avalanche: 'CAVAX',
  solana: 'SOL',
  bitcoin: 'BTC',
  tron: 'TRX',
  xrp: 'XRP',
  litecoin: 'LTC',
  dogecoin: 'DOGE',
  stellar: 'XLM',
  ton: 'TON',
}
const wordFor = (network: string) => words[network] ?? network.toUpperCase()
const statuses: Record<Told['status'], string> = {
  pending: 'SecurityCheck',
  sent: 'Pending',
  completed: 'success',
  failed: 'Fail',
  canceled: 'CancelByUser',
  odd: 'Unknown',
}
const refusals: Record<string, [status: number, code: number]> = {
  busy: [200, 10016],
  maintenance: [503, 10016],
  rate_limited: [200, 10006],
  banned: [403, 10018],
  nonce_wrong: [200, 10002],
  clock_wrong: [200, 10002],
  key_unknown: [200, 10003],
  signature_wrong: [200, 10004],
  address_foreign: [200, 10010],
  account_locked: [200, 10008],
  permission_missing: [200, 10005],
  unknown_code: [200, 139999],
  internal_error: [200, 131003],
  bad_request: [200, 10001],
  asset_unknown: [200, 131002],
  network_unsupported: [200, 131097],
  address_not_saved: [200, 131093],
  address_invalid: [200, 131002],
  tag_required: [200, 131002],
  tag_invalid: [200, 131002],
  tag_not_supported: [200, 131002],
  too_many_decimals: [200, 131002],
  below_minimum: [200, 131096],
  above_maximum: [200, 131096],
  insufficient_funds: [200, 131085],
  withdrawal_hold: [200, 131089],
  withdrawals_locked: [200, 131090],
  verification_required: [200, 131004],
  recipient_required: [200, 131002],
  code_required: [200, 131002],
  reference_taken: [200, 10014],
  not_found: [404, 10017],
}
const mostRows = 50
const longestMs = 30 * 86_400_000

const open: Record<string, (place: WirePlace) => Answer> = {
  '/v5/market/tickers': () =>
    result({
      category: 'spot',
      list: Object.entries(prices).flatMap(([symbol, lastPrice]) =>
        symbol === 'USDT' ? [] : [{ symbol: `${symbol}USDT`, lastPrice, bid1Price: lastPrice }],
      ),
    }),
  '/v5/system/status': ({ faults }) =>
    result({ list: faults.state().maintenance === undefined ? [] : [{ state: 'ongoing', env: 1, serviceTypes: [4] }] }),
}
const signed: Record<string, (asked: Asked) => Answer> = {
  'GET /v5/user/query-api': keyInfo,
  'GET /v5/asset/transfer/query-account-coins-balance': balances,
  'GET /v5/asset/coin/query-info': coinInfo,
  'GET /v5/asset/withdraw/query-record': records,
  'POST /v5/asset/withdraw/create': withdraw,
}

export const bybitWire: WireFormat = (place) => ({
  name: 'bybit',
  takesCodes: false,
  kindOf({ path }) {
    if (path === '/v5/asset/withdraw/create') return 'withdraw'
    return path === '/v5/asset/withdraw/query-record' ? 'list' : 'read'
  },
  respond(call) {
    const told = open[call.path]
    if (told !== undefined && call.method === 'GET') return told(place)
    const answer = signed[`${call.method} ${call.path}`]
    if (answer === undefined) throw refusal('not_found')
    return answer({ place, call, key: authenticate(place, call), query: new URLSearchParams(call.queryText) })
  },
  refuse({ code }: ExchangeError) {
    const [status, number] = refusals[code] ?? [500, 10016]
    return json({ retCode: number, retMsg: `Refused: ${code}.`, result: {}, retExtInfo: {}, time: 0 }, status)
  },
  kept: ({ queryText, bodyText }) => ({ query: queryText, body: bodyText }),
})

function result(value: unknown): Answer {
  return json({ retCode: 0, retMsg: 'success', result: value, retExtInfo: {}, time: 1672194949928 })
}

function authenticate(place: WirePlace, call: DialectCall): WireKey {
  const key = place.keys.get(header(call, 'x-bapi-api-key'))
  if (key === undefined) throw refusal('key_unknown')
  call.login = key.login.name
  const timestamp = header(call, 'x-bapi-timestamp')
  const window = header(call, 'x-bapi-recv-window')
  const payload = timestamp + key.apiKey + window + (call.method === 'GET' ? call.queryText : call.bodyText)
  const expected = createHmac('sha256', key.secret).update(payload).digest()
  const sent = Buffer.from(header(call, 'x-bapi-sign'), 'hex')
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw refusal('signature_wrong')
  const [at, ms] = [Number(timestamp), Number(window)]
  const isInTime = place.now() - ms <= at && at < place.now() + 1000
  if (!/^\d{13}$/.test(timestamp) || !/^\d{1,5}$/.test(window) || !isInTime) throw refusal('clock_wrong')
  if (key.addresses.length > 0 && !key.addresses.includes(call.ip)) throw refusal('address_foreign')
  if (key.login.isLocked === true) throw refusal('account_locked')
  return key
}

function keyInfo({ key }: Asked): Answer {
  return result({
    id: '13770661',
    note: 'link',
    apiKey: key.apiKey,
    readOnly: 0,
    secret: '',
    permissions: { Spot: [], Wallet: key.mayWithdraw ? ['AccountTransfer', 'Withdraw'] : ['AccountTransfer'] },
    ips: key.addresses.length === 0 ? ['*'] : key.addresses,
    type: 1,
    userID: 24_617_700 + key.login.name.length,
    isMaster: !key.isSubAccount,
    parentUid: key.isSubAccount ? '1' : '0',
  })
}

function balances({ place, key, query }: Asked): Answer {
  if (query.get('accountType') !== 'FUND') throw refusal('bad_request')
  const balance = balancesOf(place, key).map(({ asset, available, held }) => ({
    coin: asset.symbol,
    transferBalance: amountText(available, asset),
    walletBalance: amountText(available + held, asset),
    bonus: '',
  }))
  return result({ memberId: '533285', accountType: 'FUND', balance })
}

function coinInfo({ place, key, query }: Asked): Answer {
  const wanted = parameter(query, 'coin')
  const isOpen = place.faults.state().networkSuspended === undefined
  const rows = assets
    .filter(({ symbol }) => wanted === null || symbol === wanted)
    .map((asset) => ({
      name: asset.name,
      coin: asset.symbol,
      remainAmount: '',
      chains: networksFor(asset, key.accountId).map((network) => ({
        chain: wordFor(network.network),
        chainType: network.network,
        confirmation: '6',
        withdrawFee: amountText(feeOf(asset, network), asset),
        depositMin: '0',
        withdrawMin: network.minimum,
        minAccuracy: String(placesOf(asset)),
        chainDeposit: '1',
        chainWithdraw: isOpen ? '1' : '0',
        withdrawPercentageFee: '0',
        contractAddress: network.contract,
        safeConfirmNumber: '64',
        withdrawMax: '-1',
      })),
    }))
  return result({ rows })
}

function records({ place, key, query, call }: Asked): Answer {
  const end = Number(parameter(query, 'endTime') ?? place.now())
  const start = Number(parameter(query, 'startTime') ?? end - longestMs)
  const limit = Number(parameter(query, 'limit') ?? mostRows)
  const cursor = parameter(query, 'cursor') ?? '0'
  if (!(end - start <= longestMs) || !(limit >= 1 && limit <= mostRows)) throw refusal('bad_request')
  const id = parameter(query, 'withdrawID')
  const offset = Number(/^after%3A(\d+)$/.exec(encodeURIComponent(cursor))?.[1] ?? 0)
  const found = findWithdrawals(place.exchange.database, {
    ...{ accountId: key.accountId, asset: parameter(query, 'coin') ?? undefined, limit, offset },
    ...(id === null ? { from: start, to: end } : {}),
  })
  const rows = tell(found, call.faults, place.now()).map(rowOnTheWire)
  const nextPageCursor = found.length === 0 ? '' : `after:${offset + found.length}`
  return result({ rows: rows.filter(({ withdrawId }) => id === null || withdrawId === id), nextPageCursor })
}

function rowOnTheWire(told: Told) {
  const { asset, network } = told
  return {
    coin: asset.symbol,
    chain: wordFor(network),
    amount: amountText(told.units, asset),
    txID: told.hash,
    status: statuses[told.status],
    toAddress: told.address,
    tag: told.tag,
    withdrawFee: amountText(told.fee, asset),
    createTime: String(told.createdAt),
    updateTime: String(told.updatedAt),
    withdrawId: wireId(told.id),
    withdrawType: told.isInternal ? 1 : 0,
  }
}

function withdraw({ place, key, call }: Asked): Answer {
  const body = jsonBody(call)
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
  const reference = text('requestId')
  call.reference = reference
  if (!key.mayWithdraw) throw refusal('permission_missing')
  const isPlain = body.forceChain === 1 && body.feeType === 0 && body.accountType === 'FUND'
  if (!isPlain || typeof body.timestamp !== 'number' || !/^[0-9A-Za-z]{1,32}$/.test(reference)) {
    throw refusal('bad_request')
  }
  const asset = findAsset(text('coin'))
  if (asset === undefined) throw refusal('asset_unknown')
  const network = networkCalled(key, asset, wordFor, text('chain'))
  const [address, tag] = [text('address'), text('tag')]
  requireSaved(place, key, { network, address, tag })
  const { login, accountId } = key
  if (login.asksForRecipient === true) throw refusal('recipient_required')
  const known = { accountId, reference, limit: 1 }
  if (findWithdrawals(place.exchange.database, known).length > 0) throw refusal('reference_taken')
  call.withdrawalId = placeWithdrawal(place.exchange, {
    ...{ dialect: 'bybit', login, accountId, asset, network, address, tag, amount: text('amount'), reference },
    ...{ feeIs: 'on top', label: '', faults: call.faults },
  })
  return result({ id: wireId(toldId(call.withdrawalId, call.faults)) })
}

function wireId(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '').slice(-15)}`).toString()
}

function placesOf({ decimals }: Asset): number {
  return Math.min(decimals, 8)
}

function amountText(units: bigint, asset: Asset): string {
  const text = fixedDecimals(units, asset.decimals, placesOf(asset))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
