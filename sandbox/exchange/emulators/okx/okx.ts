// The OKX emulator: a signed header with a passphrase and a time, codes of five digits, chains called `USDC-Base`.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Asset, AssetNetwork } from '../../asset.ts'
import { assets, networksFor, prices } from '../../assets.ts'
import type { ExchangeError } from '../../exchange-error.ts'
import { json, type RouteResponse } from '../../http.ts'
import { placesOf, shortAmount } from '../amounts.ts'
import type { ApiKey } from '../api-keys.ts'
import { type Emulator, type EmulatorCall, parameter } from '../emulator.ts'
import type { EmulatorContext, EmulatorDefinition } from '../emulator-context.ts'
import { feeOf } from '../place-withdrawal.ts'
import { balancesOf, codeError, header, respondInTime, type SignedCall } from '../signed-calls.ts'
import { data } from './data.ts'
import { errorResponses, refusedAmounts } from './errors.ts'
import { chainName } from './networks.ts'
import { exchangeList, history, withdraw } from './withdrawals.ts'

const windowMs = 30_000

const open: Record<string, (context: EmulatorContext) => RouteResponse> = {
  '/api/v5/market/tickers': () => data(Object.entries(prices).flatMap(([symbol, price]) => ticker(symbol, price))),
  '/api/v5/asset/exchange-list': () => data(exchangeList),
  '/api/v5/system/status': ({ faults }) =>
    data(faults.state().maintenance === undefined ? [] : [{ state: 'ongoing', env: '1', serviceType: '5' }]),
}
const signed: Record<string, (signedCall: SignedCall) => RouteResponse> = {
  'GET /api/v5/account/config': config,
  'GET /api/v5/asset/balances': balances,
  'GET /api/v5/asset/currencies': currencies,
  'GET /api/v5/asset/withdrawal-history': history,
  'POST /api/v5/asset/withdrawal': withdraw,
}

const createOkx = (context: EmulatorContext): Emulator => ({
  acceptsCodes: false,
  kindOf({ path }) {
    if (path === '/api/v5/asset/withdrawal') return 'withdraw'
    return path === '/api/v5/asset/withdrawal-history' ? 'list' : 'read'
  },
  respond(call) {
    const publicCall = open[call.path]
    if (publicCall !== undefined && call.method === 'GET') return publicCall(context)
    const respond = signed[`${call.method} ${call.path}`]
    if (respond === undefined) throw codeError('not_found')
    const key = authenticate(context, call)
    return respondInTime(context, key, () =>
      respond({ context, call, key, query: new URLSearchParams(call.queryText) }),
    )
  },
  refuse({ code }: ExchangeError) {
    const asNumbered = refusedAmounts[code]
    if (asNumbered !== undefined) return json({ code, msg: 'Refused.', data: [] }, asNumbered)
    const [status, number] = errorResponses[code] ?? [500, '50026']
    return json({ code: number, msg: `Refused: ${code}.`, data: [] }, status)
  },
  recorded: ({ queryText, bodyText }) => ({ query: queryText, body: bodyText }),
})

function authenticate(context: EmulatorContext, call: EmulatorCall): ApiKey {
  const key = context.keys.find(header(call, 'ok-access-key'))
  if (key === undefined) throw codeError('key_unknown')
  call.login = key.login.name
  const timestamp = header(call, 'ok-access-timestamp')
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(timestamp) ? Date.parse(timestamp) : Number.NaN
  if (!(Math.abs(context.now() - at) <= windowMs)) throw codeError('clock_wrong')
  if (header(call, 'ok-access-passphrase') !== key.passphrase) throw codeError('passphrase_wrong')
  const path = call.queryText === '' ? call.path : `${call.path}?${call.queryText}`
  const expected = createHmac('sha256', key.secret)
    .update(timestamp + call.method + path + call.bodyText)
    .digest()
  const sent = Buffer.from(header(call, 'ok-access-sign'), 'base64')
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw codeError('signature_wrong')
  if (key.addresses.length > 0 && !key.addresses.includes(call.ip)) throw codeError('address_foreign')
  if (key.login.isLocked === true) throw codeError('account_locked')
  return key
}

function config({ key }: SignedCall): RouteResponse {
  const uid = `4470589234${key.login.name.length}`
  const perm = key.permissions.includes('withdraw') ? 'read_only,withdraw' : 'read_only'
  const more = { acctLv: '2', kycLv: '3', label: 'link', roleType: '0', ip: key.addresses.join(',') }
  return data([{ uid, mainUid: key.isSubAccount ? '1' : uid, perm, ...more }])
}

function balances({ context, key }: SignedCall): RouteResponse {
  return data(
    balancesOf(context, key).map(({ asset, available, held }) => ({
      ccy: asset.symbol,
      bal: shortAmount(available + held, asset),
      frozenBal: shortAmount(held, asset),
      availBal: shortAmount(available, asset),
    })),
  )
}

function currencies({ context, key, query }: SignedCall): RouteResponse {
  const requested = parameter(query, 'ccy')?.split(',')
  const listed = assets.filter(({ symbol }) => requested === undefined || requested.includes(symbol))
  const isOpen = context.faults.state().networkSuspended === undefined
  return data(
    listed.flatMap((asset) =>
      networksFor(asset, key.accountId).map((network) => chainOnTheWire(asset, network, isOpen)),
    ),
  )
}

function chainOnTheWire(asset: Asset, network: AssetNetwork, isOpen: boolean) {
  const fee = shortAmount(feeOf(asset, network), asset)
  return {
    ccy: asset.symbol,
    name: asset.name,
    chain: chainName(asset, network.network),
    ctAddr: network.contract.startsWith('0x') ? network.contract.toLowerCase() : network.contract,
    canDep: true,
    canWd: isOpen,
    canInternal: true,
    minWd: network.minimum,
    maxWd: network.maximum,
    wdTickSz: String(placesOf(asset)),
    wdQuota: '10000000',
    usedWdQuota: '0',
    fee,
    minFee: fee,
    maxFee: fee,
    burningFeeRate: '',
    mainNet: network.contract === '',
    needTag: false,
  }
}

function ticker(symbol: string, last: string) {
  return symbol === 'USDT' ? [] : [{ instType: 'SPOT', instId: `${symbol}-USDT`, last, lastSz: '1' }]
}

export const okx: EmulatorDefinition = {
  name: 'okx',
  title: 'OKX',
  keys: {
    pair: (bytes) => ({
      key: bytes('key').toString('hex').slice(0, 36),
      secret: bytes('secret').toString('hex').slice(0, 32),
    }),
    hasPassphrase: true,
    sites: ['global', 'eea', 'us'],
  },
  limit: { keyHeader: 'ok-access-key', most: 6, perSecond: 6, costs: { withdraw: 1, list: 1, read: 1 } },
  create: createOkx,
}
