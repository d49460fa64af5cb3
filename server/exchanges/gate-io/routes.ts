// The routes of Gate's assets: the chains of each, and the fees and limits that apply to the user of the key.

import * as z from 'zod'
import { memoize } from '../../cache/memoize.ts'
import { Amount } from '../../contract/amount.ts'
import type { Route } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import { isStatedContract, knownToken } from '../kit/catalogue-tokens.ts'
import { isOfSteps, stepOfDecimals } from '../kit/exchange-amounts.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AmountText, AnyText, readableRows } from '../kit/response-parts.ts'
import { siteOf } from '../kit/sites.ts'
import { entryOf } from '../kit/tables.ts'
import { type ExchangeTools, fingerprintOfKey } from '../kit/tools.ts'
import type { Credentials } from '../sign-in.ts'
import type { WithdrawalTerms } from '../withdrawal.ts'
import { networkKeys, sites } from './tables.ts'
import { UpperText } from './text.ts'

const Chains = readableRows(
  z.object({
    chain: UpperText,
    contract_address: AnyText.nullish(),
    is_disabled: z.string(),
    is_withdraw_disabled: z.string(),
    decimal: z.string().regex(/^\d{1,2}$/),
  }),
)
type Chain = z.infer<typeof Chains>[number]
const OnChains = z
  .record(z.string(), z.string())
  .transform((words) => Object.fromEntries(Object.entries(words).map(([chain, word]) => [chain.toUpperCase(), word])))
  .nullish()
const Terms = z.object({
  currency: UpperText,
  name: AnyText.nullish(),
  withdraw_amount_mini: AmountText,
  withdraw_eachtime_limit: AmountText,
  withdraw_day_limit_remain: AmountText,
  withdraw_percent: AnyText.nullish(),
  withdraw_fix_on_chains: OnChains,
  withdraw_percent_on_chains: OnChains,
})
export type Terms = z.infer<typeof Terms>
const AllTerms = readableRows(Terms)

const listedForMs = 60_000

interface GateIoRoutes {
  /** The fees and limits of each asset, by its symbol. Throws an ExchangeFailure. */
  termsOf(credentials: Credentials): Promise<Map<string, Terms>>
  /** Throws an ExchangeFailure. */
  routesOf(credentials: Credentials, symbol: string, terms: Terms | undefined): Promise<Route[]>
  /** Throws an ExchangeFailure unless there is exactly one route. */
  findRoute(credentials: Credentials, terms: WithdrawalTerms): Promise<Route>
}

export function gateIoRoutes(tools: ExchangeTools, calls: ExchangeCalls): GateIoRoutes {
  const listChains = memoize(tools, listedForMs, ([credentials, symbol]: [Credentials, string]) => {
    const path = `/api/v4/wallet/currency_chains?currency=${encodeURIComponent(symbol)}`
    return calls.readPublicOf(Chains, path, credentials)
  })
  const chainsOf = async (credentials: Credentials, symbol: string) =>
    listChains(`${siteOf(sites, credentials).value} ${symbol}`, [credentials, symbol])
  const allTermsOf = memoize(tools, listedForMs, async (credentials: Credentials) => {
    const listed = await calls.read(AllTerms, { endpoint: 'GET /api/v4/wallet/withdraw_status', credentials })
    return new Map(listed.map((entry) => [entry.currency, entry]))
  })
  const termsOf = (credentials: Credentials) =>
    allTermsOf(fingerprintOfKey('gateIo', credentials.apiKey ?? ''), credentials)

  function gateIoRoute(terms: Terms, row: Chain): Route[] {
    const networkKey = entryOf(networkKeys, row.chain)
    const known = knownToken(tools, networkKey, terms.currency)
    const networkFee = feeOf(terms, row.chain)
    if (known === undefined || networkKey === undefined || networkFee === null) return []
    if (!isStatedContract(known, row.contract_address ?? '')) return []
    const step = stepOfDecimals(Math.min(known.token.decimals, Number(row.decimal)))
    if (!isOfSteps(networkFee, step)) return []
    const maximum = Amount.min(terms.withdraw_eachtime_limit, terms.withdraw_day_limit_remain).subtract(networkFee)
    return [
      {
        networkKey,
        contract: known.token.contract,
        decimals: known.token.decimals,
        minimum: terms.withdraw_amount_mini,
        maximum: Amount.max(Amount.zero, maximum),
        step,
        networkFee,
        exchangeFee: Amount.zero,
        enabled: row.is_disabled === '0' && row.is_withdraw_disabled === '0',
        estimatedSeconds: 300,
      },
    ]
  }

  async function routesOf(credentials: Credentials, symbol: string, terms: Terms | undefined): Promise<Route[]> {
    const isKnown = tools.networks.all.some((network) => tools.networks.token(network, symbol) !== undefined)
    if (terms === undefined || !isKnown) return []
    return (await chainsOf(credentials, symbol)).flatMap((row) => gateIoRoute(terms, row))
  }

  async function findRoute(credentials: Credentials, { symbol, networkKey }: WithdrawalTerms): Promise<Route> {
    const routes = await routesOf(credentials, symbol, (await termsOf(credentials)).get(symbol))
    const [route, another] = routes.filter((entry) => entry.networkKey === networkKey)
    if (route === undefined || another !== undefined) throw new ExchangeFailure('rejected', 'network_unsupported')
    return route
  }

  return { termsOf, routesOf, findRoute }
}

/** The fee of a withdrawal on a chain; null if it depends on the amount, or is not stated. */
export function feeOf(terms: Terms, chain: string): Amount | null {
  const percent = onChain(terms.withdraw_percent_on_chains, chain) ?? terms.withdraw_percent ?? '0%'
  if (!/^0(\.0+)?%?$/.test(percent)) return null
  return Amount.tryParse(onChain(terms.withdraw_fix_on_chains, chain) ?? '')
}

function onChain(words: Record<string, string> | null | undefined, name: string): string | undefined {
  return words ? entryOf(words, name) : undefined
}
