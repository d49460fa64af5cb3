// Bybit, by API key. It sends to addresses only that its user has saved there, is told to charge its fee on top of the amount,
// and keeps our reference without ever telling it: a withdrawal is told apart by its fields alone, which is not enough to
// conclude that one was never made. What can leave is in the funding account. It prices in USDT, taken for a dollar.

import * as z from 'zod'
import { Amount } from '../contract/amount.ts'
import { failures, networkKeys, refusals, stateOf } from './bybit-tables.ts'
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
import { AmountText, AnyText, MillisecondsTime, NoShare, readableRows, ShortText } from './kit/answer-parts.ts'
import { chainHash, isToldContract, knownToken, stateBeside } from './kit/catalogue-tokens.ts'
import { quoteNote, readQuoteNote, stepOfDecimals } from './kit/exchange-amounts.ts'
import { exchangeCalls } from './kit/exchange-calls.ts'
import { keySignIn } from './kit/key-sign-in.ts'
import { failureBy, outcomeBy } from './kit/refusals.ts'
import type { ExchangeTools } from './kit/tools.ts'

const Code = z.object({ retCode: z.string().regex(/^\d{1,9}$/) })
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
/** Null for `-1`, for an empty text and for a missing field: no limit is known. */
const Limit = z
  .union([z.literal(['', '-1']).transform(() => null), AmountText])
  .nullish()
  .transform((limit) => limit ?? null)
const Chain = z.object({
  chain: ShortText,
  // Empty where nothing can leave: such a row is left out, and is never one without a fee.
  withdrawFee: AmountText,
  // Without limits the route stays: Bybit refuses an amount below or above them before it sends.
  withdrawMin: Limit,
  // Per transaction. `remainAmount` of the coin is deprecated.
  withdrawMax: Limit,
  minAccuracy: z.string().regex(/^\d{1,2}$/),
  chainWithdraw: z.string(),
  // Of some coins it takes a share, which depends on the amount.
  withdrawPercentageFee: NoShare.nullish(),
  // Some rows of native coins have none.
  contractAddress: AnyText.nullish(),
})
type Chain = z.infer<typeof Chain>
const Coin = z.object({ name: AnyText, coin: ShortText, chains: readableRows(Chain) })
type Coin = z.infer<typeof Coin>
const Coins = result(z.object({ rows: readableRows(Coin) }))
const Row = z.object({
  withdrawId: ShortText,
  coin: ShortText,
  chain: AnyText,
  amount: AmountText,
  toAddress: AnyText,
  tag: AnyText.nullish(),
  txID: AnyText.nullish(),
  status: ShortText,
  createTime: MillisecondsTime,
})
type Row = z.infer<typeof Row>
const Page = result(z.object({ rows: z.array(Row), nextPageCursor: AnyText.nullish() }))
const Ordered = result(z.object({ id: ShortText }))
const Tickers = result(z.object({ list: readableRows(z.object({ symbol: ShortText, lastPrice: AmountText })) }))
const Works = result(z.object({ list: z.array(z.object({ state: z.string(), env: z.string().optional() })) }))

const pageSize = 50
const mostPages = 100
const dayMs = 86_400_000
const listWindowMs = 30 * dayMs - 1
const longestWindowMs = 30_000

