// Bitget, by API key: what lies in the spot account of its classic accounts. It finds a withdrawal by our reference, refuses a
// request whose time is over, and takes its fee out of the amount: so it is ordered the amount and the fee. It prices in USDT,
// taken for a dollar.

import * as z from 'zod'
import { Amount } from '../contract/amount.ts'
import { addressCodes, failures, networkKeys, notInAddressBook, refusals, stateOf } from './bitget-tables.ts'
import {
  type Credentials,
  type Exchange,
  ExchangeFailure,
  type ExchangeHolding,
  type Route,
  usualLeaseMs,
  type Withdrawal,
  type WithdrawalTerms,
} from './exchange.ts'
import type { HttpAnswer } from './http-call.ts'
import type { AdapterSettings } from './kit/adapter-settings.ts'
import { AmountText, AnyText, MillisecondsTime, readableRows, ShortText } from './kit/answer-parts.ts'
import { chainHash, isToldContract, knownToken, stateBeside } from './kit/catalogue-tokens.ts'
import { isOfSteps, quoteNote, readQuoteNote, stepOfDecimals } from './kit/exchange-amounts.ts'
import { exchangeCalls } from './kit/exchange-calls.ts'
import { keySignIn } from './kit/key-sign-in.ts'
import { failureBy, outcomeBy } from './kit/refusals.ts'
import { remembered } from './kit/remembered.ts'
import type { ExchangeTools } from './kit/tools.ts'

const Code = z.object({ code: z.string().regex(/^\d{3,7}$/), msg: AnyText.nullish() })
const data = <T>(schema: z.ZodType<T>) => z.object({ data: schema }).transform((answer) => answer.data)

const Info = data(z.object({ userId: ShortText, authorities: z.array(z.string()) }))
const Assets = data(
  z.array(
    z.object({
      coin: ShortText,
      available: AmountText,
      frozen: AmountText.nullish(),
      locked: AmountText.nullish(),
    }),
  ),
)
type Asset = z.infer<typeof Assets>[number]
const YesOrNo = z.literal(['true', 'false', true, false]).transform((word) => String(word) === 'true')
const Chain = z.object({
  chain: ShortText,
  withdrawable: YesOrNo,
  needTag: YesOrNo.nullish(),
  withdrawFee: AmountText,
  extraWithdrawFee: AmountText.nullish(),
  minWithdrawAmount: AmountText,
  contractAddress: AnyText.nullish(),
  withdrawStep: AmountText.nullish(),
  withdrawMinScale: z.string().regex(/^\d{1,2}$/),
})
type Chain = z.infer<typeof Chain>
const Coins = data(readableRows(z.object({ coin: ShortText, chains: readableRows(Chain).nullish() })))
const Row = z.object({
  orderId: ShortText,
  clientOid: AnyText.nullish(),
  tradeId: AnyText.nullish(),
  coin: ShortText,
  dest: AnyText.nullish(),
  size: AmountText,
  fee: AmountText.nullish(),
  status: ShortText,
  toAddress: AnyText.nullish(),
  tag: AnyText.nullish(),
  chain: AnyText.nullish(),
  cTime: MillisecondsTime,
})
type Row = z.infer<typeof Row>
const Rows = data(z.array(Row))
const Ordered = data(z.object({ orderId: ShortText, clientOid: AnyText.nullish() }))
const Tickers = data(readableRows(z.object({ symbol: ShortText, lastPr: AmountText })))
const Time = data(z.object({ serverTime: z.string() }))

const pageSize = 100
const mostPages = 50
const dayMs = 86_400_000
/** More than three months cannot be asked for. */
const windowMs = 89 * dayMs
const coinsForMs = 60_000
const everybody = ''

