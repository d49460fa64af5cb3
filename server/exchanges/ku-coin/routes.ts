// The routes of KuCoin's currencies, and what a withdrawal costs now.

import * as z from 'zod'
import { memoize } from '../../cache/memoize.ts'
import { Amount } from '../../contract/amount.ts'
import type { Route } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import { isStatedContract, knownToken } from '../kit/catalogue-tokens.ts'
import { stepOfDecimals } from '../kit/exchange-amounts.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AmountText, AnyText, inData, readableRows, ShortText } from '../kit/response-parts.ts'
import { siteOf } from '../kit/sites.ts'
import { entryOf, wordOf } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import type { Credentials } from '../sign-in.ts'
import { networkKeys, sites } from './tables.ts'

const Places = z.string().regex(/^\d{1,2}$/)
const Chain = z.object({
  chainId: ShortText,
  withdrawalMinSize: AmountText,
  withdrawalMinFee: AmountText,
  withdrawFeeRate: AmountText.nullish(),
  isWithdrawEnabled: z.boolean(),
  contractAddress: AnyText.nullish(),
  withdrawPrecision: Places.nullish(),
  maxWithdraw: AmountText.nullish(),
  needTag: z.boolean().nullish(),
})
type Chain = z.infer<typeof Chain>
const Currency = z.object({
  currency: ShortText,
  fullName: AnyText.nullish(),
  precision: Places,
  chains: readableRows(Chain).nullish(),
})
export type Currency = z.infer<typeof Currency>
const Currencies = inData(readableRows(Currency))
const Quota = inData(
  z.object({
    currency: ShortText,
    remainAmount: AmountText,
    withdrawMinFee: AmountText,
    isWithdrawEnabled: z.boolean(),
  }),
)

const currenciesForMs = 60_000

/** `chain` is KuCoin's name of it. */
interface ChainQuota {
  chain: string
  fee: Amount
  remaining: Amount
}

interface KuCoinRoutes {
  /** By symbol. Throws an ExchangeFailure. */
  currenciesOf(credentials: Credentials): Promise<Map<string, Currency>>
  routesOf(currency: Currency): Route[]
  /** The current fee of a withdrawal, and today's remaining limit. Throws an ExchangeFailure. */
  quotaOf(credentials: Credentials, symbol: string, networkKey: string): Promise<ChainQuota>
}

export function kuCoinRoutes(tools: ExchangeTools, calls: ExchangeCalls): KuCoinRoutes {
  const listCurrencies = memoize(tools, currenciesForMs, async (credentials: Credentials) => {
    const listed = await calls.readPublicOf(Currencies, '/api/v3/currencies', credentials)
    return new Map(listed.map((entry) => [entry.currency, entry]))
  })
  const currenciesOf = async (credentials: Credentials) => listCurrencies(siteOf(sites, credentials).value, credentials)

  function kuCoinRoute({ currency: symbol, precision }: Currency, row: Chain): Route[] {
    const networkKey = entryOf(networkKeys, row.chainId)
    const known = knownToken(tools, networkKey, symbol)
    if (known === undefined || networkKey === undefined || !isStatedContract(known, row.contractAddress ?? ''))
      return []
    // A fee that depends on the amount is not supported.
    if (row.withdrawFeeRate?.isZero === false) return []
    const { contract, decimals } = known.token
    return [
      {
        networkKey,
        contract,
        decimals,
        minimum: row.withdrawalMinSize,
        maximum: row.maxWithdraw ?? null,
        step: stepOfDecimals(Math.min(decimals, Number(row.withdrawPrecision ?? precision))),
        networkFee: row.withdrawalMinFee,
        exchangeFee: Amount.zero,
        enabled: row.isWithdrawEnabled,
        tagRequired: row.needTag === true,
        estimatedSeconds: 300,
      },
    ]
  }

  async function quotaOf(credentials: Credentials, symbol: string, networkKey: string): Promise<ChainQuota> {
    const chain = wordOf(networkKeys, networkKey)
    if (chain === undefined) throw new ExchangeFailure('rejected', 'network_unsupported')
    const params = { currency: symbol, chain }
    const quota = await calls.read(Quota, { endpoint: 'GET /api/v1/withdrawals/quotas', params, credentials })
    if (quota.currency !== symbol) throw new ExchangeFailure('unavailable')
    if (!quota.isWithdrawEnabled) throw new ExchangeFailure('rejected', 'network_unsupported')
    return { chain, fee: quota.withdrawMinFee, remaining: quota.remainAmount }
  }

  return {
    currenciesOf,
    routesOf: (currency) => currency.chains?.flatMap((row) => kuCoinRoute(currency, row)) ?? [],
    quotaOf,
  }
}