export function bybit(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const calls = exchangeCalls(tools, {
    type: 'bybit',
    library: 'bybit',
    publicUrl: 'https://api.bybit.com',
    adapter,
    secretsOf: ({ apiKey = '', apiSecret: secret = '' }) => ({ apiKey, secret }),
    limits: { key: { quota: 4, windowSeconds: 1 }, address: { quota: 600, windowSeconds: 5 } },
    failureOf: (answer) => {
      const codes = codesOf(answer)
      return codes === null ? null : failureBy(failures, codes, answer.status)
    },
  })

  const coinsOf = async (credentials: Credentials, params: Record<string, string> = {}) =>
    (await calls.read(Coins, { method: 'privateGetV5AssetCoinQueryInfo', params, credentials })).rows

  function routeOf(coin: Coin, row: Chain): Route[] {
    const networkKey = Object.hasOwn(networkKeys, row.chain) ? networkKeys[row.chain] : undefined
    const known = knownToken(tools, networkKey, coin.coin)
    if (known === undefined || networkKey === undefined || !isToldContract(known, row.contractAddress ?? '')) {
      return []
    }
    return [
      {
        networkKey,
        contract: known.token.contract,
        decimals: known.token.decimals,
        minimum: row.withdrawMin ?? Amount.zero,
        maximum: row.withdrawMax,
        step: stepOfDecimals(Math.min(known.token.decimals, Number(row.minAccuracy))),
        networkFee: row.withdrawFee,
        exchangeFee: Amount.zero,
        enabled: row.chainWithdraw === '1',
        estimatedSeconds: 300,
      },
    ]
  }

  async function wayOf(credentials: Credentials, symbol: string, networkKey: string) {
    const coin = (await coinsOf(credentials, { coin: symbol })).find((entry) => entry.coin === symbol)
    const way = coin?.chains
      .flatMap((row) => routeOf(coin, row).map((route) => ({ route, chain: row.chain })))
      .find(({ route }) => route.networkKey === networkKey)
    if (way === undefined) throw new ExchangeFailure('rejected', 'network_unsupported')
    return way
  }

  const pageOf = (credentials: Credentials, params: Record<string, string>) =>
    calls.read(Page, {
      method: 'privateGetV5AssetWithdrawQueryRecord',
      // On the chain and within the exchange.
      params: { withdrawType: '2', limit: String(pageSize), ...params },
      credentials,
    })

  /** Everything from one time to another, at most 30 days later. */
  async function rowsWithin(credentials: Credentials, startMs: number, endMs: number): Promise<Row[]> {
    const window = { startTime: String(startMs), endTime: String(endMs) }
    const rows: Row[] = []
    const seen = new Set<string>()
    for (let cursor = ''; ; ) {
      const page = await pageOf(credentials, { ...window, ...(cursor === '' ? {} : { cursor }) })
      rows.push(...page.rows)
      const next = page.nextPageCursor ?? ''
      if (next === '' && page.rows.length < pageSize) return rows
      if (page.rows.length === 0) return rows
      // A page that is full and names no next one is not known to be the last.
      if (next === '' || seen.has(next) || seen.size === mostPages) throw new ExchangeFailure('unavailable')
      seen.add(next)
      cursor = next
    }
  }

  return {
    type: 'bybit',
    name: 'Bybit',
    color: '#a05a00',
    transfers: true,
    networkKeys: [...new Set(Object.values(networkKeys))],
    recovery: {
      class: 'match',
      requestMs: 40_000,
      fenceMs: null,
      visibilityMs: 900_000,
      emptyLooks: 5,
      leaseMs: usualLeaseMs,
      pauses: [
        { fromAgeMs: 0, ms: 2_000 },
        { fromAgeMs: 60_000, ms: 10_000 },
        { fromAgeMs: 600_000, ms: 60_000 },
        { fromAgeMs: dayMs, ms: 300_000 },
      ],
    },
    looksPerSecond: 8,

    ...keySignIn({
      labels: { apiSecret: 'API secret' },
      keysUrl: adapter.keysUrl ?? 'https://www.bybit.com/app/user/api-management',
      serverAddresses,
      addressCodes: ['10010'],
      async open(credentials) {
        const key = await calls.read(Key, { method: 'privateGetV5UserQueryApi', credentials })
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
        method: 'privateGetV5AssetTransferQueryAccountCoinsBalance',
        params: { accountType: 'FUND' },
        credentials,
      })
      const coins = await coinsOf(credentials)
      return balance.flatMap(({ coin: symbol, walletBalance, transferBalance }): ExchangeHolding[] => {
        if (walletBalance.isZero && transferBalance.isZero) return []
        const coin = coins.find((entry) => entry.coin === symbol)
        const routes = coin?.chains.flatMap((row) => routeOf(coin, row)) ?? []
        return [{ symbol, name: coin?.name || symbol, available: transferBalance, routes }]
      })
    },

    async quote(credentials, _accountId, { symbol, networkKey }) {
      const { networkFee, estimatedSeconds } = (await wayOf(credentials, symbol, networkKey)).route
      const id = quoteNote(networkFee)
      return { id, networkFee, exchangeFee: Amount.zero, fromAddress: '', expiresInSeconds: null, estimatedSeconds }
    },

    async withdraw(credentials, _accountId, order) {
      const note = readQuoteNote(order.quoteId)
      if (note === null) return { kind: 'rejected', code: 'quote_expired' }
      let chain: string
      try {
        const way = await wayOf(credentials, order.symbol, order.networkKey)
        // More would be charged than was promised.
        if (note.fee.isLessThan(way.route.networkFee)) return { kind: 'rejected', code: 'quote_expired' }
        chain = way.chain
      } catch {
        return { kind: 'rejected', code: 'not_sent' }
      }
      const sent = await calls.send({
        method: 'privatePostV5AssetWithdrawCreate',
        credentials,
        params: {
          coin: order.symbol,
          chain,
          address: order.address,
          ...(order.addressTag === '' ? {} : { tag: order.addressTag }),
          amount: order.amount.toString(),
          // On the chain: within the exchange it would have no hash.
          forceChain: 1,
          accountType: 'FUND',
          // What is ordered arrives, and the fee comes on top.
          feeType: 0,
          requestId: order.clientReference.replaceAll('-', ''),
        },
        // Past `validUntil` by the exchange's clock, the request is refused.
        whenSigned: (now) => ({
          params: { timestamp: now.getTime() },
          options: { recvWindow: Math.min(longestWindowMs, order.validUntil.getTime() - now.getTime()) },
        }),
        // It takes one in ten seconds.
        limit: { name: `withdraw:${order.symbol}:${chain}`, policy: { quota: 1, windowSeconds: 10 } },
        validUntil: order.validUntil,
      })
      return outcomeBy(refusals, sent, codesOf, (body) => Ordered.safeParse(body).data?.id)
    },

    async getWithdrawal(credentials, _accountId, withdrawalId) {
      const { rows } = await pageOf(credentials, { withdrawID: withdrawalId })
      const row = rows.find((entry) => entry.withdrawId === withdrawalId)
      // Whoever answers with others has not looked for it.
      if (row === undefined && rows.length > 0) throw new ExchangeFailure('unavailable')
      return row === undefined ? undefined : withdrawalOf(tools, row)
    },
    async findWithdrawal() {
      throw new ExchangeFailure('rejected', 'unsupported')
    },
    async listWithdrawals(credentials, _accountId, since) {
      // An hour for two clocks that differ.
      const end = tools.now().getTime() + dayMs / 24
      const rows: Row[] = []
      for (let from = since.getTime(); from <= end; from += listWindowMs) {
        rows.push(...(await rowsWithin(credentials, from, Math.min(from + listWindowMs, end))))
      }
      return rows.map((row) => withdrawalOf(tools, row))
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
function codesOf({ body, status }: HttpAnswer): string[] | null {
  const told = Code.safeParse(body)
  if (!told.success) return []
  if (told.data.retCode !== '0') return [told.data.retCode]
  return status === 200 ? null : []
}

function withdrawalOf(tools: ExchangeTools, row: Row): Withdrawal {
  const networkKey = (Object.hasOwn(networkKeys, row.chain) ? networkKeys[row.chain] : undefined) ?? ''
  return {
    id: row.withdrawId,
    clientReference: '',
    symbol: row.coin,
    networkKey,
    address: row.toAddress,
    addressTag: row.tag ?? '',
    // Fees not counted, as it was ordered.
    amount: row.amount,
    state: stateBeside(row.txID, stateOf(row.status)),
    hash: chainHash(tools, networkKey, row.txID),
    createdAt: row.createTime,
  }
}
