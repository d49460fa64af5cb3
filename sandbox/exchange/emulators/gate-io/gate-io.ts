// Gate's wire format: a signed head with the time in seconds, refusals by label, withdrawals whose amount has the fee in it, and a
// list of chains for one currency at a time.
import { createHash, createHmac } from 'node:crypto'
import type { Asset, AssetNetwork } from '../../asset.ts'
import { assets, findAsset, networksFor, prices, unitsOf } from '../../assets.ts'
import type { ExchangeError } from '../../exchange-error.ts'
import { type Answer, json } from '../../http.ts'
import { digitsOf, placesOf, shortAmount } from '../amounts.ts'
import type { ApiKey } from '../api-keys.ts'
import { tell, toldId } from '../corrupt-listing.ts'
import { type Emulator, type EmulatorCall, parameter } from '../emulator.ts'
import type { EmulatorContext, EmulatorDefinition } from '../emulator-context.ts'
import { findWithdrawals, type Told } from '../find-withdrawals.ts'
import { feeOf, placeWithdrawal } from '../place-withdrawal.ts'
import { isSame } from '../saved-addresses.ts'
import {
  answerInTime,
  balancesOf,
  header,
  jsonBody,
  networkCalled,
  refusal,
  requireSaved,
  type SignedCall,
} from '../signed-calls.ts'

const words: Record<string, string> = {
  ethereum: 'ETH',
  arbitrum: 'ARBEVM',
  optimism: 'OPETH',
  base: 'BASEEVM',
  polygon: 'MATIC',
  bsc: 'BSC',
  avalanche: 'AVAX_C',
  solana: 'SOL',
  bitcoin: 'BTC',
  tron: 'TRX',
  litecoin: 'LTC',
  dogecoin: 'DOGE',
  stellar: 'XLM',
  xrp: 'XRP',
  ton: 'TON',
}
const states: Record<Told['status'], string> = {
  pending: 'REQUEST',
  sent: 'EXTPEND',
  completed: 'DONE',
  failed: 'INVALID',
  canceled: 'CANCEL',
  odd: 'ELSEWHERE',
}
const refusals: Record<string, [status: number, label: string, message?: string]> = {
  busy: [503, 'TOO_BUSY'],
  maintenance: [503, 'SERVER_ERROR'],
  internal_error: [500, 'INTERNAL'],
  rate_limited: [429, 'TOO_MANY_REQUESTS'],
  banned: [403, 'FORBIDDEN'],
  nonce_wrong: [403, 'REQUEST_EXPIRED'],
  clock_wrong: [403, 'REQUEST_EXPIRED'],
  key_unknown: [401, 'INVALID_KEY'],
  signature_wrong: [401, 'INVALID_SIGNATURE'],
  address_foreign: [403, 'IP_FORBIDDEN'],
  permission_missing: [403, 'FORBIDDEN'],
  account_locked: [403, 'ACCOUNT_LOCKED'],
  withdrawals_locked: [400, 'ACCOUNT_LOCKED'],
  network_unsupported: [400, 'API_WITHDRAW_DISABLED'],
  withdrawal_hold: [400, 'API_WITHDRAW_DISABLED'],
  asset_unknown: [400, 'INVALID_CURRENCY'],
  address_not_saved: [
    400,
    'INVALID_PARAM_VALUE',
    'Error: only used addresses or verified addresses are allowed for api withdrawal',
  ],
  too_many_decimals: [400, 'INVALID_PRECISION'],
  below_minimum: [400, 'AMOUNT_TOO_LITTLE'],
  above_maximum: [400, 'WITHDRAWAL_OVER_LIMIT'],
  insufficient_funds: [400, 'BALANCE_NOT_ENOUGH'],
  verification_required: [400, 'KYC_REQUIRED'],
  reference_taken: [400, 'ORDER_EXISTS'],
  not_found: [404, 'NOT_FOUND'],
  unknown_code: [400, 'SEE_OUR_NOTICE'],
}
const windowSeconds = 60
const dayMs = 86_400_000
const longestSeconds = 30 * 86_400
const mostRows = 100

