// The routes of Bitget's assets, from its public list of coins and chains.

import * as z from 'zod'
import { memoize } from '../../cache/memoize.ts'
import { Amount } from '../../contract/amount.ts'
import type { Route } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import { isStatedContract, knownToken } from '../kit/catalogue-tokens.ts'
import { isOfSteps, stepOfDecimals } from '../kit/exchange-amounts.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import type { NamedRoute } from '../kit/named-route.ts'
import { AmountText, AnyText, inData, readableRows, ShortText } from '../kit/response-parts.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import type { WithdrawalTerms } from '../withdrawal.ts'
import { bitgetNetworkKey } from './tables.ts'

const YesOrNo = z.literal(['true', 'false', true, false]).transform((word) => String(word) === 'true')
const Chain = z.object({
  chain: ShortText,
  withdrawable: YesOrNo,
  needTag: YesOrNo.nullish(),
  withdrawFee: AmountText,
  extraWithdrawFee: AmountText.nullish(),
  minWithdrawAmount: AmountText,
  contractAddress: AnyText.nullish(),
  withdrawStep: AmountText.nullish(),
  withdrawMinScale: z.string().regex(/^\d{1,2}$/),
})
type Chain = z.infer<typeof Chain>
const Coins = inData(readableRows(z.object({ coin: ShortText, chains: readableRows(Chain).nullish() })))

const coinsForMs = 60_000
const allUsers = ''

interface BitgetRoutes {
  /** The routes of each asset, by its symbol. Throws an ExchangeFailure. */
  routesOfAll(): Promise<(symbol: string) => Route[]>
  /** Throws an ExchangeFailure unless there is exactly one. */
  findRoute(terms: WithdrawalTerms): Promise<NamedRoute>
}

export function bitgetRoutes(tools: ExchangeTools, calls: ExchangeCalls): BitgetRoutes {
  const recentCoins = memoize(tools, coinsForMs, async (_: typeof allUsers) => {
    const listed = await calls.readPublic(Coins, '/api/v2/spot/public/coins')
    return new Map(listed.map(({ coin, chains }) => [coin.toUpperCase(), chains ?? []]))
  })

  const coins = () => recentCoins(allUsers, allUsers)

  function bitgetRoute(symbol: string, row: Chain): Route[] {
    const networkKey = bitgetNetworkKey(row.chain)
    const known = knownToken(tools, networkKey, symbol)
    if (known === undefined || !isStatedContract(known, row.contractAddress ?? '')) return []
    // A fee that depends on the amount is not supported.
    if (row.extraWithdrawFee?.isZero === false) return []
    const step = stepOf(row, known.token.decimals)
    if (!isOfSteps(row.withdrawFee, step)) return []
    return [
      {
        networkKey,
        contract: known.token.contract,
        decimals: known.token.decimals,
        minimum: row.minWithdrawAmount,
        maximum: null,
        step,
        networkFee: row.withdrawFee,
        exchangeFee: Amount.zero,
        enabled: row.withdrawable,
        tagRequired: row.needTag === true,
        estimatedSeconds: 300,
      },
    ]
  }

  async function findRoute({ symbol, networkKey }: WithdrawalTerms): Promise<NamedRoute> {
    const rows = (await coins()).get(symbol) ?? []
    const found = rows.flatMap((row) => bitgetRoute(symbol, row).map((route) => ({ chain: row.chain, route })))
    const [named, another] = found.filter(({ route }) => route.networkKey === networkKey)
    if (named === undefined || another !== undefined) throw new ExchangeFailure('rejected', 'network_unsupported')
    return named
  }

  return {
    findRoute,
    async routesOfAll() {
      const listed = await coins()
      return (symbol) => (listed.get(symbol) ?? []).flatMap((row) => bitgetRoute(symbol, row))
    },
  }
}

/** The step of ordered amounts. A zero means that Bitget sets none. */
function stepOf({ withdrawStep, withdrawMinScale }: Chain, decimals: number): Amount {
  const smallest = stepOfDecimals(Math.min(decimals, Number(withdrawMinScale)))
  return withdrawStep?.isPositive === true ? Amount.max(withdrawStep, smallest) : smallest
}
