// KuCoin's wire format: a signed head with a signed passphrase, a time that may be five seconds off, pages of withdrawals that
// tell the remark they were ordered with, and a fee that is charged on top when it is asked to be.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Asset, AssetNetwork } from '../../asset.ts'
import { assets, findAsset, networksFor, prices } from '../../assets.ts'
import type { ExchangeError } from '../../exchange-error.ts'
import { type Answer, json } from '../../http.ts'
import { paddedAmount, placesOf, shortAmount } from '../amounts.ts'
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
  ethereum: 'eth',
  arbitrum: 'arbitrum',
  optimism: 'optimism',
  base: 'base',
  polygon: 'matic',
  bsc: 'bsc',
  avalanche: 'avaxc',
  solana: 'sol',
  bitcoin: 'btc',
  tron: 'trx',
  litecoin: 'ltc',
  dogecoin: 'doge',
  stellar: 'xlm',
  xrp: 'xrp',
  ton: 'ton',
}
const states: Record<Told['status'], string> = {
  pending: 'PROCESSING',
  sent: 'WALLET_PROCESSING',
  completed: 'SUCCESS',
  failed: 'FAILURE',
  canceled: 'FAILURE',
  odd: 'ELSEWHERE',
}
const refusals: Record<string, [status: number, code: string, sentence: string]> = {
  busy: [503, '503000', 'Service unavailable.'],
  maintenance: [503, '503000', 'Service unavailable.'],
  rate_limited: [429, '429000', 'Too many requests.'],
  banned: [403, '403000', 'Go away.'],
  nonce_wrong: [400, '400002', 'KC-API-TIMESTAMP Invalid'],
  clock_wrong: [400, '400002', 'KC-API-TIMESTAMP Invalid'],
  key_unknown: [401, '400003', 'KC-API-KEY not exists'],
  passphrase_wrong: [401, '400004', 'Invalid KC-API-PASSPHRASE'],
  signature_wrong: [401, '400005', 'Invalid KC-API-SIGN'],
  address_foreign: [401, '400006', 'The requested ip address is not in the api whitelist'],
  permission_missing: [403, '400007', 'Access denied, require more permission.'],
  account_locked: [200, '411100', 'User are frozen'],
  withdrawals_locked: [200, '260210', 'withdraw.disabled'],
  network_unsupported: [200, '260210', 'withdraw.disabled'],
  withdrawal_hold: [200, '260210', 'withdraw.disabled'],
  asset_unknown: [200, '400100', 'currency not exists'],
  bad_request: [400, '400100', 'Parameter Error'],
  address_not_saved: [200, '260325', 'Already set withdraw whitelist, this address is not favorite address'],
  address_invalid: [200, '400100', 'address invalid'],
  too_many_decimals: [200, '400100', 'amount precision'],
  below_minimum: [200, '400100', 'The withdrawal amount is below the minimum requirement.'],
  above_maximum: [200, '400100', 'amount over the limit'],
  insufficient_funds: [200, '400100', 'account.available.amount'],
  verification_required: [200, '400303', 'We kindly request you complete the identity verification process.'],
  internal_error: [500, '500000', 'Internal Server Error'],
  not_found: [404, '404000', 'Url Not Found'],
  unknown_code: [200, '999999', 'See our notice.'],
}
const windowMs = 5_000
const mostRows = 500

const open: Record<string, (context: EmulatorContext) => Answer> = {
  '/api/v3/currencies': (context) => data(assets.map((asset) => currency(context, asset))),
  '/api/v1/prices': () => data(prices),
  '/api/v1/status': ({ faults }) =>
    data({ status: faults.state().maintenance === undefined ? 'open' : 'close', msg: '' }),
}
const signed: Record<string, (asked: SignedCall) => Answer> = {
  'GET /api/v1/user/api-key': keyInfo,
  'GET /api/v1/accounts': accounts,
  'GET /api/v1/withdrawals/quotas': quotas,
  'GET /api/v1/withdrawals': history,
  'POST /api/v3/withdrawals': withdraw,
}
const oneOf = /^\/api\/v1\/withdrawals\/([0-9a-f]+[0-9a-z]*)$/

const createKuCoin = (context: EmulatorContext): Emulator => ({
  takesCodes: false,
  kindOf({ path, method }) {
    if (path === '/api/v3/withdrawals' && method === 'POST') return 'withdraw'
    return path === '/api/v1/withdrawals' || oneOf.test(path) ? 'list' : 'read'
  },
  respond(call) {
    const told = open[call.path]
    if (told !== undefined && call.method === 'GET') return told(context)
    const id = call.method === 'GET' ? oneOf.exec(call.path)?.[1] : undefined
    const answer = signed[`${call.method} ${call.path}`] ?? (id === undefined ? undefined : byId(id))
    if (answer === undefined) throw refusal('not_found')
    const key = authenticate(context, call)
    return answerInTime(context, key, () => answer({ context, call, key, query: new URLSearchParams(call.queryText) }))
  },
  refuse({ code }: ExchangeError) {
    const [status, number, msg] = refusals[code] ?? [200, '400100', `Refused: ${code}.`]
    return json({ code: number, msg }, status)
  },
  kept: ({ queryText, bodyText }) => ({ query: queryText, body: bodyText }),
})

