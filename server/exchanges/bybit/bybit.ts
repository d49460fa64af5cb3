// Bybit, with an API key. Bybit sends to saved addresses only and charges its fee on top of the amount. It does not return our
// reference, so a withdrawal is found by its fields. Withdrawals use the funding account. Prices are in USDT, which counts as a dollar.

import * as z from 'zod'
import type { Exchange, ExchangeHolding } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { HttpResponse } from '../http-call.ts'
import type { AdapterSettings } from '../kit/adapter-settings.ts'
import { outcomeBy } from '../kit/code-tables.ts'
import { readAdapterState } from '../kit/exchange-amounts.ts'
import { exchangeCalls } from '../kit/exchange-calls.ts'
import { feeQuote } from '../kit/fee-quote.ts'
import { keySignIn } from '../kit/key-sign-in.ts'
import { limitsOf } from '../kit/limits.ts'
import { AmountText, AnyText, inResult, readableRows, ShortText } from '../kit/response-parts.ts'
import { siteOf } from '../kit/sites.ts'
import { compactReference, pricesInUsdt } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import { destinationFields, purposeField, recipientFields } from '../recipient-fields.ts'
import { defaultHistoryMs, defaultLeaseMs, keyedPollDelays } from '../recovery-policy.ts'
import { savedAddress } from './addresses.ts'
import { bybitCoins } from './coins.ts'
import { bybitLimits } from './limits.ts'
import { type Recipient, recipientOf } from './recipient.ts'
import { bybitRecords, fenceMs } from './records.ts'
import { signBybit } from './signer.ts'
import { codeBySentence, failures, networkKeys, outcomes, outcomesOfSaved, sites, unknownKeyCodes } from './tables.ts'

const Code = z.object({ retCode: z.string().regex(/^\d{1,9}$/), retMsg: AnyText.nullish().catch(null) })
const Key = inResult(
  z.object({
    readOnly: z.string(),
    permissions: z.object({ Wallet: z.array(z.string()) }),
    userID: ShortText,
    isMaster: z.boolean(),
  }),
)
const Balances = inResult(
  z.object({
    balance: readableRows(z.object({ coin: ShortText, walletBalance: AmountText, transferBalance: AmountText })),
  }),
)
const Ordered = inResult(z.object({ id: ShortText }))
const Tickers = inResult(z.object({ list: readableRows(z.object({ symbol: ShortText, lastPrice: AmountText })) }))
const Works = inResult(z.object({ list: z.array(z.object({ state: z.string(), env: z.string().optional() })) }))

/** Neither of Bybit's forms has a field for the recipient's country. */
const withoutCountry = recipientFields.filter(({ name }) => name !== 'recipientCountry')
const longestWindowMs = 30_000

