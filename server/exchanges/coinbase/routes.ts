// The routes of Coinbase's wallets, and its prices. Coinbase states a fee only after the send, so the fee is estimated from the price.

import * as z from 'zod'
import { memoize } from '../../cache/memoize.ts'
import { Amount } from '../../contract/amount.ts'
import type { Route } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import { knownToken } from '../kit/catalogue-tokens.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AmountText, AnyText, inData, readableRows, ShortText } from '../kit/response-parts.ts'
import { entryOf } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import type { Credentials } from '../sign-in.ts'
import type { WithdrawalTerms } from '../withdrawal.ts'
import { defaultFee, estimatedFees, networkKeys } from './tables.ts'
import { listWallets, sendable, type Wallet } from './wallets.ts'

const Currency = z.object({
  id: ShortText,
  name: AnyText,
  status: z.string(),
  max_precision: AmountText,
  supported_networks: readableRows(
    z.object({
      id: ShortText,
      status: z.string(),
      contract_address: AnyText.nullish(),
      min_withdrawal_amount: AmountText.nullish(),
      max_withdrawal_amount: AmountText.nullish(),
      processing_time_seconds: z.coerce.number().nullish(),
    }),
  ),
})
type Currency = z.infer<typeof Currency>
const Currencies = readableRows(Currency)
const Rates = inData(z.object({ rates: z.record(z.string(), z.unknown()) }))

const one = Amount.parse('1')
const currenciesForMs = 300_000
const marketUrl = 'https://api.exchange.coinbase.com'

/** The wallet that sends an asset, with its route on a network. */
interface SendingWallet {
  wallet: Wallet
  route: Route
}

interface CoinbaseRoutes {
  /** The routes of each wallet. Throws an ExchangeFailure. */
  routesOfAll(): Promise<(wallet: Wallet) => Route[]>
  /** Throws an ExchangeFailure, with `network_unsupported` where there is no route. */
  findRoute(credentials: Credentials, terms: WithdrawalTerms): Promise<SendingWallet>
  /** US dollars per unit, by symbol. */
  prices(): Promise<Map<string, Amount>>
}

export function coinbaseRoutes(tools: ExchangeTools, calls: ExchangeCalls): CoinbaseRoutes {
  const currenciesOf = memoize(tools, currenciesForMs, async () => {
    const [currencies, prices] = await Promise.all([
      calls.readPublic(Currencies, '/currencies', marketUrl),
      readPrices(),
    ])
    return { currencies: new Map(currencies.map((currency) => [currency.id, currency])), prices }
  })

  async function readPrices(): Promise<Map<string, Amount>> {
    const { rates } = await calls.readPublic(Rates, '/v2/exchange-rates?currency=USD')
    return new Map(
      Object.entries(rates).flatMap(([symbol, text]): [string, Amount][] => {
        const rate = AmountText.safeParse(text).data
        return rate === undefined || !rate.isPositive ? [] : [[symbol, priceOf(rate)]]
      }),
    )
  }

  function routesOf(wallet: Wallet, currency: Currency | undefined, price: Amount | undefined): Route[] {
    const symbol = wallet.currency.code
    return (currency?.supported_networks ?? []).flatMap((row): Route[] => {
      const networkKey = entryOf(networkKeys, row.id)
      const known = knownToken(tools, networkKey, symbol)
      if (known === undefined || networkKey === undefined || currency === undefined) return []
      const step = currency.max_precision
      const inDollars = Amount.parse(estimatedFees[networkKey] ?? defaultFee)
      const fee = price === undefined ? Amount.zero : inDollars.divideBy(price, 'up')
      return [
        {
          networkKey,
          contract: row.contract_address ?? '',
          decimals: known.token.decimals,
          minimum: row.min_withdrawal_amount ?? step,
          maximum: row.max_withdrawal_amount ?? null,
          step,
          networkFee: fee.floorTo(step).equals(fee) ? fee : fee.floorTo(step).add(step),
          exchangeFee: Amount.zero,
          enabled: currency.status === 'online' && row.status === 'online' && wallet.allow_withdrawals !== false,
          estimatedSeconds: row.processing_time_seconds || 600,
        },
      ]
    })
  }

  async function routesOfAll(): Promise<(wallet: Wallet) => Route[]> {
    const { currencies, prices } = await currenciesOf('', undefined)
    return (wallet) => routesOf(wallet, currencies.get(wallet.currency.code), prices.get(wallet.currency.code))
  }

  async function findRoute(credentials: Credentials, { symbol, networkKey }: WithdrawalTerms): Promise<SendingWallet> {
    const [wallets, routesOfWallet] = await Promise.all([listWallets(calls, credentials), routesOfAll()])
    const wallet = sendable(wallets.filter((each) => each.currency.code === symbol))
    const routes = wallet === undefined ? [] : routesOfWallet(wallet)
    const route = routes.find((each) => each.networkKey === networkKey)
    if (wallet === undefined || route === undefined) throw new ExchangeFailure('rejected', 'network_unsupported')
    return { wallet, route }
  }

  return { routesOfAll, findRoute, prices: readPrices }
}

/** The price, from the rate of one dollar. Rounded to ten significant digits, as many as the rates have. */
function priceOf(rate: Amount): Amount {
  const price = one.divideBy(rate, 'half-even')
  const [whole = '0', fraction = ''] = price.toString().split('.')
  const decimals = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) + 10 : Math.max(2, 10 - whole.length)
  return price.round(Math.min(24, decimals), 'half-even')
}