function data(value: unknown): Answer {
  return json({ code: '200000', data: value })
}

function authenticate(context: EmulatorContext, call: EmulatorCall): ApiKey {
  const key = context.keys.find(header(call, 'kc-api-key'))
  const isAustralian = header(call, 'x-site-type') === 'australia'
  if (key === undefined || isAustralian !== (context.site === 'au')) throw refusal('key_unknown')
  call.login = key.login.name
  const timestamp = header(call, 'kc-api-timestamp')
  if (!/^\d{13}$/.test(timestamp) || !(Math.abs(context.now() - Number(timestamp)) <= windowMs)) {
    throw refusal('clock_wrong')
  }
  // KuCoin documents no code for a wrong version, only that it has to be the key's.
  if (header(call, 'kc-api-key-version') !== key.version) throw refusal('passphrase_wrong')
  if (!isSigned(key.passphrase, key, header(call, 'kc-api-passphrase'))) throw refusal('passphrase_wrong')
  const path = call.queryText === '' ? call.path : `${call.path}?${decodeURIComponent(call.queryText)}`
  const payload = timestamp + call.method + path + call.bodyText
  if (!isSigned(payload, key, header(call, 'kc-api-sign'))) throw refusal('signature_wrong')
  if (key.addresses.length > 0 && !key.addresses.includes(call.ip)) throw refusal('address_foreign')
  if (key.login.isLocked === true) throw refusal('account_locked')
  return key
}

