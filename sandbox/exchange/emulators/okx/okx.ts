// OKX's wire format: a signed head with a passphrase and a time, codes of five digits, chains called `USDC-Base`.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Asset, AssetNetwork } from '../../asset.ts'
import { assets, findAsset, networksFor, prices } from '../../assets.ts'
import type { ExchangeError } from '../../exchange-error.ts'
import { type Answer, json } from '../../http.ts'
import { placesOf, shortAmount } from '../amounts.ts'
import type { ApiKey } from '../api-keys.ts'
import { tell, toldId } from '../corrupt-listing.ts'
import { type Emulator, type EmulatorCall, parameter } from '../emulator.ts'
import type { EmulatorContext, EmulatorDefinition } from '../emulator-context.ts'
import { findWithdrawals, type Told } from '../find-withdrawals.ts'
import { feeOf, placeWithdrawal } from '../place-withdrawal.ts'
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
  ethereum: 'ERC20',
  arbitrum: 'Arbitrum One',
  optimism: 'Optimism',
  base: 'Base',
  polygon: 'Polygon',
  bsc: 'BSC',
  avalanche: 'Avalanche C-Chain',
  solana: 'Solana',
  bitcoin: 'Bitcoin',
  tron: 'TRC20',
  xrp: 'Ripple',
  litecoin: 'Litecoin',
  dogecoin: 'Dogecoin',
  stellar: 'Stellar Lumens',
  ton: 'TON',
}
const states: Record<Told['status'], string> = {
  pending: '0',
  sent: '1',
  completed: '2',
  failed: '-1',
  canceled: '-2',
  odd: '77',
}
const refusals: Record<string, [status: number, code: string]> = {
  busy: [503, '50013'],
  maintenance: [503, '50001'],
  rate_limited: [429, '50011'],
  banned: [403, '50007'],
  nonce_wrong: [401, '50112'],
  clock_wrong: [401, '50102'],
  key_unknown: [401, '50119'],
  passphrase_wrong: [401, '50105'],
  signature_wrong: [401, '50113'],
  address_foreign: [401, '50110'],
  account_locked: [200, '50007'],
  permission_missing: [401, '50120'],
  unknown_code: [200, '59999'],
  bad_request: [400, '51000'],
  asset_unknown: [200, '58006'],
  network_unsupported: [200, '58214'],
  address_not_saved: [200, '58207'],
  address_invalid: [200, '58222'],
  tag_required: [200, '58221'],
  tag_invalid: [200, '58222'],
  tag_not_supported: [200, '58222'],
  too_many_decimals: [200, '51000'],
  below_minimum: [200, '58206'],
  above_maximum: [200, '58205'],
  insufficient_funds: [200, '58350'],
  withdrawal_hold: [200, '58219'],
  withdrawals_locked: [200, '58204'],
  verification_required: [200, '58230'],
  recipient_required: [200, '58237'],
  recipient_incomplete: [200, '58238'],
  code_required: [200, '58208'],
  reference_taken: [200, '58404'],
  not_found: [404, '50404'],
}
/** An order whose amount ends in one of them and a 9 is refused with it: `20.582239`. */
export const refusedAmounts: Readonly<Record<string, number>> = {
  ...{ 50035: 403, 50059: 200, 50060: 200, 50121: 200, 58216: 200, 58223: 200, 58227: 200, 58228: 200 },
  ...{ 58229: 200, 58405: 200, 58407: 200 },
}
/** Some of the exchanges that may receive. */
const exchangeList = [
  { exchId: 'did:ethr:0xfeb4f99829a9acdf52979abee87e83addf22a7e1', exchName: '1xbet' },
  { exchId: 'did:ethr:0x0000000000000000000000000000000000000101', exchName: 'Kraken' },
  { exchId: 'did:ethr:0x0000000000000000000000000000000000000102', exchName: 'Binance' },
  { exchId: 'did:ethr:0x0000000000000000000000000000000000000103', exchName: 'Bit One' },
  { exchId: 'did:ethr:0x0000000000000000000000000000000000000104', exchName: 'Bit-One' },
]
const windowMs = 30_000
const mostRows = 100

