// The Gate emulator: a signed header with the time in seconds, error responses by label, and a list of chains for one currency at a time.

import { createHash, createHmac } from 'node:crypto'
import type { Asset, AssetNetwork } from '../../asset.ts'
import { assets, findAsset, networksFor, prices, unitsOf } from '../../assets.ts'
import type { ExchangeError } from '../../exchange-error.ts'
import { json, type RouteResponse } from '../../http.ts'
import { placesOf, shortAmount } from '../amounts.ts'
import type { ApiKey } from '../api-keys.ts'
import { type Emulator, type EmulatorCall, parameter } from '../emulator.ts'
import type { EmulatorContext, EmulatorDefinition } from '../emulator-context.ts'
import { feeOf } from '../place-withdrawal.ts'
import { balancesOf, codeError, header, respondInTime, type SignedCall } from '../signed-calls.ts'
import { errorResponses } from './errors.ts'
import { chainName } from './networks.ts'
import { history, savedAddresses, withdraw } from './withdrawals.ts'

const windowSeconds = 60

const open: Record<string, (context: EmulatorContext, query: URLSearchParams) => RouteResponse> = {
  '/api/v4/wallet/currency_chains': chains,
  '/api/v4/spot/tickers': () => json(Object.entries(prices).flatMap(([symbol, price]) => ticker(symbol, price))),
  '/api/v4/spot/time': (context) => json({ server_time: context.now() }),
}
const signed: Record<string, (signedCall: SignedCall) => RouteResponse> = {
  'GET /api/v4/account/detail': detail,
  'GET /api/v4/account/main_keys': mainKeys,
  'GET /api/v4/spot/accounts': accounts,
  'GET /api/v4/wallet/withdraw_status': withdrawStatus,
  'GET /api/v4/wallet/saved_address': savedAddresses,
  'GET /api/v4/wallet/withdrawals': history,
  'POST /api/v4/withdrawals': withdraw,
}

const createGateIo = (context: EmulatorContext): Emulator => ({
  acceptsCodes: false,
  kindOf({ path }) {
    if (path === '/api/v4/withdrawals') return 'withdraw'
    return path === '/api/v4/wallet/withdrawals' ? 'list' : 'read'
  },
  respond(call) {
    const query = new URLSearchParams(call.queryText)
    const publicCall = open[call.path]
    if (publicCall !== undefined && call.method === 'GET') return publicCall(context, query)
    const respond = signed[`${call.method} ${call.path}`]
    if (respond === undefined) throw codeError('not_found')
    const key = authenticate(context, call)
    return respondInTime(context, key, () => respond({ context, call, key, query }))
  },
  refuse({ code }: ExchangeError) {
    const [status, label, message = `Refused: ${code}.`] = errorResponses[code] ?? [400, 'INVALID_PARAM_VALUE']
    return json({ label, message }, status)
  },
  recorded: ({ queryText, bodyText }) => ({ query: queryText, body: bodyText }),
})

function authenticate(context: EmulatorContext, call: EmulatorCall): ApiKey {
  const key = context.keys.find(header(call, 'key'))
  if (key === undefined) throw codeError('key_unknown')
  call.login = key.login.name
  const timestamp = header(call, 'timestamp')
  const isTime = /^\d{10}$/.test(timestamp)
  if (!isTime || Math.abs(context.now() / 1_000 - Number(timestamp)) > windowSeconds) throw codeError('clock_wrong')
  const bodyHash = createHash('sha512').update(call.bodyText).digest('hex')
  const lines = [call.method, call.path, decodeURIComponent(call.queryText), bodyHash, timestamp]
  const expected = createHmac('sha512', key.secret).update(lines.join('\n')).digest('hex')
  if (header(call, 'sign') !== expected) throw codeError('signature_wrong')
  if (key.addresses.length > 0 && !key.addresses.includes(call.ip)) throw codeError('address_foreign')
  if (key.login.isLocked === true) throw codeError('account_locked')
  return key
}