function isSigned(text: string, { secret }: ApiKey, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(text).digest()
  const sent = Buffer.from(signature, 'base64')
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

function keyInfo({ key, context }: SignedCall): Answer {
  return data({
    remark: 'link',
    apiKey: key.key,
    apiVersion: Number(key.version),
    permission: key.permissions.includes('withdraw') ? 'General,Spot,Transfer' : 'General,Spot,InnerTransfer',
    ipWhitelist: key.addresses.join(','),
    createdAt: context.now(),
    uid: 165_111_000 + key.login.name.length,
    isMaster: !key.isSubAccount,
  })
}

function accounts({ context, key }: SignedCall): Answer {
  const main = balancesOf(context, key).map(({ asset, available, held }) => ({
    id: `main${asset.symbol}`,
    currency: asset.symbol,
    type: 'main',
    balance: paddedAmount(available + held, asset),
    available: paddedAmount(available, asset),
    holds: paddedAmount(held, asset),
  }))
  const trading = { id: 'trade1', currency: 'USDC', type: 'trade', balance: '7.5', available: '7', holds: '0.5' }
  return data([trading, ...main])
}

function currency(context: EmulatorContext, asset: Asset) {
  return {
    currency: asset.symbol,
    name: asset.symbol,
    fullName: asset.name,
    precision: 8,
    confirms: null,
    contractAddress: null,
    isMarginEnabled: true,
    isDebitEnabled: true,
    chains: networksFor(asset, null).map((network) => chainOnTheWire(context, asset, network)),
  }
}

function chainOnTheWire({ faults }: EmulatorContext, asset: Asset, network: AssetNetwork) {
  return {
    chainName: network.network.toUpperCase(),
    withdrawalMinSize: network.minimum,
    depositMinSize: null,
    withdrawFeeRate: '0',
    withdrawalMinFee: shortAmount(feeOf(asset, network), asset),
    isWithdrawEnabled: faults.state().networkSuspended === undefined,
    isDepositEnabled: true,
    confirms: 3,
    preConfirms: 3,
    contractAddress: network.contract.startsWith('0x') ? network.contract.toLowerCase() : network.contract,
    withdrawPrecision: placesOf(asset),
    maxWithdraw: network.maximum,
    maxDeposit: null,
    needTag: false,
    chainId: chainId(network.network),
  }
}

function chainId(network: string): string {
  return words[network] ?? network
}

function quotas({ context, key, query }: SignedCall): Answer {
  const asset = findAsset(parameter(query, 'currency') ?? '')
  if (asset === undefined) throw refusal('asset_unknown')
  const name = networkCalled(key, asset, chainId, parameter(query, 'chain') ?? '')
  const network = networksFor(asset, key.accountId).find((each) => each.network === name) as AssetNetwork
  const { available } = context.exchange.ledger.balance(key.accountId, asset.symbol)
  return data({
    currency: asset.symbol,
    limitBTCAmount: '15.79590095',
    usedBTCAmount: '0.00000000',
    quotaCurrency: 'USDT',
    limitQuotaCurrencyAmount: '999999.00000000',
    usedQuotaCurrencyAmount: '0',
    remainAmount: '15000',
    availableAmount: paddedAmount(available, asset),
    withdrawMinFee: shortAmount(feeOf(asset, network), asset),
    innerWithdrawMinFee: '0',
    withdrawMinSize: network.minimum,
    isWithdrawEnabled: true,
    precision: placesOf(asset),
    chain: name.toUpperCase(),
    reason: null,
    lockedAmount: '0',
  })
}

function history({ context, key, query, call }: SignedCall): Answer {
  const pageSize = Math.min(Math.max(10, Number(parameter(query, 'pageSize') ?? 50)), mostRows)
  const currentPage = Number(parameter(query, 'currentPage') ?? 1)
  const startAt = parameter(query, 'startAt')
  const asset = parameter(query, 'currency')
  if (asset === null) throw refusal('bad_request')
  const from = startAt === null ? undefined : Number(startAt)
  const found = findWithdrawals(context.exchange.database, { accountId: key.accountId, asset, from, limit: 10_000 })
  const listed = tell(found, call.faults, context.now())
  const items = listed.slice((currentPage - 1) * pageSize, currentPage * pageSize).map((told) => {
    const { chainId: chain, ...row } = rowOnTheWire(told)
    return { ...row, chain, arrears: false }
  })
  const totalPage = Math.ceil(listed.length / pageSize)
  return data({ currentPage, pageSize, totalNum: listed.length, totalPage, items })
}

function byId(id: string): (asked: SignedCall) => Answer {
  return ({ context, key, call }) => {
    const told = tell(
      findWithdrawals(context.exchange.database, { accountId: key.accountId }),
      call.faults,
      context.now(),
    )
    const found = told.find((each) => wireId(each.id) === id)
    return data(found === undefined ? null : { ...rowOnTheWire(found), uid: 165_111_215, ...returnOf(found, call) })
  }
}

function rowOnTheWire(told: Told) {
  const { asset, network } = told
  return {
    id: wireId(told.id),
    currency: asset.symbol,
    chainId: chainId(network),
    status: states[told.status],
    address: told.address,
    memo: told.tag,
    isInner: told.isInternal,
    amount: paddedAmount(told.units, asset),
    fee: paddedAmount(told.fee, asset),
    walletTxId: told.hash === '' ? null : told.hash,
    createdAt: told.createdAt,
    updatedAt: told.updatedAt,
    remark: told.reference,
  }
}

function returnOf({ status, units, asset }: Told, { faults }: EmulatorCall) {
  if (status !== 'failed') return { returnStatus: 'NOT_RETURN', returnAmount: null, returnCurrency: 'KCS' }
  const returnCurrency = asset.symbol
  if (faults.returning) return { returnStatus: 'PROCESSING', returnAmount: null, returnCurrency }
  return { returnStatus: 'SUCCESS', returnAmount: paddedAmount(units, asset), returnCurrency }
}

function withdraw({ context, key, call }: SignedCall): Answer {
  const body = jsonBody(call)
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
  const reference = text('remark')
  call.reference = reference
  if (!key.permissions.includes('withdraw')) throw refusal('permission_missing')
  if (key.login.asksForRecipient === true) throw refusal('recipient_required')
  if (text('withdrawType') !== 'ADDRESS' || text('feeDeductType') !== 'EXTERNAL' || body.isInner !== false) {
    throw refusal('bad_request')
  }
  const asset = findAsset(text('currency'))
  if (asset === undefined) throw refusal('asset_unknown')
  const network = networkCalled(key, asset, chainId, text('chain'))
  const address = text('toAddress')
  const tag = text('memo')
  requireSaved(context, key, { network, address, tag })
  const { login, accountId } = key
  call.withdrawalId = placeWithdrawal(context.exchange, {
    ...{ emulator: 'kuCoin', login, accountId, asset, network, address, tag, amount: text('amount'), reference },
    ...{ feeIs: 'on top', label: '', faults: call.faults },
  })
  return data({ withdrawalId: wireId(toldId(call.withdrawalId, call.faults)) })
}

/** Twenty-four of its digits. */
function wireId(id: string): string {
  return id.replaceAll('-', '').slice(-24)
}

export const kuCoin: EmulatorDefinition = {
  name: 'kuCoin',
  title: 'KuCoin',
  keys: {
    pair: (bytes) => ({
      key: bytes('key').toString('hex').slice(0, 24),
      secret: bytes('secret').toString('hex').slice(0, 36),
    }),
    hasPassphrase: true,
    sites: ['global', 'eu', 'au'],
  },
  limit: { keyHeader: 'kc-api-key', most: 2000, perSecond: 2000 / 30, costs: { withdraw: 5, list: 20, read: 20 } },
  create: createKuCoin,
}