export function bitget(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const calls = exchangeCalls(tools, {
    type: 'bitget',
    library: 'bitget',
    publicUrl: 'https://api.bitget.com',
    adapter,
    secretsOf: ({ apiKey = '', apiSecret: secret = '', passphrase: password = '' }) => ({ apiKey, secret, password }),
    // Ten a second of each call, and five withdrawals.
    limits: { key: { quota: 5, windowSeconds: 1 }, address: { quota: 1_200, windowSeconds: 60 } },
    failureOf: (answer) => {
      const codes = codesOf(answer)
      return codes === null ? null : failureBy(failures, codes, answer.status)
    },
  })
  const coinsOf = remembered(tools, coinsForMs, async (_: typeof everybody) => {
    const listed = await calls.readPublic(Coins, '/api/v2/spot/public/coins')
    return new Map(listed.map(({ coin, chains }) => [coin.toUpperCase(), chains ?? []]))
  })

  function routeOf(symbol: string, row: Chain): Route[] {
    const networkKey = networkOf(row.chain)
    const known = knownToken(tools, networkKey, symbol)
    if (known === undefined || !isToldContract(known, row.contractAddress ?? '')) return []
    // A fee that grows with the amount is none that could be told beforehand.
    if (row.extraWithdrawFee?.isZero === false) return []
    const step = stepOf(row, known.token.decimals)
    if (!isOfSteps(row.withdrawFee, step)) return []
    return [
      {
        networkKey,
        contract: known.token.contract,
        decimals: known.token.decimals,
        minimum: row.minWithdrawAmount,
        maximum: null,
        step,
        networkFee: row.withdrawFee,
        exchangeFee: Amount.zero,
        enabled: row.withdrawable,
        tagRequired: row.needTag === true,
        estimatedSeconds: 300,
      },
    ]
  }

  /** The one way an asset leaves by a network. Throws an ExchangeFailure where there is none, or more than one. */
  async function wayOf({ symbol, networkKey }: WithdrawalTerms): Promise<{ chain: string; route: Route }> {
    const rows = (await coinsOf(everybody, everybody)).get(symbol) ?? []
    const ways = rows.flatMap((row) => routeOf(symbol, row).map((route) => ({ chain: row.chain, route })))
    const [way, another] = ways.filter(({ route }) => route.networkKey === networkKey)
    if (way === undefined || another !== undefined) throw new ExchangeFailure('rejected', 'network_unsupported')
    return way
  }

  const historyOf = (credentials: Credentials, params: Record<string, string>) =>
    calls.read(Rows, { method: 'privateSpotGetV2SpotWalletWithdrawalRecords', params, credentials })
  const assetsOf = (credentials: Credentials) =>
    calls.read(Assets, { method: 'privateSpotGetV2SpotAccountAssets', credentials })
  const fundingOf = (credentials: Credentials) =>
    calls.read(Assets, { method: 'privateSpotGetV2AccountFundingAssets', credentials })

  return {
    type: 'bitget',
    name: 'Bitget',
    color: '#006b7d',
    transfers: true,
    networkKeys: [...new Set(Object.values(networkKeys))],
    recovery: {
      class: 'find',
      requestMs: 40_000,
      // No window that it publishes is longer than a minute, on either side of its own clock.
      fenceMs: 125_000,
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
      labels: { apiSecret: 'Secret key', passphrase: 'Passphrase' },
      keysUrl: adapter.keysUrl ?? 'https://www.bitget.com/account/newapi',
      serverAddresses,
      addressCodes,
      async open(credentials) {
        const { userId, authorities } = await calls.read(Info, {
          method: 'privateSpotGetV2SpotAccountInfo',
          credentials,
        })
        // Wallet withdrawal, to be written.
        if (!authorities.includes('wwow')) return 'missingExchangePermission'
        // What it will be asked for at every transfer is tried now.
        await assetsOf(credentials)
        return { externalId: userId, name: 'Spot' }
      },
    }),

    async holdings(credentials) {
      const [spot, funding, coins] = await Promise.all([
        assetsOf(credentials),
        fundingOf(credentials),
        coinsOf(everybody, everybody),
      ])
      // Only what is in the spot account can be withdrawn: it stands first, the other shows where the rest is.
      return [
        ...spot.filter(isHeld).map(({ coin, available }): ExchangeHolding => {
          const symbol = coin.toUpperCase()
          const routes = (coins.get(symbol) ?? []).flatMap((row) => routeOf(symbol, row))
          return { symbol, name: nameOf(tools, routes, symbol), available, routes }
        }),
        ...funding.filter(isHeld).map(({ coin, available }): ExchangeHolding => {
          const symbol = coin.toUpperCase()
          return { symbol, name: `${symbol} (funding)`, available, routes: [] }
        }),
      ]
    },

    async quote(_credentials, _accountId, terms) {
      const { networkFee, estimatedSeconds } = (await wayOf(terms)).route
      const id = quoteNote(networkFee)
      return { id, networkFee, exchangeFee: Amount.zero, fromAddress: '', expiresInSeconds: null, estimatedSeconds }
    },

    async withdraw(credentials, _accountId, order) {
      const note = readQuoteNote(order.quoteId)
      if (note === null) return { kind: 'rejected', code: 'quote_expired' }
      let chain: string
      try {
        const way = await wayOf(order)
        // Another amount would arrive than was promised.
        if (!way.route.networkFee.equals(note.fee)) return { kind: 'rejected', code: 'quote_expired' }
        chain = way.chain
      } catch {
        return { kind: 'rejected', code: 'not_sent' }
      }
      const clientOid = order.clientReference
      const sent = await calls.send({
        method: 'privateSpotPostV2SpotWalletWithdrawal',
        credentials,
        params: {
          coin: order.symbol,
          // Within the exchange it would have no hash.
          transferType: 'on_chain',
          address: order.address,
          chain,
          ...(order.addressTag === '' ? {} : { tag: order.addressTag }),
          size: order.amount.add(note.fee).toString(),
          clientOid,
        },
        validUntil: order.validUntil,
      })
      return outcomeBy(refusals, sent, codesOf, (body) => {
        const made = Ordered.safeParse(body).data
        return (made?.clientOid ?? clientOid) === clientOid ? made?.orderId : undefined
      })
    },

    async getWithdrawal(credentials, _accountId, withdrawalId) {
      const now = tools.now().getTime()
      const window = { startTime: String(now - windowMs), endTime: String(now + 1_000) }
      const rows = await historyOf(credentials, { orderId: withdrawalId, ...window })
      const row = rows.find(({ orderId }) => orderId === withdrawalId)
      // Whoever answers with others has not looked for it.
      if (row === undefined && rows.length > 0) throw new ExchangeFailure('unavailable')
      return row === undefined ? undefined : withdrawalOf(tools, row)
    },
    async findWithdrawal(credentials, _accountId, clientReference, since) {
      const rows = await historyOf(credentials, { clientOid: clientReference, ...windowSince(tools, since) })
      const ids = new Set(rows.map(({ orderId }) => orderId))
      if (ids.size > 1 || rows.some(({ clientOid }) => clientOid !== clientReference)) {
        throw new ExchangeFailure('unavailable')
      }
      return rows.map((row) => withdrawalOf(tools, row))[0]
    },
    async listWithdrawals(credentials, _accountId, since) {
      const rows = new Map<string, Row>()
      let before: Record<string, string> = {}
      for (let page = 0; page < mostPages; page++) {
        const params = { ...windowSince(tools, since), limit: String(pageSize), ...before }
        const next = await historyOf(credentials, params)
        for (const row of next) rows.set(row.orderId, row)
        const last = next.at(-1)
        if (next.length < pageSize || last === undefined) {
          return [...rows.values()].map((row) => withdrawalOf(tools, row))
        }
        before = { idLessThan: last.orderId }
      }
      throw new ExchangeFailure('unavailable')
    },

    async prices() {
      const tickers = await calls.readPublic(Tickers, '/api/v2/spot/market/tickers')
      const priced = tickers.filter(
        ({ symbol, lastPr }) => symbol.length > 4 && symbol.endsWith('USDT') && lastPr.isPositive,
      )
      return new Map(priced.map(({ symbol, lastPr }) => [symbol.slice(0, -4), lastPr])).set('USDT', Amount.parse('1'))
    },
    async health() {
      try {
        await calls.readPublic(Time, '/api/v2/public/time')
        return 'up'
      } catch {
        return 'down'
      }
    },
  }
}

