// Binance's international site, with an API key. Binance finds a withdrawal by our reference and refuses a late request. It deducts
// its fee from the ordered amount, so the adapter orders amount plus fee. An account of a local entity orders with a questionnaire.
// Prices are in USDT, which counts as a dollar.

import * as z from 'zod'
import { Amount } from '../../contract/amount.ts'
import type { Exchange, ExchangeHolding, Route } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { HttpResponse } from '../http-call.ts'
import type { AdapterSettings } from '../kit/adapter-settings.ts'
import { knownToken } from '../kit/catalogue-tokens.ts'
import { isOfSteps, readAdapterState } from '../kit/exchange-amounts.ts'
import { exchangeCalls } from '../kit/exchange-calls.ts'
import { feeQuote } from '../kit/fee-quote.ts'
import { keySignIn } from '../kit/key-sign-in.ts'
import { limitsOf } from '../kit/limits.ts'
import { AmountText, AnyText, readableRows, ShortText } from '../kit/response-parts.ts'
import { pricesInUsdt, wordOf } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import { destinationFields, recipientFields } from '../recipient-fields.ts'
import { defaultHistoryMs, defaultLeaseMs, keyedPollDelays } from '../recovery-policy.ts'
import type { Credentials } from '../sign-in.ts'
import type { WithdrawalOutcome } from '../withdrawal.ts'
import { binanceLimits } from './limits.ts'
import { questionnaireOf, sendOrder } from './order.ts'
import type { Questionnaire } from './questionnaire.ts'
import { binanceRecords } from './records.ts'
import { isTravelRuleRequired, noRequirement, travelRuleReads } from './requirement.ts'
import { signBinance } from './signer.ts'
import { binanceNetworkKey, failures, networkKeys } from './tables.ts'

const Failure = z.object({ code: z.string().regex(/^-?\d{1,9}$/), msg: AnyText })
const Restrictions = z.object({ enableReading: z.boolean(), enableWithdrawals: z.boolean() })
const User = z.object({ uid: ShortText })
const CoinNetwork = z.object({
  network: ShortText,
  withdrawEnable: z.boolean(),
  busy: z.boolean().nullish(),
  withdrawFee: AmountText,
  withdrawMin: AmountText,
  withdrawMax: AmountText,
  withdrawIntegerMultiple: AmountText,
  contractAddress: AnyText.nullish(),
  estimatedArrivalTime: z.coerce.number().nullish(),
})
type CoinNetwork = z.infer<typeof CoinNetwork>
const Coin = z.object({
  coin: ShortText,
  name: AnyText,
  free: AmountText,
  locked: AmountText.nullish(),
  freeze: AmountText.nullish(),
  withdrawAllEnable: z.boolean(),
  networkList: readableRows(CoinNetwork),
})
type Coin = z.infer<typeof Coin>
const Coins = readableRows(Coin)
const Tickers = readableRows(z.object({ symbol: ShortText, price: AmountText }))
const SystemStatus = z.object({ status: z.string() })