function detail({ key }: SignedCall): RouteResponse {
  const more = { currency_pairs: [], key: { mode: 1 }, tier: 1, copy_trading_role: 0 }
  return json({ user_id: 1_667_000 + key.login.name.length, ip_whitelist: key.addresses, ...more })
}

/** Lists the calling key and another key of its user by their first twelve letters. */
function mainKeys({ key }: SignedCall): RouteResponse {
  if (key.isSubAccount) throw codeError('permission_missing')
  const named = (name: string, apiKey: string, withdraw: boolean) => ({
    state: 1,
    mode: 1,
    name,
    user_id: 1,
    perms: [
      { name: 'account', read_only: true },
      { name: 'spot', read_only: true },
      { name: 'wallet', read_only: true },
      { name: 'withdraw', read_only: !withdraw },
    ],
    ip_whitelist: key.addresses,
    currency_pairs: [],
    key: `${apiKey.slice(0, 12)}*****`,
    created_at: 1_753_030_929,
    update_at: 1_756_300_567,
    last_access: 1_753_030_929,
  })
  return json([named('link', key.key, key.permissions.includes('withdraw')), named('other', 'f00dfeedbeef0000', true)])
}

function accounts({ context, key }: SignedCall): RouteResponse {
  return json(
    balancesOf(context, key).map(({ asset, available, held }) => ({
      currency: asset.symbol,
      available: shortAmount(available, asset),
      locked: shortAmount(held, asset),
      update_id: 98,
    })),
  )
}

function chains({ faults }: EmulatorContext, query: URLSearchParams): RouteResponse {
  const asset = findAsset(parameter(query, 'currency') ?? '')
  if (asset === undefined) throw codeError('asset_unknown')
  const isClosed = faults.state().networkSuspended === undefined ? 0 : 1
  return json(
    networksFor(asset, null).map(({ network, contract }) => ({
      chain: chainName(network),
      name_cn: network,
      name_en: network,
      contract_address: contract.startsWith('0x') ? contract.toLowerCase() : contract,
      is_disabled: 0,
      is_deposit_disabled: 0,
      is_withdraw_disabled: isClosed,
      decimal: String(placesOf(asset)),
      is_tag: 0,
    })),
  )
}

// Limits are the same for all chains of a currency. They apply to the ordered amount, which includes the fee.
function withdrawStatus({ key }: SignedCall): RouteResponse {
  return json(
    assets.map((asset) => {
      const networks = networksFor(asset, key.accountId)
      const fees = networks.map((network) => [chainName(network.network), shortAmount(feeOf(asset, network), asset)])
      const most = networks[0]?.maximum ?? '0'
      return {
        currency: asset.symbol,
        name: asset.name,
        name_cn: asset.name,
        deposit: '0',
        withdraw_percent: '0%',
        withdraw_fix: fees[0]?.[1] ?? '0',
        withdraw_day_limit: most,
        withdraw_day_limit_remain: most,
        withdraw_amount_mini: smallest(asset, networks),
        withdraw_eachtime_limit: most,
        withdraw_fix_on_chains: Object.fromEntries(fees),
        withdraw_percent_on_chains: Object.fromEntries(fees.map(([name]) => [name, '0%'])),
      }
    }),
  )
}

function smallest(asset: Asset, networks: AssetNetwork[]): string {
  const most = networks.map((network) => unitsOf(network.minimum, asset) + feeOf(asset, network))
  return shortAmount(
    most.reduce((a, b) => (a > b ? a : b), 0n),
    asset,
  )
}

function ticker(symbol: string, last: string) {
  return symbol === 'USDT' ? [] : [{ currency_pair: `${symbol}_USDT`, last, change_percentage: '0.1' }]
}

export const gateIo: EmulatorDefinition = {
  name: 'gateIo',
  title: 'Gate',
  keys: {
    pair: (bytes) => ({
      key: bytes('key').toString('hex').slice(0, 32),
      secret: bytes('secret').toString('hex').slice(0, 64),
    }),
    sites: ['global', 'eu'],
  },
  limit: { keyHeader: 'key', most: 200, perSecond: 20, costs: { withdraw: 60, list: 1, read: 1 } },
  create: createGateIo,
}
