// Gate, with an API key: the spot account. Gate finds a withdrawal by our reference and refuses a request dated a minute from its clock.
// It deducts its fee from the ordered amount, so the adapter orders amount plus fee. Prices are in USDT, which counts as a dollar.

import * as z from 'zod'
import type { Exchange, ExchangeHolding } from '../exchange.ts'
import type { HttpResponse } from '../http-call.ts'
import type { AdapterSettings } from '../kit/adapter-settings.ts'
import { outcomeBy } from '../kit/code-tables.ts'
import { readAdapterState } from '../kit/exchange-amounts.ts'
import { exchangeCalls } from '../kit/exchange-calls.ts'
import { feeQuote } from '../kit/fee-quote.ts'
import { keySignIn } from '../kit/key-sign-in.ts'
import { limitsOf } from '../kit/limits.ts'
import { AmountText, AnyText, readableRows, ShortText } from '../kit/response-parts.ts'
import { compactReference, pricesInUsdt, wordOf } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import { defaultHistoryMs, defaultLeaseMs, keyedPollDelays } from '../recovery-policy.ts'
import { isSaved, mayWithdraw } from './access.ts'
import { gateIoLimits } from './limits.ts'
import { gateIoRecords } from './records.ts'
import { feeOf, gateIoRoutes } from './routes.ts'
import { signGateIo } from './signer.ts'
import { addressCodes, failures, networkKeys, outcomes, sites, unknownKeyCodes, unusedAddress } from './tables.ts'
import { UpperText } from './text.ts'

const Failure = z.object({ label: ShortText, message: AnyText.nullish() })
const Detail = z.object({ user_id: ShortText })
const Accounts = z.array(z.object({ currency: UpperText, available: AmountText, locked: AmountText.nullish() }))
const Ordered = z.object({ id: ShortText, withdraw_order_id: AnyText.nullish() })
const Tickers = readableRows(z.object({ currency_pair: ShortText, last: AmountText }))
const Time = z.object({ server_time: z.string() })

export function gateIo(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const limits = limitsOf('gateIo', gateIoLimits, adapter)
  const calls = exchangeCalls(tools, {
    type: 'gateIo',
    sign: signGateIo,
    publicUrl: sites[0].baseUrl,
    sites,
    adapter,
    limits,
    codesOf: gateIoCodes,
    failures,
  })
  const routes = gateIoRoutes(tools, calls)
  const records = gateIoRecords(tools, calls)

  return {
    type: 'gateIo',
    name: 'Gate',
    color: '#17479e',
    transfers: true,
    networkKeys: [...new Set(Object.values(networkKeys))],
    recovery: {
      class: 'find',
      requestMs: 40_000,
      // Gate refuses a request dated more than a minute before or after its clock.
      fenceMs: 125_000,
      visibilityMs: 900_000,
      historyMs: defaultHistoryMs,
      emptyPolls: 5,
      leaseMs: defaultLeaseMs,
      pollDelays: keyedPollDelays,
    },
    limits,
    listsAsLookedUp: true,

    ...keySignIn({
      labels: { apiSecret: 'Secret key' },
      keysUrl: adapter.keysUrl ?? 'https://www.gate.io/myaccount/api_key_manage',
      serverAddresses,
      addressCodes,
      sites: { all: sites, unknownKeyCodes },
      async open(credentials) {
        const { user_id } = await calls.read(Detail, { endpoint: 'GET /api/v4/account/detail', credentials })
        if (!(await mayWithdraw(calls, credentials))) return 'missingExchangePermission'
        // Every transfer needs these endpoints. Check at sign-in that the key may read them.
        await routes.termsOf(credentials)
        await calls.read(Accounts, { endpoint: 'GET /api/v4/spot/accounts', credentials })
        return { externalId: user_id, name: 'Spot' }
      },
    }),

    async holdings(credentials) {
      const [accounts, allTerms] = await Promise.all([
        calls.read(Accounts, { endpoint: 'GET /api/v4/spot/accounts', credentials }),
        routes.termsOf(credentials),
      ])
      const held = accounts.filter(({ available, locked }) => !available.isZero || locked?.isZero === false)
      return Promise.all(
        held.map(async ({ currency: symbol, available }): Promise<ExchangeHolding> => {
          const terms = allTerms.get(symbol)
          const ofAsset = await routes.routesOf(credentials, symbol, terms)
          return { symbol, name: terms?.name || symbol, available, routes: ofAsset }
        }),
      )
    },

    async quote(credentials, _accountId, terms) {
      return feeQuote(await routes.findRoute(credentials, terms))
    },

    async withdraw(credentials, _accountId, order) {
      const adapterState = readAdapterState(order.adapterState)
      const chain = wordOf(networkKeys, order.networkKey)
      if (adapterState === null || chain === undefined) return { kind: 'rejected', code: 'quote_expired' }
      try {
        // With another fee, the recipient would not get the quoted amount.
        const terms = (await routes.termsOf(credentials)).get(order.symbol)
        const fee = terms === undefined ? null : feeOf(terms, chain)
        if (fee?.equals(adapterState.fee) !== true) return { kind: 'rejected', code: 'quote_expired' }
      } catch {
        return { kind: 'notSent' }
      }
      const reference = compactReference(order.clientReference)
      const sent = await calls.send({
        endpoint: 'POST /api/v4/withdrawals',
        credentials,
        params: {
          currency: order.symbol,
          address: order.address,
          amount: order.amount.add(adapterState.fee).toString(),
          chain,
          ...(order.addressTag === '' ? {} : { memo: order.addressTag }),
          withdraw_order_id: reference,
        },
        limit: { name: 'order' },
        validUntil: order.validUntil,
      })
      return outcomeBy(outcomes, sent, {
        codesOf: gateIoCodes,
        idOf: (body) => {
          const made = Ordered.safeParse(body).data
          return (made?.withdraw_order_id ?? reference) === reference ? made?.id : undefined
        },
      })
    },

    isWaitingForUser: async (credentials, _accountId, order) => !(await isSaved(calls, credentials, order)),

    getWithdrawal: (credentials, _accountId, withdrawalId) => records.byId(credentials, withdrawalId),
    findWithdrawal: (credentials, _accountId, { clientReference, since }) =>
      records.byReference(credentials, clientReference, since),
    listWithdrawals: (credentials, _accountId, since) => records.list(credentials, since),

    async prices() {
      const tickers = await calls.readPublic(Tickers, '/api/v4/spot/tickers')
      return pricesInUsdt(
        tickers.map(({ currency_pair: pair, last }) => [pair, last]),
        '_',
      )
    },
    async health() {
      try {
        await calls.readPublic(Time, '/api/v4/spot/time')
        return 'up'
      } catch {
        return 'down'
      }
    },
  }
}

/** Null for a success. */
function gateIoCodes({ body, status }: HttpResponse): string[] | null {
  const failure = Failure.safeParse(body).data
  if (failure === undefined) return status === 200 || status === 201 ? null : []
  const isUnused =
    failure.label === 'INVALID_PARAM_VALUE' && /only used addresses or verified addresses/i.test(failure.message ?? '')
  return [isUnused ? unusedAddress : failure.label]
}