export function binance(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const limits = limitsOf('binanceInternational', binanceLimits, adapter)
  const calls = exchangeCalls(tools, {
    type: 'binanceInternational',
    sign: signBinance,
    publicUrl: 'https://api.binance.com',
    adapter,
    limits,
    codesOf: binanceCodes,
    failures,
  })

  const coinsOf = (credentials: Credentials) =>
    calls.read(Coins, { endpoint: 'GET /sapi/v1/capital/config/getall', credentials })

  function binanceRoute(coin: Coin, row: CoinNetwork): Route[] {
    const networkKey = binanceNetworkKey(row.network)
    const known = knownToken(tools, networkKey, coin.coin)
    if (known === undefined) return []
    if (!isOfSteps(row.withdrawFee, row.withdrawIntegerMultiple)) return []
    const maximum = row.withdrawMax.subtract(row.withdrawFee)
    return [
      {
        networkKey,
        contract: row.contractAddress ?? '',
        decimals: known.token.decimals,
        minimum: row.withdrawMin,
        maximum: Amount.max(Amount.zero, maximum),
        step: row.withdrawIntegerMultiple,
        networkFee: row.withdrawFee,
        exchangeFee: Amount.zero,
        enabled: coin.withdrawAllEnable && row.withdrawEnable && row.busy !== true,
        estimatedSeconds: Math.max(1, Math.round(row.estimatedArrivalTime || 5)) * 60,
      },
    ]
  }

  async function routeTo(credentials: Credentials, symbol: string, networkKey: string): Promise<Route> {
    const coin = (await coinsOf(credentials)).find((entry) => entry.coin === symbol)
    const route = coin?.networkList
      .flatMap((row) => binanceRoute(coin, row))
      .find((entry) => entry.networkKey === networkKey)
    if (route === undefined) throw new ExchangeFailure('rejected', 'network_unsupported')
    return route
  }

  const travelRule = travelRuleReads(calls)

  return {
    type: 'binanceInternational',
    name: 'Binance',
    color: '#f0b90b',
    transfers: true,
    networkKeys: [...new Set(Object.values(networkKeys))],
    recovery: {
      class: 'find',
      requestMs: 40_000,
      // Binance refuses a request dated 1 s ahead of its clock, so the two clocks differ little more than that.
      fenceMs: 5_000,
      visibilityMs: 900_000,
      historyMs: defaultHistoryMs,
      emptyPolls: 5,
      leaseMs: defaultLeaseMs,
      pollDelays: keyedPollDelays,
    },
    limits,
    listsAsLookedUp: true,
    extraFields: [...recipientFields, ...destinationFields],

    ...keySignIn({
      labels: { apiSecret: 'Secret key' },
      keysUrl: adapter.keysUrl ?? 'https://www.binance.com/en/my/settings/api-management',
      serverAddresses,
      // Binance returns the same code for an unknown key and for a key that is bound to other addresses.
      addressCodes: serverAddresses?.length ? ['-2015'] : [],
      async open(credentials) {
        const key = await calls.read(Restrictions, { endpoint: 'GET /sapi/v1/account/apiRestrictions', credentials })
        if (!key.enableReading || !key.enableWithdrawals) return 'missingExchangePermission'
        const { uid } = await calls.read(User, { endpoint: 'GET /api/v3/account', credentials })
        return { externalId: uid, name: 'Spot' }
      },
    }),

    async holdings(credentials) {
      const coins = await coinsOf(credentials)
      return coins.flatMap((coin): ExchangeHolding[] => {
        const bound = (coin.locked ?? Amount.zero).add(coin.freeze ?? Amount.zero)
        if (coin.free.isZero && bound.isZero) return []
        const routes = coin.networkList.flatMap((row) => binanceRoute(coin, row))
        return [{ symbol: coin.coin, name: coin.name || coin.coin, available: coin.free, routes }]
      })
    },

    async quote(credentials, _accountId, { symbol, networkKey }) {
      const [route, country] = await Promise.all([
        routeTo(credentials, symbol, networkKey),
        // A quote without it is still valid: Binance refuses the order with -4104 if a questionnaire is missing.
        travelRule.requirement(credentials).catch(() => ''),
      ])
      const isLocal = country !== '' && isTravelRuleRequired(country)
      const quote = feeQuote(route, country)
      return isLocal ? { ...quote, requiredAction: { kind: 'travelRuleRequired' } } : quote
    },

    async withdraw(credentials, _accountId, order) {
      const adapterState = readAdapterState(order.adapterState)
      const network = wordOf(networkKeys, order.networkKey)
      if (adapterState === null || network === undefined) return { kind: 'rejected', code: 'quote_expired' }
      let questionnaire: Questionnaire | WithdrawalOutcome | null
      try {
        // With another fee, the recipient would not get the quoted amount.
        const { networkFee } = await routeTo(credentials, order.symbol, order.networkKey)
        if (!networkFee.equals(adapterState.fee)) return { kind: 'rejected', code: 'quote_expired' }
        questionnaire = await questionnaireOf(travelRule, credentials, { order, quoted: adapterState.value })
      } catch {
        return { kind: 'notSent' }
      }
      if (questionnaire !== null && isOutcome(questionnaire)) return questionnaire
      const amount = order.amount.add(adapterState.fee).toString()
      return sendOrder(calls, order, { credentials, network, amount, questionnaire, codesOf: binanceCodes })
    },

    ...binanceRecords(tools, calls, travelRule),

    /**
     * An order with a questionnaire may be in the local entity's history only, which is read while the account belongs to one. Such an
     * order is excluded only if the quote notes that nothing was required.
     */
    async isFenceIntact(credentials, _accountId, { adapterState }) {
      if (readAdapterState(adapterState)?.value === noRequirement) return true
      return isTravelRuleRequired(await travelRule.requirement(credentials))
    },

    async prices() {
      const tickers = await calls.readPublic(Tickers, '/api/v3/ticker/price')
      return pricesInUsdt(tickers.map(({ symbol, price }) => [symbol, price]))
    },
    async health() {
      try {
        const { status } = await calls.readPublic(SystemStatus, '/sapi/v1/system/status')
        return status === '0' ? 'up' : 'down'
      } catch {
        return 'down'
      }
    },
  }
}

function isOutcome(value: Questionnaire | WithdrawalOutcome): value is WithdrawalOutcome {
  return 'kind' in value
}

/** Null for a success. */
function binanceCodes({ body, status }: HttpResponse): string[] | null {
  const failure = Failure.safeParse(body)
  if (failure.success) return [failure.data.code]
  return status === 200 ? null : []
}