const open: Record<string, (context: EmulatorContext) => Answer> = {
  '/api/v5/market/tickers': () => data(Object.entries(prices).flatMap(([symbol, price]) => ticker(symbol, price))),
  '/api/v5/asset/exchange-list': () => data(exchangeList),
  '/api/v5/system/status': ({ faults }) =>
    data(faults.state().maintenance === undefined ? [] : [{ state: 'ongoing', env: '1', serviceType: '5' }]),
}
const signed: Record<string, (asked: SignedCall) => Answer> = {
  'GET /api/v5/account/config': config,
  'GET /api/v5/asset/balances': balances,
  'GET /api/v5/asset/currencies': currencies,
  'GET /api/v5/asset/withdrawal-history': history,
  'POST /api/v5/asset/withdrawal': withdraw,
}

const createOkx = (context: EmulatorContext): Emulator => ({
  takesCodes: false,
  kindOf({ path }) {
    if (path === '/api/v5/asset/withdrawal') return 'withdraw'
    return path === '/api/v5/asset/withdrawal-history' ? 'list' : 'read'
  },
  respond(call) {
    const told = open[call.path]
    if (told !== undefined && call.method === 'GET') return told(context)
    const answer = signed[`${call.method} ${call.path}`]
    if (answer === undefined) throw refusal('not_found')
    const key = authenticate(context, call)
    return answerInTime(context, key, () => answer({ context, call, key, query: new URLSearchParams(call.queryText) }))
  },
  refuse({ code }: ExchangeError) {
    const asNumbered = refusedAmounts[code]
    if (asNumbered !== undefined) return json({ code, msg: 'Refused.', data: [] }, asNumbered)
    const [status, number] = refusals[code] ?? [500, '50026']
    return json({ code: number, msg: `Refused: ${code}.`, data: [] }, status)
  },
  kept: ({ queryText, bodyText }) => ({ query: queryText, body: bodyText }),
})

function data(list: unknown[]): Answer {
  return json({ code: '0', msg: '', data: list })
}

function authenticate(context: EmulatorContext, call: EmulatorCall): ApiKey {
  const key = context.keys.find(header(call, 'ok-access-key'))
  if (key === undefined) throw refusal('key_unknown')
  call.login = key.login.name
  const timestamp = header(call, 'ok-access-timestamp')
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(timestamp) ? Date.parse(timestamp) : Number.NaN
  if (!(Math.abs(context.now() - at) <= windowMs)) throw refusal('clock_wrong')
  if (header(call, 'ok-access-passphrase') !== key.passphrase) throw refusal('passphrase_wrong')
  const path = call.queryText === '' ? call.path : `${call.path}?${call.queryText}`
  const expected = createHmac('sha256', key.secret)
    .update(timestamp + call.method + path + call.bodyText)
    .digest()
  const sent = Buffer.from(header(call, 'ok-access-sign'), 'base64')
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw refusal('signature_wrong')
  if (key.addresses.length > 0 && !key.addresses.includes(call.ip)) throw refusal('address_foreign')
  if (key.login.isLocked === true) throw refusal('account_locked')
  return key
}

function config({ key }: SignedCall): Answer {
  const uid = `4470589234${key.login.name.length}`
  const perm = key.permissions.includes('withdraw') ? 'read_only,withdraw' : 'read_only'
  const more = { acctLv: '2', kycLv: '3', label: 'link', roleType: '0', ip: key.addresses.join(',') }
  return data([{ uid, mainUid: key.isSubAccount ? '1' : uid, perm, ...more }])
}

function balances({ context, key }: SignedCall): Answer {
  return data(
    balancesOf(context, key).map(({ asset, available, held }) => ({
      ccy: asset.symbol,
      bal: shortAmount(available + held, asset),
      frozenBal: shortAmount(held, asset),
      availBal: shortAmount(available, asset),
    })),
  )
}

