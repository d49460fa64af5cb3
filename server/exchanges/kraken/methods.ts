// Kraken's withdrawal methods: the routes of its assets, and the addresses that the user has saved for them.

import { memoize } from '../../cache/memoize.ts'
import { Amount } from '../../contract/amount.ts'
import { isSameAddress } from '../../networks/equal-addresses.ts'
import type { Route } from '../exchange.ts'
import { isNative, knownToken } from '../kit/catalogue-tokens.ts'
import { stepOfDecimals } from '../kit/exchange-amounts.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { readableRows } from '../kit/response-parts.ts'
import { entryOf } from '../kit/tables.ts'
import { type ExchangeTools, fingerprintOfKey } from '../kit/tools.ts'
import type { Credentials } from '../sign-in.ts'
import type { WithdrawalTerms } from '../withdrawal.ts'
import { tagOf } from './records.ts'
import { Addresses, Limits, type Method, Methods } from './responses.ts'
import { assetOf, networkKeys, symbolOf, vouchedTokens } from './tables.ts'

const methodsForMs = 60_000

interface KrakenMethods {
  /** The methods of all assets. Throws an ExchangeFailure. */
  list(credentials: Credentials): Promise<Method[]>
  /** Empty for a network or a token that is not in our catalogue. */
  routesOfMethod(method: Method): Route[]
  /** The method for an asset on a network; undefined if Kraken has none. Throws an ExchangeFailure. */
  find(credentials: Credentials, terms: WithdrawalTerms): Promise<Method | undefined>
  /** The name under which the user saved the address; null if it is not saved, or not confirmed yet. Throws an ExchangeFailure. */
  savedKey(credentials: Credentials, terms: WithdrawalTerms): Promise<string | null>
}

export function krakenMethods(tools: ExchangeTools, calls: ExchangeCalls): KrakenMethods {
  const cachedMethods = memoize(tools, methodsForMs, (credentials: Credentials) =>
    calls.read(Methods, { endpoint: 'POST /0/private/WithdrawMethods', credentials }),
  )

  const list = async (credentials: Credentials) =>
    cachedMethods(fingerprintOfKey('kraken', credentials.apiKey ?? ''), credentials)

  function routesOfMethod({ asset, network, minimum, fee, limits }: Method): Route[] {
    const symbol = symbolOf(asset)
    const networkKey = entryOf(networkKeys, network)
    const known = knownToken(tools, networkKey, symbol)
    if (known === undefined || networkKey === undefined || symbolOf(fee.asset) !== symbol) return []
    if (!isNative(known) && networkKey !== 'ethereum' && !vouchedTokens[symbol]?.includes(networkKey)) return []
    const { contract, decimals } = known.token
    const remaining = remainingOf(limits)
    return [
      {
        networkKey,
        contract,
        decimals,
        minimum,
        maximum: remaining === null ? null : Amount.max(Amount.zero, remaining.subtract(fee.fee)),
        step: stepOfDecimals(Math.min(decimals, 8)),
        networkFee: fee.fee,
        exchangeFee: Amount.zero,
        enabled: true,
        estimatedSeconds: 300,
      },
    ]
  }

  async function find(credentials: Credentials, { symbol, networkKey }: WithdrawalTerms): Promise<Method | undefined> {
    const methods = await list(credentials)
    return methods.find(({ asset, network }) => symbolOf(asset) === symbol && networkKeys[network] === networkKey)
  }

  async function savedKey(credentials: Credentials, terms: WithdrawalTerms): Promise<string | null> {
    const required = await find(credentials, terms)
    const params = { asset: assetOf(terms.symbol) }
    const saved = await calls.read(Addresses, { endpoint: 'POST /0/private/WithdrawAddresses', params, credentials })
    const found = saved.find(
      ({ address, tag, memo, method, verified, asset }) =>
        verified &&
        symbolOf(asset) === terms.symbol &&
        method === required?.method &&
        isSameAddress(address, terms.address) &&
        tagOf({ tag, memo }) === terms.addressTag,
    )
    return found?.key ?? null
  }

  return { list, routesOfMethod, find, savedKey }
}

/** The lowest remaining limit in this asset; null if none is stated. */
function remainingOf(limits: unknown): Amount | null {
  const rows = readableRows(Limits.element).safeParse(limits).data ?? []
  const remaining = rows.flatMap((row) => Object.values(row.limits).map((limit) => limit.remaining))
  return remaining.reduce<Amount | null>((least, next) => (least === null ? next : Amount.min(least, next)), null)
}
