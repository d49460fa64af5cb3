// By which chains the coins of a Bybit account can leave, and within which limits.

import * as z from 'zod'
import { Amount } from '../contract/amount.ts'
import { networkKeys } from './bybit-tables.ts'
import { type Credentials, ExchangeFailure, type Route } from './exchange.ts'
import { AmountText, AnyText, NoShare, readableRows, ShortText } from './kit/answer-parts.ts'
import { isStatedContract, knownToken } from './kit/catalogue-tokens.ts'
import { stepOfDecimals } from './kit/exchange-amounts.ts'
import type { ExchangeCalls } from './kit/exchange-calls.ts'
import type { ExchangeTools } from './kit/tools.ts'

/** Null for `-1`, for an empty text and for a missing field: no limit is known. */
const Limit = z
  .union([z.literal(['', '-1']).transform(() => null), AmountText])
  .nullish()
  .transform((limit) => limit ?? null)
const Chain = z.object({
  chain: ShortText,
  // Empty where nothing can leave: such a row is left out, and is never one without a fee.
  withdrawFee: AmountText,
  // Without limits the route stays: Bybit refuses an amount below or above them before it sends.
  withdrawMin: Limit,
  // Per transaction. `remainAmount` of the coin is deprecated.
  withdrawMax: Limit,
  minAccuracy: z.string().regex(/^\d{1,2}$/),
  chainWithdraw: z.string(),
  // Of some coins it takes a share, which depends on the amount.
  withdrawPercentageFee: NoShare.nullish(),
  // Some rows of native coins have none.
  contractAddress: AnyText.nullish(),
})
type Chain = z.infer<typeof Chain>
const Coin = z.object({ name: AnyText, coin: ShortText, chains: readableRows(Chain) })
export type Coin = z.infer<typeof Coin>
const Coins = z.object({ result: z.object({ rows: readableRows(Coin) }) })

/** A route with Bybit's name of its chain. */
export interface Way {
  route: Route
  chain: string
}

export interface BybitCoins {
  all(credentials: Credentials): Promise<Coin[]>
  routesOf(coin: Coin): Route[]
  /** Throws an ExchangeFailure, with `network_unsupported` where there is no route. */
  wayOf(credentials: Credentials, symbol: string, networkKey: string): Promise<Way>
}

export function bybitCoins(tools: ExchangeTools, calls: ExchangeCalls): BybitCoins {
  const coinsOf = async (credentials: Credentials, params: Record<string, string>) =>
    (await calls.read(Coins, { endpoint: 'GET /v5/asset/coin/query-info', params, credentials })).result.rows

  function waysOf(coin: Coin): Way[] {
    return coin.chains.flatMap((row) => {
      const route = routeOf(tools, coin, row)
      return route === null ? [] : [{ route, chain: row.chain }]
    })
  }

  return {
    all: (credentials) => coinsOf(credentials, {}),
    routesOf: (coin) => waysOf(coin).map(({ route }) => route),
    async wayOf(credentials, symbol, networkKey) {
      const coin = (await coinsOf(credentials, { coin: symbol })).find((entry) => entry.coin === symbol)
      const ways = coin === undefined ? [] : waysOf(coin)
      const way = ways.find(({ route }) => route.networkKey === networkKey)
      if (way === undefined) throw new ExchangeFailure('rejected', 'network_unsupported')
      return way
    },
  }
}

/** Null for a chain or a token that is not in our catalogue. */
function routeOf(tools: ExchangeTools, { coin }: Coin, row: Chain): Route | null {
  const networkKey = Object.hasOwn(networkKeys, row.chain) ? networkKeys[row.chain] : undefined
  const known = knownToken(tools, networkKey, coin)
  if (known === undefined || networkKey === undefined) return null
  if (!isStatedContract(known, row.contractAddress ?? '')) return null
  return {
    networkKey,
    contract: known.token.contract,
    decimals: known.token.decimals,
    minimum: row.withdrawMin ?? Amount.zero,
    maximum: row.withdrawMax,
    step: stepOfDecimals(Math.min(known.token.decimals, Number(row.minAccuracy))),
    networkFee: row.withdrawFee,
    exchangeFee: Amount.zero,
    enabled: row.chainWithdraw === '1',
    estimatedSeconds: 300,
  }
}
