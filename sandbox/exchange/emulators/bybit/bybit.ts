// Bybit's wire format: a signed head with a timestamp and its window, `retCode`, chains in short words, an address book, and a
// list of withdrawals in pages without the client's own id.
import { createHmac, timingSafeEqual } from 'node:crypto'
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
  timestamp_wrong: [200, 131002],
  address_not_saved: [200, 131002],
  address_invalid: [200, 131002],
  tag_required: [200, 131002],
  tag_invalid: [200, 131002],
  tag_not_supported: [200, 131081],
  too_many_decimals: [200, 131002],
  below_minimum: [200, 131096],
  above_maximum: [200, 131096],
  insufficient_funds: [200, 131085],
  withdrawal_hold: [200, 131089],
  withdrawals_locked: [200, 131090],
  verification_required: [200, 131004],
  recipient_required: [200, 131074],
  recipient_incomplete: [200, 131068],
  code_required: [200, 131002],
  reference_taken: [200, 10014],
  not_found: [404, 10017],
}
const sentences: Record<string, string> = {
  address_not_saved: 'Withdraw address chain or destination tag are not equal',
  timestamp_wrong: 'params err: timestamp out of invalid window',
  tag_not_supported: 'Do not input memo/tag,please.',
  recipient_required: 'Beneficiary info is required, please refer to the latest api document.',
}
const mostRows = 50
const institutions = [
  { vaspEntityId: 'coinone', vaspName: 'coinone' },
  { vaspEntityId: 'infiniteblock-corp', vaspName: 'InfiniteBlock Corp' },
  { vaspEntityId: 'others', vaspName: 'Others (including Upbit)' },
]
const longestMs = 30 * 86_400_000
const mostSecondsOff = 60

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
const signed: Record<string, (asked: SignedCall) => object> = {
  'GET /v5/user/query-api': keyInfo,
  'GET /v5/asset/transfer/query-account-coins-balance': balances,
  'GET /v5/asset/coin/query-info': coinInfo,
  'GET /v5/asset/withdraw/query-record': records,
  'GET /v5/asset/withdraw/query-address': addresses,
  'GET /v5/asset/withdraw/vasp/list': () => ({ vasp: institutions }),
  'POST /v5/asset/withdraw/create': withdraw,
}

const createBybit = (context: EmulatorContext): Emulator => ({
  takesCodes: false,
  kindOf({ path }) {
    if (path === '/v5/asset/withdraw/create') return 'withdraw'
    return path === '/v5/asset/withdraw/query-record' ? 'list' : 'read'
  },
  respond(call) {
    const told = open[call.path]
    if (told !== undefined && call.method === 'GET') return success(context, told(context))
    const answer = signed[`${call.method} ${call.path}`]
    if (answer === undefined) throw refusal('not_found')
    const key = authenticate(context, call)
    const query = new URLSearchParams(call.queryText)
    return answerInTime(context, key, () => success(context, answer({ context, call, key, query })))
  },
  refuse({ code }: ExchangeError) {
    const [status, number] = refusals[code] ?? [500, 10016]
    const retMsg = sentences[code] ?? `Refused: ${code}.`
    return json({ retCode: number, retMsg, result: {}, retExtInfo: {}, time: context.now() }, status)
  },
  kept: ({ queryText, bodyText }) => ({ query: queryText, body: bodyText }),
})

function success(context: EmulatorContext, result: object): Answer {
  return json({ retCode: 0, retMsg: 'success', result, retExtInfo: {}, time: context.now() })
}

function authenticate(context: EmulatorContext, call: EmulatorCall): ApiKey {
  const key = context.keys.find(header(call, 'x-bapi-api-key'))
  if (key === undefined) throw refusal('key_unknown')
  call.login = key.login.name
  const timestamp = header(call, 'x-bapi-timestamp')
  const window = header(call, 'x-bapi-recv-window')
  const payload = timestamp + key.key + window + (call.method === 'GET' ? call.queryText : call.bodyText)
  const expected = createHmac('sha256', key.secret).update(payload).digest()
  const sent = Buffer.from(header(call, 'x-bapi-sign'), 'hex')
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw refusal('signature_wrong')
  const [at, ms] = [Number(timestamp), Number(window)]
  const isInTime = context.now() - ms <= at && at < context.now() + 1000
  if (!/^\d{13}$/.test(timestamp) || !/^\d{1,5}$/.test(window) || !isInTime) throw refusal('clock_wrong')
  if (key.addresses.length > 0 && !key.addresses.includes(call.ip)) throw refusal('address_foreign')
  if (key.login.isLocked === true) throw refusal('account_locked')
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
  if (query.get('accountType') !== 'FUND') throw refusal('bad_request')
  const balance = balancesOf(context, key).map(({ asset, available, held }) => ({
    coin: asset.symbol,
    transferBalance: shortAmount(available, asset),
    walletBalance: shortAmount(available + held, asset),
    bonus: '',
  }))
  return { memberId: '533285', accountType: 'FUND', balance }
}

