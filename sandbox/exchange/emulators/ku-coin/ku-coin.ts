// The KuCoin emulator: a signed header with a signed passphrase, and a time that may differ by five seconds.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Asset, AssetNetwork } from '../../asset.ts'
import { assets, findAsset, networksFor, prices } from '../../assets.ts'
import type { ExchangeError } from '../../exchange-error.ts'
import { json, type RouteResponse } from '../../http.ts'
import { paddedAmount, placesOf, shortAmount } from '../amounts.ts'
import type { ApiKey } from '../api-keys.ts'
import { type Emulator, type EmulatorCall, parameter } from '../emulator.ts'
import type { EmulatorContext, EmulatorDefinition } from '../emulator-context.ts'
import { feeOf } from '../place-withdrawal.ts'
import { balancesOf, codeError, header, networkCalled, respondInTime, type SignedCall } from '../signed-calls.ts'
import { data } from './data.ts'
import { errorResponses } from './errors.ts'
import { chainId } from './networks.ts'
import { byId, history, withdraw } from './withdrawals.ts'

const windowMs = 5_000

const open: Record<string, (context: EmulatorContext) => RouteResponse> = {
  '/api/v3/currencies': (context) => data(assets.map((asset) => currency(context, asset))),
  '/api/v1/prices': () => data(prices),
  '/api/v1/status': ({ faults }) =>
    data({ status: faults.state().maintenance === undefined ? 'open' : 'close', msg: '' }),
}
const signed: Record<string, (signedCall: SignedCall) => RouteResponse> = {
  'GET /api/v1/user/api-key': keyInfo,
  'GET /api/v1/accounts': accounts,
  'GET /api/v1/withdrawals/quotas': quotas,
  'GET /api/v1/withdrawals': history,
  'POST /api/v3/withdrawals': withdraw,
}
const oneOf = /^\/api\/v1\/withdrawals\/([0-9a-f]+[0-9a-z]*)$/

const createKuCoin = (context: EmulatorContext): Emulator => ({
  acceptsCodes: false,
  kindOf({ path, method }) {
    if (path === '/api/v3/withdrawals' && method === 'POST') return 'withdraw'
    return path === '/api/v1/withdrawals' || oneOf.test(path) ? 'list' : 'read'
  },
  respond(call) {
    const publicCall = open[call.path]
    if (publicCall !== undefined && call.method === 'GET') return publicCall(context)
    const id = call.method === 'GET' ? oneOf.exec(call.path)?.[1] : undefined
    const respond = signed[`${call.method} ${call.path}`] ?? (id === undefined ? undefined : byId(id))
    if (respond === undefined) throw codeError('not_found')
    const key = authenticate(context, call)
    return respondInTime(context, key, () =>
      respond({ context, call, key, query: new URLSearchParams(call.queryText) }),
    )
  },
  refuse({ code }: ExchangeError) {
    const [status, number, msg] = errorResponses[code] ?? [200, '400100', `Refused: ${code}.`]
    return json({ code: number, msg }, status)
  },
  recorded: ({ queryText, bodyText }) => ({ query: queryText, body: bodyText }),
})

function authenticate(context: EmulatorContext, call: EmulatorCall): ApiKey {
  const key = context.keys.find(header(call, 'kc-api-key'))
  const isAustralian = header(call, 'x-site-type') === 'australia'
  if (key === undefined || isAustralian !== (context.site === 'au')) throw codeError('key_unknown')
  call.login = key.login.name
  const timestamp = header(call, 'kc-api-timestamp')
  if (!/^\d{13}$/.test(timestamp) || !(Math.abs(context.now() - Number(timestamp)) <= windowMs)) {
    throw codeError('clock_wrong')
  }
  // KuCoin requires the version of the key, and documents no code for a wrong one.
  if (header(call, 'kc-api-key-version') !== key.version) throw codeError('passphrase_wrong')
  if (!isSigned(key.passphrase, key, header(call, 'kc-api-passphrase'))) throw codeError('passphrase_wrong')
  const path = call.queryText === '' ? call.path : `${call.path}?${decodeURIComponent(call.queryText)}`
  const payload = timestamp + call.method + path + call.bodyText
  if (!isSigned(payload, key, header(call, 'kc-api-sign'))) throw codeError('signature_wrong')
  if (key.addresses.length > 0 && !key.addresses.includes(call.ip)) throw codeError('address_foreign')
  if (key.login.isLocked === true) throw codeError('account_locked')
  return key
}

function isSigned(text: string, { secret }: ApiKey, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(text).digest()
  const sent = Buffer.from(signature, 'base64')
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

function keyInfo({ key, context }: SignedCall): RouteResponse {
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

function accounts({ context, key }: SignedCall): RouteResponse {
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

function quotas({ context, key, query }: SignedCall): RouteResponse {
  const asset = findAsset(parameter(query, 'currency') ?? '')
  if (asset === undefined) throw codeError('asset_unknown')
  const name = networkCalled(key, asset, { wordFor: chainId, word: parameter(query, 'chain') ?? '' })
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
