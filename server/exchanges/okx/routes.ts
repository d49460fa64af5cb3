// The routes of OKX's assets. OKX lists the chains of a currency with their limits and fees.

import * as z from 'zod'
import { Amount } from '../../contract/amount.ts'
import type { Route } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import { isStatedContract, knownToken } from '../kit/catalogue-tokens.ts'
import { stepOfDecimals } from '../kit/exchange-amounts.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import type { NamedRoute } from '../kit/named-route.ts'
import { AmountText, AnyText, inData, NoShare, readableRows, ShortText } from '../kit/response-parts.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import type { Credentials } from '../sign-in.ts'
import { okxNetworkKey } from './tables.ts'

const Chain = z.object({
  ccy: ShortText,
  name: AnyText,
  chain: ShortText,
  ctAddr: AnyText.nullish(),
  canWd: z.boolean(),
  minWd: AmountText,
  maxWd: AmountText,
  fee: AmountText.nullish(),
  // Older responses state the fee here.
  minFee: AmountText.nullish().catch(null),
  wdTickSz: z.string().regex(/^\d{1,2}$/),
  // For some coins a percentage of the amount is burned, so the amount that arrives is unknown. Such rows are dropped.
  burningFeeRate: NoShare.nullish(),
  needTag: z.boolean().nullish(),
})
export type Chain = z.infer<typeof Chain>
const Chains = inData(readableRows(Chain))

interface OkxRoutes {
  /** The chains of all coins. Throws an ExchangeFailure. */
  listChains(credentials: Credentials): Promise<Chain[]>
  /** Empty for a chain or a token that is not in our catalogue. */
  routeOf(chain: Chain): Route[]
  /** Throws an ExchangeFailure unless there is exactly one route. */
  findRoute(credentials: Credentials, symbol: string, networkKey: string): Promise<NamedRoute>
}

export function okxRoutes(tools: ExchangeTools, calls: ExchangeCalls): OkxRoutes {
  const chainsOf = (credentials: Credentials, params: Record<string, string> = {}) =>
    calls.read(Chains, { endpoint: 'GET /api/v5/asset/currencies', params, credentials })

  function okxRoute(row: Chain): Route[] {
    const networkKey = okxNetworkKey(row)
    const known = knownToken(tools, networkKey, row.ccy)
    const networkFee = row.fee ?? row.minFee
    if (known === undefined || !networkFee || !isStatedContract(known, row.ctAddr ?? '')) return []
    return [
      {
        networkKey,
        contract: known.token.contract,
        decimals: known.token.decimals,
        minimum: row.minWd,
        maximum: row.maxWd,
        step: stepOfDecimals(Math.min(known.token.decimals, Number(row.wdTickSz))),
        networkFee,
        exchangeFee: Amount.zero,
        enabled: row.canWd,
        tagRequired: row.needTag === true,
        estimatedSeconds: 300,
      },
    ]
  }

  async function findRoute(credentials: Credentials, symbol: string, networkKey: string): Promise<NamedRoute> {
    const chains = await chainsOf(credentials, { ccy: symbol })
    const found = chains
      .filter((row) => row.ccy === symbol)
      .flatMap((row) => okxRoute(row).map((route) => ({ route, chain: row.chain })))
      .filter(({ route }) => route.networkKey === networkKey)
    const [named] = found
    if (named === undefined || found.length > 1) throw new ExchangeFailure('rejected', 'network_unsupported')
    return named
  }

  return { listChains: (credentials) => chainsOf(credentials), routeOf: okxRoute, findRoute }
}