function currencies({ context, key, query }: SignedCall): Answer {
  const wanted = parameter(query, 'ccy')?.split(',')
  const listed = assets.filter(({ symbol }) => wanted === undefined || wanted.includes(symbol))
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

function chainName({ symbol }: Asset, network: string): string {
  return `${symbol}-${words[network] ?? network}`
}

function history({ context, key, query, call }: SignedCall): Answer {
  const reference = parameter(query, 'clientId') ?? undefined
  const id = parameter(query, 'wdId') ?? undefined
  call.reference = reference ?? ''
  const before = parameter(query, 'before')
  const after = parameter(query, 'after')
  const limit = Math.min(Number(parameter(query, 'limit') ?? mostRows), mostRows)
  const found = findWithdrawals(context.exchange.database, {
    ...{ accountId: key.accountId, reference, asset: parameter(query, 'ccy') ?? undefined, limit },
    from: before === null ? undefined : Number(before) + 1,
    to: after === null ? undefined : Number(after) - 1,
  })
  const rows = tell(found, call.faults, context.now()).map(rowOnTheWire)
  return data(rows.filter(({ wdId }) => id === undefined || wdId === id))
}

function rowOnTheWire(told: Told) {
  const { asset, network } = told
  return {
    wdId: wireId(told.id),
    ccy: asset.symbol,
    chain: chainName(asset, network),
    amt: shortAmount(told.units, asset),
    fee: shortAmount(told.fee, asset),
    feeCcy: asset.symbol,
    clientId: told.reference,
    from: 'somebody',
    to: told.address,
    ...(told.tag === '' ? {} : { tag: told.tag }),
    toAddrType: '1',
    txId: told.hash,
    state: states[told.status],
    ts: String(told.createdAt),
    nonTradableAsset: false,
    note: '',
  }
}

function withdraw({ context, key, call }: SignedCall): Answer {
  const body = jsonBody(call)
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
  const reference = text('clientId')
  call.reference = reference
  if (!key.permissions.includes('withdraw')) throw refusal('permission_missing')
  if (text('dest') !== '4' || !/^[0-9A-Za-z]{0,32}$/.test(reference)) throw refusal('bad_request')
  if (key.login.asksForRecipient === true || body.rcvrInfo !== undefined) requireRecipient(body.rcvrInfo)
  const [, code = ''] = /\.(\d{5})9$/.exec(text('amt')) ?? []
  if (Object.hasOwn(refusedAmounts, code)) throw refusal(code)
  const asset = findAsset(text('ccy'))
  if (asset === undefined) throw refusal('asset_unknown')
  const network = networkCalled(key, asset, (name) => chainName(asset, name), text('chain'))
  const [address = '', tag = ''] = text('toAddr').split(':')
  requireSaved(context, key, { network, address, tag })
  const { login, accountId } = key
  const known = { accountId, reference, limit: 1 }
  if (reference !== '' && findWithdrawals(context.exchange.database, known).length > 0) throw refusal('reference_taken')
  call.withdrawalId = placeWithdrawal(context.exchange, {
    ...{ emulator: 'okx', login, accountId, asset, network, address, tag, amount: text('amt'), reference },
    ...{ feeIs: 'on top', label: '', faults: call.faults },
  })
  const wdId = wireId(toldId(call.withdrawalId, call.faults))
  return data([{ wdId, ccy: asset.symbol, chain: text('chain'), amt: text('amt'), clientId: reference }])
}

function requireRecipient(info: unknown): void {
  const given = typeof info === 'object' && info !== null ? (info as Record<string, unknown>) : {}
  if (given.walletType === 'private') return
  if (given.walletType !== 'exchange') throw refusal('recipient_required')
  const isListed = given.exchId === '0' || exchangeList.some(({ exchId }) => exchId === given.exchId)
  const isNamed = [given.rcvrFirstName, given.rcvrLastName].every((name) => typeof name === 'string' && name !== '')
  if (!isListed || !isNamed) throw refusal('recipient_incomplete')
}

function ticker(symbol: string, last: string) {
  return symbol === 'USDT' ? [] : [{ instType: 'SPOT', instId: `${symbol}-USDT`, last, lastSz: '1' }]
}

function wireId(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '').slice(-15)}`).toString()
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
