// v3 of Bitget's API, for unified accounts only. Balances and permissions have other names, and records come for one month at a
// time with a cursor. It also serves the address book.

import type { RouteResponse } from '../../http.ts'
import { paddedAmount } from '../amounts.ts'
import { parameter } from '../emulator.ts'
import { balancesOf, codeError, type SignedCall } from '../signed-calls.ts'
import { chainName, data, pageOf, recordsOf, withdraw } from './withdrawals.ts'

const maxRangeMs = 30 * 86_400_000
const addressesOnAPage = 10

export function unifiedCalls(): Record<string, (signedCall: SignedCall) => RouteResponse> {
  // For an account whose earlier records were not migrated, only orders made through v3.
  const ordered = new Set<string>()
  return {
    'GET /api/v3/account/settings': settings,
    'GET /api/v3/account/info': info,
    'GET /api/v3/account/assets': assets,
    'GET /api/v3/account/funding-assets': fundingAssets,
    'GET /api/v3/account/max-withdrawal': maxWithdrawal,
    'GET /api/v3/account/withdraw-address': addresses,
    'GET /api/v3/account/withdrawal-records': (signedCall) => {
      const { context, query, call } = signedCall
      const all = recordsOf(signedCall, maxRangeMs)
      const found = call.faults.recordsLeftBehind ? all.filter(({ withdrawal }) => ordered.has(withdrawal)) : all
      return data(context, pageOf(found, query, parameter(query, 'cursor')))
    },
    'POST /api/v3/account/withdrawal': (signedCall) => {
      const response = withdraw(signedCall)
      ordered.add(signedCall.call.withdrawalId)
      return response
    },
  }
}

function settings({ context, key }: SignedCall): RouteResponse {
  return data(context, {
    uid: uidOf(key.login.name),
    accountMode: 'unified',
    assetMode: 'union',
    holdMode: 'hedge_mode',
  })
}

function info({ context, key }: SignedCall): RouteResponse {
  return data(context, {
    uid: uidOf(key.login.name),
    inviterId: '',
    parentId: '',
    channelCode: '',
    channel: '',
    ips: key.addresses.join(','),
    permType: key.permissions.includes('withdraw') ? 'read-and-write' : 'read-only',
    permissions: [
      'uta_mgt',
      'uta_trade',
      ...(key.permissions.includes('withdraw') && !key.isSubAccount ? ['withdraw'] : []),
    ],
    regisTime: '1704067200000',
  })
}

/** The same id as in v2. */
export function uidOf(login: string): string {
  return String(7_000_000 + login.length)
}

function assets({ context, key }: SignedCall): RouteResponse {
  const rows = balancesOf(context, key).map(({ asset, available, held }) => ({
    coin: asset.symbol,
    equity: paddedAmount(available + held, asset),
    usdValue: '0',
    balance: paddedAmount(available + held, asset),
    available: paddedAmount(available, asset),
    debt: '0',
    locked: paddedAmount(held, asset),
  }))
  return data(context, { accountEquity: '0', usdtEquity: '0', btcEquity: '0', mmr: '0', imr: '0', assets: rows })
}

function fundingAssets({ context }: SignedCall): RouteResponse {
  return data(context, [])
}

function maxWithdrawal({ context, key, query }: SignedCall): RouteResponse {
  const coin = parameter(query, 'coin')
  if (coin === null) throw codeError('bad_request')
  const held = balancesOf(context, key).find(({ asset }) => asset.symbol === coin)
  const most = held === undefined ? '0' : paddedAmount(held.available, held.asset)
  const wallets = { otcMaxWithdrawal: '0', spotMaxWithdrawal: '0', utaMaxWithdrawal: most }
  return data(context, { coin, ...wallets, totalMaxWithdrawal: most })
}

function addresses({ context, key, query }: SignedCall): RouteResponse {
  const limit = Number(parameter(query, 'limit') ?? addressesOnAPage)
  if (!(limit > 0 && limit <= addressesOnAPage)) throw codeError('bad_request')
  const start = Number(parameter(query, 'cursor') ?? 0)
  const saved = context.savedAddresses.of(key.login.name).filter(({ verified }) => verified)
  const addressList = saved.slice(start, start + limit).map(({ asset, network, address, tag, label }) => ({
    coin: asset,
    chain: chainName(network),
    address,
    countryCode: '',
    label,
    memo: tag,
    type: 'regular',
    internalType: '',
    createdTime: '1740000000000',
  }))
  const isLast = start + limit >= saved.length
  return data(context, { addressList, cursor: isLast ? '' : String(start + limit) })
}