const open: Record<string, (context: EmulatorContext, query: URLSearchParams) => Answer> = {
  '/api/v4/wallet/currency_chains': chains,
  '/api/v4/spot/tickers': () => json(Object.entries(prices).flatMap(([symbol, price]) => ticker(symbol, price))),
  '/api/v4/spot/time': (context) => json({ server_time: context.now() }),
}
const signed: Record<string, (asked: SignedCall) => Answer> = {
  'GET /api/v4/account/detail': detail,
  'GET /api/v4/account/main_keys': mainKeys,
  'GET /api/v4/spot/accounts': accounts,
  'GET /api/v4/wallet/withdraw_status': withdrawStatus,
  'GET /api/v4/wallet/saved_address': savedAddresses,
  'GET /api/v4/wallet/withdrawals': history,
  'POST /api/v4/withdrawals': withdraw,
}

const createGateIo = (context: EmulatorContext): Emulator => ({
  takesCodes: false,
  kindOf({ path }) {
    if (path === '/api/v4/withdrawals') return 'withdraw'
    return path === '/api/v4/wallet/withdrawals' ? 'list' : 'read'
  },
  respond(call) {
    const query = new URLSearchParams(call.queryText)
    const told = open[call.path]
    if (told !== undefined && call.method === 'GET') return told(context, query)
    const answer = signed[`${call.method} ${call.path}`]
    if (answer === undefined) throw refusal('not_found')
    const key = authenticate(context, call)
    return answerInTime(context, key, () => answer({ context, call, key, query }))
  },
  refuse({ code }: ExchangeError) {
    const [status, label, message = `Refused: ${code}.`] = refusals[code] ?? [400, 'INVALID_PARAM_VALUE']
    return json({ label, message }, status)
  },
  kept: ({ queryText, bodyText }) => ({ query: queryText, body: bodyText }),
})

function authenticate(context: EmulatorContext, call: EmulatorCall): ApiKey {
  const key = context.keys.find(header(call, 'key'))
  if (key === undefined) throw refusal('key_unknown')
  call.login = key.login.name
  const timestamp = header(call, 'timestamp')
  const isTime = /^\d{10}$/.test(timestamp)
  if (!isTime || Math.abs(context.now() / 1_000 - Number(timestamp)) > windowSeconds) throw refusal('clock_wrong')
  const bodyHash = createHash('sha512').update(call.bodyText).digest('hex')
  const lines = [call.method, call.path, decodeURIComponent(call.queryText), bodyHash, timestamp]
  const expected = createHmac('sha512', key.secret).update(lines.join('\n')).digest('hex')
  if (header(call, 'sign') !== expected) throw refusal('signature_wrong')
  if (key.addresses.length > 0 && !key.addresses.includes(call.ip)) throw refusal('address_foreign')
  if (key.login.isLocked === true) throw refusal('account_locked')
  return key
}

function detail({ key }: SignedCall): Answer {
  const more = { currency_pairs: [], key: { mode: 1 }, tier: 1, copy_trading_role: 0 }
  return json({ user_id: 1_667_000 + key.login.name.length, ip_whitelist: key.addresses, ...more })
}

