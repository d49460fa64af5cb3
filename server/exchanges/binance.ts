// Binance's international site, by API key. It finds a withdrawal by our reference, refuses a request whose time is over, and
// takes its fee out of the amount: so it is ordered the amount and the fee. It prices in USDT, taken for a dollar.

import * as z from 'zod'
import { Amount } from '../contract/amount.ts'
import { failures, networkKeys, refusals, stateOf } from './binance-tables.ts'
import {
  type Credentials,
  type Exchange,
  ExchangeFailure,
  type ExchangeHolding,
  type Route,
  usualLeaseMs,
  type Withdrawal,
} from './exchange.ts'
import type { HttpAnswer } from './http-call.ts'
import type { AdapterSettings } from './kit/adapter-settings.ts'
import { AmountText, AnyText, readableRows, ShortText } from './kit/answer-parts.ts'
import { chainHash, knownToken, stateBeside } from './kit/catalogue-tokens.ts'
import { isOfSteps, quoteNote, readQuoteNote } from './kit/exchange-amounts.ts'
import { type Call, exchangeCalls } from './kit/exchange-calls.ts'
import { keySignIn } from './kit/key-sign-in.ts'
import { failureBy, outcomeBy } from './kit/refusals.ts'
import type { ExchangeTools } from './kit/tools.ts'

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
const Row = z.object({
  id: ShortText,
  amount: AmountText,
  coin: ShortText,
  status: ShortText,
  address: ShortText,
  addressTag: AnyText.nullish(),
  txId: AnyText.nullish(),
  applyTime: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  network: AnyText.nullish(),
  withdrawOrderId: AnyText.nullish(),
})
type Row = z.infer<typeof Row>
const Rows = z.array(Row)
const Ordered = z.object({ id: ShortText })
const Tickers = readableRows(z.object({ symbol: ShortText, price: AmountText }))
const SystemStatus = z.object({ status: z.string() })

const pageSize = 1_000
const mostPages = 50
const dayMs = 86_400_000
/** What may be asked for by our reference; one more than seven days is refused. */
const referenceWindowMs = 7 * dayMs - 1
const listWindowMs = 90 * dayMs - 1
const longestWindowMs = 60_000
// A tenth of what a user may spend in a minute.
const historyLimit = { name: 'history', policy: { quota: 10, windowSeconds: 60 } }