function isHeld({ available, frozen, locked }: Asset): boolean {
  return [available, frozen, locked].some((amount) => amount?.isZero === false)
}

/** '' for a chain that is not in the table. */
function networkOf(chain: string): string {
  const name = chain.toLowerCase()
  return (Object.hasOwn(networkKeys, name) ? networkKeys[name] : undefined) ?? ''
}

/** Of what is ordered: a zero stands for no step of its own. */
function stepOf({ withdrawStep, withdrawMinScale }: Chain, decimals: number): Amount {
  const smallest = stepOfDecimals(Math.min(decimals, Number(withdrawMinScale)))
  return withdrawStep?.isPositive === true ? Amount.max(withdrawStep, smallest) : smallest
}

/** More than three months are refused. */
function windowSince(tools: ExchangeTools, since: Date): { startTime: string; endTime: string } {
  const from = since.getTime()
  const to = Math.min(from + windowMs, Math.max(from + dayMs, tools.now().getTime()))
  return { startTime: String(from), endTime: String(to) }
}

/** Null for a success. */
function codesOf({ body, status }: HttpAnswer): string[] | null {
  const told = Code.safeParse(body).data
  if (told === undefined) return []
  if (told.code === '43111' && /address ?book/i.test(told.msg ?? '')) return [notInAddressBook]
  if (told.code !== '00000') return [told.code]
  return status === 200 ? null : []
}

/** Its fee is in the size that it tells of, and stands there as less than nothing. */
function withdrawalOf(tools: ExchangeTools, row: Row): Withdrawal {
  const fee = row.fee ?? Amount.zero
  const networkKey = networkOf(row.chain ?? '')
  const hash = row.dest === 'internal_transfer' ? '' : chainHash(tools, networkKey, row.tradeId)
  return {
    id: row.orderId,
    clientReference: row.clientOid ?? '',
    symbol: row.coin.toUpperCase(),
    networkKey,
    address: row.toAddress ?? '',
    addressTag: row.tag ?? '',
    amount: row.size.subtract(Amount.max(fee, Amount.zero.subtract(fee))),
    state: stateBeside(hash, stateOf(row.status)),
    hash,
    createdAt: row.cTime,
  }
}

function nameOf({ networks }: ExchangeTools, [route]: readonly Route[], symbol: string): string {
  const network = networks.byKey(route?.networkKey ?? '')
  return (network === undefined ? undefined : networks.token(network, symbol)?.name) ?? symbol
}