/** Keys by their first twelve letters; another one of the same user stands beside. */
function mainKeys({ key }: SignedCall): Answer {
  if (key.isSubAccount) throw refusal('permission_missing')
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

function accounts({ context, key }: SignedCall): Answer {
  return json(
    balancesOf(context, key).map(({ asset, available, held }) => ({
      currency: asset.symbol,
      available: shortAmount(available, asset),
      locked: shortAmount(held, asset),
      update_id: 98,
    })),
  )
}

function chains({ faults }: EmulatorContext, query: URLSearchParams): Answer {
  const asset = findAsset(parameter(query, 'currency') ?? '')
  if (asset === undefined) throw refusal('asset_unknown')
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

function chainName(network: string): string {
  return words[network] ?? network
}

// Limits are the same for all chains of a currency, and of what is asked for, hence with the fee in them.
function withdrawStatus({ key }: SignedCall): Answer {
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

function savedAddresses({ context, key, query }: SignedCall): Answer {
  const wanted = parameter(query, 'chain')
  if (parameter(query, 'currency') === null) throw refusal('bad_request')
  const limit = Math.min(Number(parameter(query, 'limit') ?? 50), mostRows)
  const skipped = (Number(parameter(query, 'page') ?? 1) - 1) * limit
  return json(
    context.savedAddresses
      .of(key.login.name)
      .filter(({ network }) => wanted === null || chainName(network) === wanted)
      .slice(skipped, skipped + limit)
      .map(({ network, address, label, tag, verified }) => ({
        currency: (parameter(query, 'currency') ?? '').toLowerCase(),
        chain: chainName(network),
        address,
        name: label,
        tag,
        verified: verified ? '1' : '0',
      })),
  )
}

function history({ context, key, query, call }: SignedCall): Answer {
  const reference = parameter(query, 'withdraw_order_id') ?? undefined
  const id = parameter(query, 'withdraw_id') ?? undefined
  call.reference = reference ?? ''
  const now = Math.floor(context.now() / 1_000)
  const to = Number(parameter(query, 'to') ?? now)
  const from = Number(parameter(query, 'from') ?? now - 7 * 86_400)
  if (to - from > longestSeconds || from > to) throw refusal('bad_request')
  const limit = Math.min(Number(parameter(query, 'limit') ?? mostRows), mostRows)
  const offset = Number(parameter(query, 'offset') ?? 0)
  const window = id === undefined ? { from: from * 1_000, to: to * 1_000 + 999, limit, offset } : {}
  const found = findWithdrawals(context.exchange.database, { accountId: key.accountId, reference, ...window })
  const rows = tell(found, call.faults, context.now()).map(rowOnTheWire)
  return json(rows.filter((row) => id === undefined || row.id === id))
}

function rowOnTheWire(told: Told) {
  const { asset } = told
  return {
    id: wireId(told.id),
    currency: asset.symbol,
    address: told.address,
    // Nothing is charged inside Gate: the whole order arrives.
    amount: shortAmount(told.units + (told.isInternal ? orderedFee(told) : told.fee), asset),
    fee: shortAmount(told.fee, asset),
    txid: told.isInternal ? 'Internal transaction 260594131' : told.hash,
    chain: chainName(told.network),
    timestamp: String(Math.floor(told.createdAt / 1_000)),
    status: states[told.status],
    withdraw_order_id: told.reference,
    block_number: told.status === 'completed' && !told.isInternal ? '41575382' : '0',
    fail_reason: '',
    type: 'appbankgp',
    timestamp2: String(Math.floor(told.updatedAt / 1_000)),
    memo: told.tag,
  }
}

function orderedFee({ asset, network }: Told): bigint {
  const listed = networksFor(asset, null).find((each) => each.network === network)
  return listed === undefined ? 0n : feeOf(asset, listed)
}

/** An address that was used on the web passes a day later, verified or not. */
function requireUsable(
  context: EmulatorContext,
  key: ApiKey,
  to: { network: string; address: string; tag: string },
): void {
  const { exchange, savedAddresses } = context
  const saved = savedAddresses.of(key.login.name).find((each) => isSame(each, to))
  const row = exchange.database
    .prepare<[string], { created_at: number }>('select created_at from saved_address where id = ?')
    .get(saved?.id ?? '')
  if (row !== undefined && context.now() - row.created_at >= dayMs) return
  // Not suggested for the address book: there it would pass for an address that was used.
  requireSaved(context, key, to, false)
}

function withdraw({ context, key, call }: SignedCall): Answer {
  const body = jsonBody(call)
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
  const reference = text('withdraw_order_id')
  call.reference = reference
  if (!key.permissions.includes('withdraw')) throw refusal('permission_missing')
  if (key.login.asksForRecipient === true) throw refusal('recipient_required')
  if (!/^[0-9A-Za-z_.-]{0,32}$/.test(reference)) throw refusal('bad_request')
  const asset = findAsset(text('currency'))
  if (asset === undefined) throw refusal('asset_unknown')
  const network = networkCalled(key, asset, chainName, text('chain'))
  const address = text('address')
  const tag = text('memo')
  requireUsable(context, key, { network, address, tag })
  const { login, accountId } = key
  const known = { accountId, reference, limit: 1 }
  if (reference !== '' && findWithdrawals(context.exchange.database, known).length > 0) throw refusal('reference_taken')
  call.withdrawalId = placeWithdrawal(context.exchange, {
    ...{ emulator: 'gateIo', login, accountId, asset, network, address, tag, amount: text('amount'), reference },
    ...{ feeIs: 'inside', label: '', faults: call.faults },
  })
  return json({
    id: wireId(toldId(call.withdrawalId, call.faults)),
    timestamp: String(Math.floor(context.now() / 1_000)),
    withdraw_order_id: reference,
    currency: asset.symbol,
    address,
    txid: '',
    amount: text('amount'),
    memo: tag,
    status: 'REQUEST',
    chain: text('chain'),
  })
}

function ticker(symbol: string, last: string) {
  return symbol === 'USDT' ? [] : [{ currency_pair: `${symbol}_USDT`, last, change_percentage: '0.1' }]
}

function wireId(id: string): string {
  return `w${digitsOf(id)}`
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