function coinInfo({ context, key, query }: SignedCall): object {
  const wanted = parameter(query, 'coin')
  const isOpen = context.faults.state().networkSuspended === undefined
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

function records({ context, key, query, call }: SignedCall): object {
  const end = Number(parameter(query, 'endTime') ?? context.now())
  const start = Number(parameter(query, 'startTime') ?? end - longestMs)
  const limit = Number(parameter(query, 'limit') ?? mostRows)
  const cursor = parameter(query, 'cursor') ?? '0'
  if (!(end - start <= longestMs) || !(limit >= 1 && limit <= mostRows)) throw refusal('bad_request')
  const id = parameter(query, 'withdrawID')
  const offset = Number(/^after%3A(\d+)$/.exec(encodeURIComponent(cursor))?.[1] ?? 0)
  const found = findWithdrawals(context.exchange.database, {
    ...{ accountId: key.accountId, asset: parameter(query, 'coin') ?? undefined, limit, offset },
    ...(id === null ? { from: start, to: end } : {}),
  })
  const rows = tell(found, call.faults, context.now()).map(rowOnTheWire)
  const nextPageCursor = found.length === 0 ? '' : `after:${offset + found.length}`
  return { rows: rows.filter(({ withdrawId }) => id === null || withdrawId === id), nextPageCursor }
}

/** The address book, in pages. Only its own letter case is accepted for an order. */
function addresses({ context, key, query }: SignedCall): object {
  const limit = Number(parameter(query, 'limit') ?? mostRows)
  if (!(limit >= 1 && limit <= mostRows)) throw refusal('bad_request')
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

function requireSpelling({ savedAddresses }: EmulatorContext, { login }: ApiKey, address: string): void {
  const isSpelled = savedAddresses.of(login.name).some((saved) => saved.verified && saved.address === address)
  if (login.savesAddresses === true && !isSpelled) throw refusal('address_not_saved')
}

function rowOnTheWire(told: Told) {
  const { asset, network } = told
  return {
    coin: asset.symbol,
    chain: wordFor(network),
    amount: shortAmount(told.units, asset),
    txID: told.hash,
    status: statuses[told.status],
    // Within Bybit, the recipient's user id.
    toAddress: told.isInternal ? '24617799' : told.address,
    tag: told.tag,
    withdrawFee: shortAmount(told.fee, asset),
    createTime: String(told.createdAt),
    updateTime: String(told.updatedAt),
    withdrawId: wireId(told.id),
    withdrawType: told.isInternal ? 1 : 0,
  }
}

function withdraw({ context, key, call }: SignedCall): object {
  const body = jsonBody(call)
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
  const reference = text('requestId')
  call.reference = reference
  if (!key.permissions.includes('withdraw')) throw refusal('permission_missing')
  const isPlain = body.forceChain === 1 && body.feeType === 0 && body.accountType === 'FUND'
  if (!isPlain || typeof body.timestamp !== 'number' || !/^[0-9A-Za-z]{1,32}$/.test(reference)) {
    throw refusal('bad_request')
  }
  if (!(Math.abs(body.timestamp - context.now()) <= mostSecondsOff * 1000)) throw refusal('timestamp_wrong')
  const asset = findAsset(text('coin'))
  if (asset === undefined) throw refusal('asset_unknown')
  const network = networkCalled(key, asset, wordFor, text('chain'))
  const [address, tag] = [text('address'), text('tag')]
  requireSaved(context, key, { network, address, tag })
  requireSpelling(context, key, address)
  const { login, accountId } = key
  if (login.asksForRecipient === true) requireRecipient(body)
  const known = { accountId, reference, limit: 1 }
  if (findWithdrawals(context.exchange.database, known).length > 0) throw refusal('reference_taken')
  call.withdrawalId = placeWithdrawal(context.exchange, {
    ...{ emulator: 'bybit', login, accountId, asset, network, address, tag, amount: text('amount'), reference },
    ...{ feeIs: 'on top', label: '', faults: call.faults },
  })
  return { id: wireId(toldId(call.withdrawalId, call.faults)) }
}

/** As the questionnaire is documented for a user in the European Union. */
function requireRecipient({ questionnaire }: Record<string, unknown>): void {
  if (typeof questionnaire !== 'string') throw refusal('recipient_required')
  const { walletType, vaspCode, legalType, firstName, lastName, companyName, transactionPurpose } = JSON.parse(
    questionnaire,
  ) as Record<string, unknown>
  const isListed = institutions.some(({ vaspEntityId }) => vaspEntityId === vaspCode)
  const isNamed = legalType === 'company' ? isText(companyName, 1) : isText(firstName, 1) && isText(lastName, 1)
  const isKnown = (walletType === 0 && isListed) || (walletType === 1 && vaspCode === undefined)
  const isComplete = ['company', 'individual'].includes(String(legalType)) && isText(transactionPurpose, 20)
  if (!isNamed || !isKnown || !isComplete) throw refusal('recipient_incomplete')
}

const isText = (value: unknown, least: number) => typeof value === 'string' && value.length >= least

function wireId(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '').slice(-15)}`).toString()
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