export function bybit(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const limits = limitsOf('bybit', bybitLimits, adapter)
  const calls = exchangeCalls(tools, {
    type: 'bybit',
    sign: signBybit,
    publicUrl: sites[0].baseUrl,
    sites,
    adapter,
    limits,
    codesOf: bybitCodes,
    failures,
  })

  const coins = bybitCoins(tools, calls)

  return {
    type: 'bybit',
    name: 'Bybit',
    color: '#f7a600',
    transfers: true,
    networkKeys: [...new Set(Object.values(networkKeys))],
    recovery: {
      class: 'match',
      requestMs: 40_000,
      fenceMs,
      visibilityMs: 900_000,
      historyMs: defaultHistoryMs,
      emptyPolls: 5,
      leaseMs: defaultLeaseMs,
      pollDelays: keyedPollDelays,
    },
    limits,
    listsAsLookedUp: true,
    extraFields: [...withoutCountry, ...destinationFields, purposeField],

    ...keySignIn({
      labels: { apiSecret: 'API secret' },
      keysUrl: adapter.keysUrl ?? 'https://www.bybit.com/app/user/api-management',
      serverAddresses,
      addressCodes: ['10010'],
      sites: { all: sites, unknownKeyCodes },
      async open(credentials) {
        const key = await calls.read(Key, { endpoint: 'GET /v5/user/query-api', credentials })
        // Sub-accounts cannot withdraw.
        if (!key.isMaster || key.readOnly !== '0' || !key.permissions.Wallet.includes('Withdraw')) {
          return 'missingExchangePermission'
        }
        const account = { externalId: key.userID, name: 'Funding' }
        return account
      },
    }),

    async holdings(credentials) {
      const { balance } = await calls.read(Balances, {
        endpoint: 'GET /v5/asset/transfer/query-account-coins-balance',
        params: { accountType: 'FUND' },
        credentials,
      })
      const listed = await coins.all(credentials)
      return balance.flatMap(({ coin: symbol, walletBalance, transferBalance }): ExchangeHolding[] => {
        if (walletBalance.isZero && transferBalance.isZero) return []
        const coin = listed.find((entry) => entry.coin === symbol)
        const routes = coin === undefined ? [] : coins.routesOf(coin)
        return [{ symbol, name: coin?.name || symbol, available: transferBalance, routes }]
      })
    },

    async quote(credentials, _accountId, { symbol, networkKey }) {
      return feeQuote((await coins.findRoute(credentials, symbol, networkKey)).route)
    },

    async withdraw(credentials, _accountId, order) {
      const adapterState = readAdapterState(order.adapterState)
      if (adapterState === null) return { kind: 'rejected', code: 'quote_expired' }
      let chain: string
      let recipient: Recipient
      try {
        const named = await coins.findRoute(credentials, order.symbol, order.networkKey)
        // More would be charged than was quoted.
        if (adapterState.fee.isLessThan(named.route.networkFee)) return { kind: 'rejected', code: 'quote_expired' }
        chain = named.chain
        recipient = await recipientOf(calls, credentials, order)
      } catch {
        return { kind: 'notSent' }
      }
      if (recipient.kind === 'unusable') return { kind: 'travelRuleRequired', field: recipient.field }
      // If the address book cannot be read, the address is sent as given and Bybit decides.
      const saved = await savedAddress(calls, credentials, { chain, terms: order }).catch(() => undefined)
      const sent = await calls.send({
        endpoint: 'POST /v5/asset/withdraw/create',
        credentials,
        params: {
          coin: order.symbol,
          chain,
          address: saved ?? order.address,
          ...(order.addressTag === '' ? {} : { tag: order.addressTag }),
          amount: order.amount.toString(),
          // A transfer inside the exchange would have no hash.
          forceChain: 1,
          accountType: 'FUND',
          // The ordered amount arrives. The fee is charged on top.
          feeType: 0,
          requestId: compactReference(order.clientReference),
          ...recipient.params,
        },
        // Bybit refuses the request from `validUntil` on, by its own clock.
        whenSigned: (now) => ({
          params: { timestamp: now.getTime() },
          recvWindowMs: Math.min(longestWindowMs, order.validUntil.getTime() - now.getTime()),
        }),
        limit: { name: 'withdraw', per: [order.symbol, chain] },
        validUntil: order.validUntil,
      })
      const table = saved === undefined ? outcomes : outcomesOfSaved
      const outcome = outcomeBy(table, sent, { codesOf: bybitCodes, idOf: (body) => Ordered.safeParse(body).data?.id })
      const isElsewhere = siteOf(sites, credentials) !== sites[0]
      return outcome.kind === 'addressWhitelistRequired' && isElsewhere ? { ...outcome, url: '' } : outcome
    },

    async isWaitingForUser(credentials, _accountId, order) {
      const { chain } = await coins.findRoute(credentials, order.symbol, order.networkKey)
      return (await savedAddress(calls, credentials, { chain, terms: order })) === undefined
    },

    ...bybitRecords(tools, calls),
    async findWithdrawal() {
      throw new ExchangeFailure('rejected', 'unsupported')
    },

    async prices() {
      const { list } = await calls.readPublic(Tickers, '/v5/market/tickers?category=spot')
      return pricesInUsdt(list.map(({ symbol, lastPrice }) => [symbol, lastPrice]))
    },
    async health() {
      try {
        const { list } = await calls.readPublic(Works, '/v5/system/status')
        // Environment 2 is the demo environment.
        return list.some(({ state, env }) => state === 'ongoing' && env !== '2') ? 'degraded' : 'up'
      } catch {
        return 'down'
      }
    },
  }
}

/** Null for a success. */
function bybitCodes({ body, status }: HttpResponse): string[] | null {
  const stated = Code.safeParse(body)
  if (!stated.success) return []
  const { retCode, retMsg } = stated.data
  if (retCode !== '0') return [codeBySentence(retCode, retMsg ?? '')]
  return status === 200 ? null : []
}
