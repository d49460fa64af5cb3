// Bybit, by API key. It sends to saved addresses only, charges its fee on top of the amount, and stores our reference without
// returning it: a withdrawal is found by its fields alone. What can leave is in the funding account. Prices are in USDT, taken for
// a dollar.

import * as z from 'zod'
import { Amount } from '../contract/amount.ts'
import { savedAddress } from './bybit-addresses.ts'
import { bybitCoins } from './bybit-coins.ts'
import { type Recipient, recipientOf } from './bybit-recipient.ts'
import { bybitRecords, fenceMs } from './bybit-records.ts'
import { signBybit } from './bybit-signer.ts'
import {
  codeBySentence,
  failures,
  networkKeys,
  refusals,
  refusalsOfSaved,
  sites,
  unknownKeyCodes,
} from './bybit-tables.ts'
import { defaultHistoryMs, defaultLeaseMs, type Exchange, ExchangeFailure, type ExchangeHolding } from './exchange.ts'
import type { HttpResponse } from './http-call.ts'
import type { AdapterSettings } from './kit/adapter-settings.ts'
import { AmountText, AnyText, readableRows, ShortText } from './kit/answer-parts.ts'
import { quoteNote, readQuoteNote } from './kit/exchange-amounts.ts'
import { exchangeCalls } from './kit/exchange-calls.ts'
import { keySignIn } from './kit/key-sign-in.ts'
import { failureBy, outcomeBy } from './kit/refusals.ts'
import { siteOf } from './kit/sites.ts'
import type { ExchangeTools } from './kit/tools.ts'
import { destinationFields, purposeField, recipientFields } from './recipient-fields.ts'

const Code = z.object({ retCode: z.string().regex(/^\d{1,9}$/), retMsg: AnyText.nullish().catch(null) })
const result = <T>(schema: z.ZodType<T>) => z.object({ result: schema }).transform((answer) => answer.result)

const Key = result(
  z.object({
    readOnly: z.string(),
    permissions: z.object({ Wallet: z.array(z.string()) }),
    userID: ShortText,
    isMaster: z.boolean(),
  }),
)
const Balances = result(
  z.object({
    balance: readableRows(z.object({ coin: ShortText, walletBalance: AmountText, transferBalance: AmountText })),
  }),
)
const Ordered = result(z.object({ id: ShortText }))
const Tickers = result(z.object({ list: readableRows(z.object({ symbol: ShortText, lastPrice: AmountText })) }))
const Works = result(z.object({ list: z.array(z.object({ state: z.string(), env: z.string().optional() })) }))

const dayMs = 86_400_000
/** Neither form of Bybit's has a field for the country of the recipient. */
const withoutCountry = recipientFields.filter(({ name }) => name !== 'recipientCountry')
const longestWindowMs = 30_000