export function binance(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const calls = exchangeCalls(tools, {
    type: 'binanceInternational',
    library: 'binance',
    publicUrl: 'https://api.binance.com',
    adapter,
    secretsOf: ({ apiKey = '', apiSecret: secret = '' }) => ({ apiKey, secret }),
    limits: { key: { quota: 60, windowSeconds: 60 }, address: { quota: 1_200, windowSeconds: 60 } },
    failureOf: (answer) => {
      const codes = codesOf(answer)
      return codes === null ? null : failureBy(failures, codes, answer.status)
    },
  })

  const coinsOf = (credentials: Credentials) => calls.read(Coins, { method: 'sapiGetCapitalConfigGetall', credentials })

  function routeOf(coin: Coin, row: CoinNetwork): Route[] {
    const networkKey = Object.hasOwn(networkKeys, row.network) ? networkKeys[row.network] : undefined
    const known = knownToken(tools, networkKey, coin.coin)
    if (known === undefined || networkKey === undefined) return []
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

  async function feeOf(credentials: Credentials, symbol: string, networkKey: string): Promise<Route> {
    const coin = (await coinsOf(credentials)).find((entry) => entry.coin === symbol)
    const route = coin?.networkList
      .flatMap((row) => routeOf(coin, row))
      .find((entry) => entry.networkKey === networkKey)
    if (route === undefined) throw new ExchangeFailure('rejected', 'network_unsupported')
    return route
  }

  const historyOf = (credentials: Credentials, params: Record<string, string>) =>
    calls.read(Rows, {
      method: 'sapiGetCapitalWithdrawHistory',
      params,
      credentials,
      limit: historyLimit,
    } satisfies Call)

  return {
    type: 'binanceInternational',
    name: 'Binance',
    color: '#b98900',
    transfers: true,
    networkKeys: [...new Set(Object.values(networkKeys))],
    recovery: {
      class: 'find',
      requestMs: 40_000,
      // It refuses what is dated a second ahead of its own clock: so far can the two clocks differ, and little more.
      fenceMs: 5_000,
      visibilityMs: 900_000,
      emptyLooks: 5,
      leaseMs: usualLeaseMs,
      pauses: [
        { fromAgeMs: 0, ms: 7_000 },
        { fromAgeMs: 120_000, ms: 20_000 },
        { fromAgeMs: 600_000, ms: 60_000 },
        { fromAgeMs: dayMs, ms: 300_000 },
      ],
    },
    looksPerSecond: 8,

    ...keySignIn({
      labels: { apiSecret: 'Secret key' },
      keysUrl: adapter.keysUrl ?? 'https://www.binance.com/en/my/settings/api-management',
      serverAddresses,
      // The same code for a key that is unknown and for one that is bound to other addresses.
      addressCodes: serverAddresses?.length ? ['-2015'] : [],
      async open(credentials) {
        const key = await calls.read(Restrictions, { method: 'sapiGetAccountApiRestrictions', credentials })
        if (!key.enableReading || !key.enableWithdrawals) return 'missingExchangePermission'
        const { uid } = await calls.read(User, { method: 'privateGetAccount', credentials })
        return { externalId: uid, name: 'Spot' }
      },
    }),

    async holdings(credentials) {
      const coins = await coinsOf(credentials)
      return coins.flatMap((coin): ExchangeHolding[] => {
        const bound = (coin.locked ?? Amount.zero).add(coin.freeze ?? Amount.zero)
        if (coin.free.isZero && bound.isZero) return []
        const routes = coin.networkList.flatMap((row) => routeOf(coin, row))
        return [{ symbol: coin.coin, name: coin.name || coin.coin, available: coin.free, routes }]
      })
    },

    async quote(credentials, _accountId, { symbol, networkKey }) {
      const { networkFee, estimatedSeconds } = await feeOf(credentials, symbol, networkKey)
      const id = quoteNote(networkFee)
      return { id, networkFee, exchangeFee: Amount.zero, fromAddress: '', expiresInSeconds: null, estimatedSeconds }
    },

    async withdraw(credentials, _accountId, order) {
      const note = readQuoteNote(order.quoteId)
      const network = Object.keys(networkKeys).find((name) => networkKeys[name] === order.networkKey)
      if (note === null || network === undefined) return { kind: 'rejected', code: 'quote_expired' }
      try {
        // Less would arrive than was promised.
        const { networkFee } = await feeOf(credentials, order.symbol, order.networkKey)
        if (!networkFee.equals(note.fee)) return { kind: 'rejected', code: 'quote_expired' }
      } catch {
        return { kind: 'rejected', code: 'not_sent' }
      }
      const leftMs = Math.min(longestWindowMs, order.validUntil.getTime() - tools.now().getTime())
      if (leftMs < 1) return { kind: 'rejected', code: 'not_sent' }
      const sent = await calls.send({
        method: 'sapiPostCapitalWithdrawApply',
        credentials,
        params: {
          coin: order.symbol,
          network,
          address: order.address,
          ...(order.addressTag === '' ? {} : { addressTag: order.addressTag }),
          amount: order.amount.add(note.fee).toString(),
          withdrawOrderId: referenceOf(order.clientReference),
          walletType: '0',
          recvWindow: String(leftMs),
        },
        validUntil: order.validUntil,
      })
      return outcomeBy(refusals, sent, codesOf, (body) => Ordered.safeParse(body).data?.id)
    },

    async getWithdrawal(credentials, _accountId, withdrawalId) {
      const rows = await historyOf(credentials, { idList: withdrawalId })
      const row = rows.find(({ id }) => id === withdrawalId)
      // Whoever answers with others has not looked for it.
      if (row === undefined && rows.length > 0) throw new ExchangeFailure('unavailable')
      return row === undefined ? undefined : withdrawalOf(tools, row)
    },
    async findWithdrawal(credentials, _accountId, clientReference, since) {
      const startTime = since.getTime()
      const endTime = Math.min(startTime + referenceWindowMs, Math.max(startTime + dayMs, tools.now().getTime()))
      const withdrawOrderId = referenceOf(clientReference)
      const window = { startTime: String(startTime), endTime: String(endTime) }
      const rows = await historyOf(credentials, { withdrawOrderId, ...window })
      const isAnswer = rows.length <= 1 && rows.every((row) => row.withdrawOrderId === withdrawOrderId)
      if (!isAnswer) throw new ExchangeFailure('unavailable')
      return rows.map((row) => ({ ...withdrawalOf(tools, row), clientReference }))[0]
    },
    async listWithdrawals(credentials, _accountId, since) {
      const startTime = since.getTime()
      const endTime = Math.min(startTime + listWindowMs, tools.now().getTime() + dayMs)
      const rows: Row[] = []
      for (let page = 0; page < mostPages; page++) {
        const window = { startTime: String(startTime), endTime: String(endTime) }
        const next = await historyOf(credentials, { ...window, offset: String(rows.length), limit: String(pageSize) })
        rows.push(...next)
        if (next.length < pageSize) return rows.map((row) => withdrawalOf(tools, row))
      }
      throw new ExchangeFailure('unavailable')
    },

    async prices() {
      const tickers = await calls.readPublic(Tickers, '/api/v3/ticker/price')
      const priced = tickers.filter(
        ({ symbol, price }) => symbol.length > 4 && symbol.endsWith('USDT') && price.isPositive,
      )
      return new Map(priced.map(({ symbol, price }) => [symbol.slice(0, -4), price])).set('USDT', Amount.parse('1'))
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

/** It takes letters and digits alone. */
function referenceOf(clientReference: string): string {
  return clientReference.replaceAll('-', '')
}

/** Null for a success. */
function codesOf({ body, status }: HttpAnswer): string[] | null {
  const failure = Failure.safeParse(body)
  if (failure.success) return [failure.data.code]
  return status === 200 ? null : []
}

function withdrawalOf(tools: ExchangeTools, row: Row): Withdrawal {
  const networkKey = (Object.hasOwn(networkKeys, row.network ?? '') ? networkKeys[row.network ?? ''] : undefined) ?? ''
  return {
    id: row.id,
    clientReference: row.withdrawOrderId ?? '',
    symbol: row.coin,
    networkKey,
    address: row.address,
    addressTag: row.addressTag ?? '',
    amount: row.amount,
    state: stateBeside(row.txId, stateOf(row.status)),
    hash: chainHash(tools, networkKey, row.txId),
    createdAt: new Date(`${row.applyTime.replace(' ', 'T')}Z`),
  }
}
