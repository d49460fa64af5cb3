// The Bybit emulator: a signed header with a timestamp and its window, `retCode`, chains in short names, an address book.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { assets, networksFor, prices } from '../../assets.ts'
import type { ExchangeError } from '../../exchange-error.ts'
import { json, type RouteResponse } from '../../http.ts'
import { placesOf, shortAmount } from '../amounts.ts'
import type { ApiKey } from '../api-keys.ts'
import { type Emulator, type EmulatorCall, parameter } from '../emulator.ts'
import type { EmulatorContext, EmulatorDefinition } from '../emulator-context.ts'
import { feeOf } from '../place-withdrawal.ts'
import { balancesOf, codeError, header, respondInTime, type SignedCall } from '../signed-calls.ts'
import { errorResponses, sentences } from './errors.ts'
import { wordFor } from './networks.ts'
import { institutions, maxRows, records, withdraw } from './withdrawals.ts'

const open: Record<string, (context: EmulatorContext) => object> = {
  '/v5/market/tickers': () => ({
    category: 'spot',
    list: Object.entries(prices).flatMap(([symbol, lastPrice]) =>
      symbol === 'USDT' ? [] : [{ symbol: `${symbol}USDT`, lastPrice, bid1Price: lastPrice }],
    ),
  }),
  '/v5/system/status': ({ faults }) => ({
    list: faults.state().maintenance === undefined ? [] : [{ state: 'ongoing', env: 1, serviceTypes: [4] }],
  }),
}
const signed: Record<string, (signedCall: SignedCall) => object> = {
  'GET /v5/user/query-api': keyInfo,
  'GET /v5/asset/transfer/query-account-coins-balance': balances,
  'GET /v5/asset/coin/query-info': coinInfo,
  'GET /v5/asset/withdraw/query-record': records,
  'GET /v5/asset/withdraw/query-address': addresses,
  'GET /v5/asset/withdraw/vasp/list': () => ({ vasp: institutions }),
  'POST /v5/asset/withdraw/create': withdraw,
}

const createBybit = (context: EmulatorContext): Emulator => ({
  acceptsCodes: false,
  kindOf({ path }) {
    if (path === '/v5/asset/withdraw/create') return 'withdraw'
    return path === '/v5/asset/withdraw/query-record' ? 'list' : 'read'
  },
  respond(call) {
    const publicCall = open[call.path]
    if (publicCall !== undefined && call.method === 'GET') return success(context, publicCall(context))
    const respond = signed[`${call.method} ${call.path}`]
    if (respond === undefined) throw codeError('not_found')
    const key = authenticate(context, call)
    const query = new URLSearchParams(call.queryText)
    return respondInTime(context, key, () => success(context, respond({ context, call, key, query })))
  },
  refuse({ code }: ExchangeError) {
    const [status, number] = errorResponses[code] ?? [500, 10016]
    const retMsg = sentences[code] ?? `Refused: ${code}.`
    return json({ retCode: number, retMsg, result: {}, retExtInfo: {}, time: context.now() }, status)
  },
  recorded: ({ queryText, bodyText }) => ({ query: queryText, body: bodyText }),
})

function success(context: EmulatorContext, result: object): RouteResponse {
  return json({ retCode: 0, retMsg: 'success', result, retExtInfo: {}, time: context.now() })
}

function authenticate(context: EmulatorContext, call: EmulatorCall): ApiKey {
  const key = context.keys.find(header(call, 'x-bapi-api-key'))
  if (key === undefined) throw codeError('key_unknown')
  call.login = key.login.name
  const timestamp = header(call, 'x-bapi-timestamp')
  const window = header(call, 'x-bapi-recv-window')
  const payload = timestamp + key.key + window + (call.method === 'GET' ? call.queryText : call.bodyText)
  const expected = createHmac('sha256', key.secret).update(payload).digest()
  const sent = Buffer.from(header(call, 'x-bapi-sign'), 'hex')
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw codeError('signature_wrong')
  const [at, ms] = [Number(timestamp), Number(window)]
  const isInTime = context.now() - ms <= at && at < context.now() + 1000
  if (!/^\d{13}$/.test(timestamp) || !/^\d{1,5}$/.test(window) || !isInTime) throw codeError('clock_wrong')
  if (key.addresses.length > 0 && !key.addresses.includes(call.ip)) throw codeError('address_foreign')
  if (key.login.isLocked === true) throw codeError('account_locked')
  return key
}

function keyInfo({ key }: SignedCall): object {
  return {
    id: '13770661',
    note: 'link',
    apiKey: key.key,
    readOnly: 0,
    secret: '',
    permissions: {
      Spot: [],
      Wallet: key.permissions.includes('withdraw') ? ['AccountTransfer', 'Withdraw'] : ['AccountTransfer'],
    },
    ips: key.addresses.length === 0 ? ['*'] : key.addresses,
    type: 1,
    userID: 24_617_700 + key.login.name.length,
    isMaster: !key.isSubAccount,
    parentUid: key.isSubAccount ? '1' : '0',
  }
}

function balances({ context, key, query }: SignedCall): object {
  if (query.get('accountType') !== 'FUND') throw codeError('bad_request')
  const balance = balancesOf(context, key).map(({ asset, available, held }) => ({
    coin: asset.symbol,
    transferBalance: shortAmount(available, asset),
    walletBalance: shortAmount(available + held, asset),
    bonus: '',
  }))
  return { memberId: '533285', accountType: 'FUND', balance }
}

function coinInfo({ context, key, query }: SignedCall): object {
  const requested = parameter(query, 'coin')
  const isOpen = context.faults.state().networkSuspended === undefined
  const rows = assets
    .filter(({ symbol }) => requested === null || symbol === requested)
    .map((asset) => ({
      name: asset.name,
      coin: asset.symbol,
      remainAmount: '',
      chains: networksFor(asset, key.accountId).map((network) => ({
        chain: wordFor(network.network),
        chainType: network.network,
        confirmation: '6',
        withdrawFee: shortAmount(feeOf(asset, network), asset),
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
  return { rows }
}

/** The address book, in pages. Only its own letter case is accepted for an order. */
function addresses({ context, key, query }: SignedCall): object {
  const limit = Number(parameter(query, 'limit') ?? maxRows)
  if (!(limit >= 1 && limit <= maxRows)) throw codeError('bad_request')
  const offset = Number(parameter(query, 'cursor') ?? 0)
  const chain = parameter(query, 'chain')
  const saved = context.savedAddresses
    .of(key.login.name)
    .filter(({ network, verified }) => verified && (chain === null || wordFor(network) === chain))
  const rows = saved.slice(offset, offset + limit).map(({ asset, network, address, tag, label }) => ({
    coin: asset === '' ? 'baseCoin' : asset,
    ...{ chain: wordFor(network), address, tag, remark: label },
    ...{ status: 0, addressType: 0, verified: 0, createdAt: '1760951195' },
  }))
  return { rows, nextPageCursor: offset + limit < saved.length ? String(offset + limit) : '' }
}

export const bybit: EmulatorDefinition = {
  name: 'bybit',
  title: 'Bybit',
  keys: {
    pair: (bytes) => ({
      key: bytes('key').toString('hex').slice(0, 18),
      secret: bytes('secret').toString('hex').slice(0, 36),
    }),
    sites: ['global', 'eu', 'nl', 'tr', 'kz', 'ge', 'ae', 'id', 'jp'],
  },
  limit: { keyHeader: 'x-bapi-api-key', most: 5, perSecond: 5, costs: { withdraw: 1, list: 1, read: 1 } },
  create: createBybit,
}