export function bybit(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const calls = exchangeCalls(tools, {
    type: 'bybit',
    sign: signBybit,
    publicUrl: sites[0].baseUrl,
    sites,
    adapter,
    limits: { key: { quota: 4, windowSeconds: 1 }, address: { quota: 600, windowSeconds: 5 } },
    failureOf: (answer) => {
      const codes = codesOf(answer)
      return codes === null ? null : failureBy(failures, codes, answer.status)
    },
  })

  const coins = bybitCoins(tools, calls)

  return {
    type: 'bybit',
    name: 'Bybit',
    color: '#a05a00',
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
      pollDelays: [
        { fromAgeMs: 0, ms: 2_000 },
        { fromAgeMs: 60_000, ms: 10_000 },
        { fromAgeMs: 600_000, ms: 60_000 },
        { fromAgeMs: dayMs, ms: 300_000 },
      ],
    },
    pollsPerSecond: 8,
    extraFields: [...withoutCountry, ...destinationFields, purposeField],

    ...keySignIn({
      labels: { apiSecret: 'API secret' },
      keysUrl: adapter.keysUrl ?? 'https://www.bybit.com/app/user/api-management',
      serverAddresses,
      addressCodes: ['10010'],
      sites: { all: sites, unknownKeyCodes },
      async open(credentials) {
        const key = await calls.read(Key, { endpoint: 'GET /v5/user/query-api', credentials })
        // From a sub-account nothing leaves.
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
      const { networkFee, estimatedSeconds } = (await coins.wayOf(credentials, symbol, networkKey)).route
      const id = quoteNote(networkFee)
      return { id, networkFee, exchangeFee: Amount.zero, fromAddress: '', expiresInSeconds: null, estimatedSeconds }
    },

    async withdraw(credentials, _accountId, order) {
      const note = readQuoteNote(order.quoteId)
      if (note === null) return { kind: 'rejected', code: 'quote_expired' }
      let chain: string
      let recipient: Recipient
      try {
        const way = await coins.wayOf(credentials, order.symbol, order.networkKey)
        // More would be charged than was promised.
        if (note.fee.isLessThan(way.route.networkFee)) return { kind: 'rejected', code: 'quote_expired' }
        chain = way.chain
        recipient = await recipientOf(calls, credentials, order)
      } catch {
        return { kind: 'rejected', code: 'not_sent' }
      }
      if (recipient.kind === 'unusable') return { kind: 'travelRuleRequired', field: recipient.field }
      // Without an answer the address is sent as it was given, and Bybit decides.
      const saved = await savedAddress(calls, credentials, chain, order).catch(() => undefined)
      const sent = await calls.send({
        endpoint: 'POST /v5/asset/withdraw/create',
        credentials,
        params: {
          coin: order.symbol,
          chain,
          address: saved ?? order.address,
          ...(order.addressTag === '' ? {} : { tag: order.addressTag }),
          amount: order.amount.toString(),
          // On the chain: within the exchange it would have no hash.
          forceChain: 1,
          accountType: 'FUND',
          // What is ordered arrives, and the fee comes on top.
          feeType: 0,
          requestId: order.clientReference.replaceAll('-', ''),
          ...recipient.params,
        },
        // The fence: by Bybit's clock, the request is refused from `validUntil` on.
        whenSigned: (now) => ({
          params: { timestamp: now.getTime() },
          recvWindowMs: Math.min(longestWindowMs, order.validUntil.getTime() - now.getTime()),
        }),
        // It takes one in ten seconds.
        limit: { name: `withdraw:${order.symbol}:${chain}`, policy: { quota: 1, windowSeconds: 10 } },
        validUntil: order.validUntil,
      })
      const table = saved === undefined ? refusals : refusalsOfSaved
      const outcome = outcomeBy(table, sent, codesOf, (body) => Ordered.safeParse(body).data?.id)
      const isElsewhere = siteOf(sites, credentials) !== sites[0]
      return outcome.kind === 'addressWhitelistRequired' && isElsewhere ? { ...outcome, url: '' } : outcome
    },

    async isWaitingForUser(credentials, _accountId, order) {
      const { chain } = await coins.wayOf(credentials, order.symbol, order.networkKey)
      return (await savedAddress(calls, credentials, chain, order)) === undefined
    },

    ...bybitRecords(tools, calls),
    async findWithdrawal() {
      throw new ExchangeFailure('rejected', 'unsupported')
    },

    async prices() {
      const { list } = await calls.readPublic(Tickers, '/v5/market/tickers?category=spot')
      const priced = list.filter(
        ({ symbol, lastPrice }) => symbol.length > 4 && symbol.endsWith('USDT') && lastPrice.isPositive,
      )
      return new Map(priced.map(({ symbol, lastPrice }) => [symbol.slice(0, -4), lastPrice])).set(
        'USDT',
        Amount.parse('1'),
      )
    },
    async health() {
      try {
        const { list } = await calls.readPublic(Works, '/v5/system/status')
        // 2 is where people practise.
        return list.some(({ state, env }) => state === 'ongoing' && env !== '2') ? 'degraded' : 'up'
      } catch {
        return 'down'
      }
    },
  }
}

/** Null for a success. */
function codesOf({ body, status }: HttpResponse): string[] | null {
  const told = Code.safeParse(body)
  if (!told.success) return []
  const { retCode, retMsg } = told.data
  if (retCode !== '0') return [codeBySentence(retCode, retMsg ?? '')]
  return status === 200 ? null : []
}
