// The routes of Bybit's coins, with their limits.

import * as z from 'zod'
import { Amount } from '../../contract/amount.ts'
import type { Route } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import { isStatedContract, knownToken } from '../kit/catalogue-tokens.ts'
import { stepOfDecimals } from '../kit/exchange-amounts.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import type { NamedRoute } from '../kit/named-route.ts'
import { AmountText, AnyText, NoShare, readableRows, ShortText } from '../kit/response-parts.ts'
import { entryOf } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import type { Credentials } from '../sign-in.ts'
import { networkKeys } from './tables.ts'

/** Null for `-1`, an empty text or a missing field: the limit is unknown. */
const Limit = z
  .union([z.literal(['', '-1']).transform(() => null), AmountText])
  .nullish()
  .transform((limit) => limit ?? null)
const Chain = z.object({
  chain: ShortText,
  // Empty if withdrawals are not possible. Such a row is dropped and never treated as free of charge.
  withdrawFee: AmountText,
  // A route without limits is offered: Bybit refuses an amount outside its limits before it sends.
  withdrawMin: Limit,
  // Per transaction. `remainAmount` of the coin is deprecated.
  withdrawMax: Limit,
  minAccuracy: z.string().regex(/^\d{1,2}$/),
  chainWithdraw: z.string(),
  // The fee of some coins depends on the amount. Such rows are dropped.
  withdrawPercentageFee: NoShare.nullish(),
  // Missing for some native coins.
  contractAddress: AnyText.nullish(),
})
type Chain = z.infer<typeof Chain>
const Coin = z.object({ name: AnyText, coin: ShortText, chains: readableRows(Chain) })
export type Coin = z.infer<typeof Coin>
const Coins = z.object({ result: z.object({ rows: readableRows(Coin) }) })

interface BybitCoins {
  all(credentials: Credentials): Promise<Coin[]>
  routesOf(coin: Coin): Route[]
  /** Throws an ExchangeFailure, with `network_unsupported` where there is no route. */
  findRoute(credentials: Credentials, symbol: string, networkKey: string): Promise<NamedRoute>
}

export function bybitCoins(tools: ExchangeTools, calls: ExchangeCalls): BybitCoins {
  const coinsOf = async (credentials: Credentials, params: Record<string, string>) =>
    (await calls.read(Coins, { endpoint: 'GET /v5/asset/coin/query-info', params, credentials })).result.rows

  function namedRoutes(coin: Coin): NamedRoute[] {
    return coin.chains.flatMap((row) => {
      const route = bybitRoute(tools, coin, row)
      return route === null ? [] : [{ route, chain: row.chain }]
    })
  }

  return {
    all: (credentials) => coinsOf(credentials, {}),
    routesOf: (coin) => namedRoutes(coin).map(({ route }) => route),
    async findRoute(credentials, symbol, networkKey) {
      const coin = (await coinsOf(credentials, { coin: symbol })).find((entry) => entry.coin === symbol)
      const found = coin === undefined ? [] : namedRoutes(coin)
      const named = found.find(({ route }) => route.networkKey === networkKey)
      if (named === undefined) throw new ExchangeFailure('rejected', 'network_unsupported')
      return named
    },
  }
}

/** Null for a chain or a token that is not in our catalogue. */
function bybitRoute(tools: ExchangeTools, { coin }: Coin, row: Chain): Route | null {
  const networkKey = entryOf(networkKeys, row.chain)
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
