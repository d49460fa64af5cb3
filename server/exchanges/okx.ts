// OKX, by API key and passphrase. It finds a withdrawal by our reference, charges its fee on top of the amount, and sends to
// addresses only that its user has saved there. What can leave is in the funding account; what is in the trading account is
// not told of. It prices in USDT, taken for a dollar.

import * as z from 'zod'
import { Amount } from '../contract/amount.ts'
import {
  type Credentials,
  defaultHistoryMs,
  defaultLeaseMs,
  type Exchange,
  ExchangeFailure,
  type ExchangeHolding,
  isRequiredAction,
  type Route,
  type Withdrawal,
  type WithdrawalOrder,
} from './exchange.ts'
import type { HttpResponse } from './http-call.ts'
import type { AdapterSettings } from './kit/adapter-settings.ts'
import { AmountText, AnyText, MillisecondsTime, NoShare, readableRows, ShortText } from './kit/answer-parts.ts'
import { chainHash, isStatedContract, knownToken, stateBeside, statedTag } from './kit/catalogue-tokens.ts'
import { quoteNote, readQuoteNote, stepOfDecimals } from './kit/exchange-amounts.ts'
import { exchangeCalls } from './kit/exchange-calls.ts'
import { keySignIn } from './kit/key-sign-in.ts'
import { failureBy, outcomeBy } from './kit/refusals.ts'
import { siteOf } from './kit/sites.ts'
import type { ExchangeTools } from './kit/tools.ts'
import { signOkx } from './okx-signer.ts'
import { addressBookAt, failures, networkKeys, refusals, sites, stateOf, unknownKeyCodes } from './okx-tables.ts'
import { ExchangeList, recipientInfo } from './okx-travel-rule.ts'
import { destinationFields, recipientFields } from './recipient-fields.ts'

const Code = z.object({ code: z.string().regex(/^\d{1,9}$/) })
const data = <T>(schema: z.ZodType<T>) => z.object({ data: schema }).transform((answer) => answer.data)

const Config = data(z.tuple([z.object({ uid: ShortText, mainUid: ShortText, perm: ShortText })]))
const Balances = data(readableRows(z.object({ ccy: ShortText, bal: AmountText, availBal: AmountText })))
const Chain = z.object({
  ccy: ShortText,
  name: AnyText,
  chain: ShortText,
  ctAddr: AnyText.nullish(),
  canWd: z.boolean(),
  minWd: AmountText,
  maxWd: AmountText,
  fee: AmountText.nullish(),
  // It stood for the fee before there was one.
  minFee: AmountText.nullish().catch(null),
  wdTickSz: z.string().regex(/^\d{1,2}$/),
  // Some coins lose a share of what is sent: what arrives could not be told.
  burningFeeRate: NoShare.nullish(),
  needTag: z.boolean().nullish(),
})
type Chain = z.infer<typeof Chain>
const Chains = data(readableRows(Chain))
const Row = z.object({
  wdId: ShortText,
  ccy: ShortText,
  chain: AnyText,
  amt: AmountText,
  to: AnyText,
  tag: AnyText.nullish(),
  pmtId: AnyText.nullish(),
  memo: AnyText.nullish(),
  addrEx: z.record(z.string(), z.unknown()).nullish(),
  clientId: AnyText.nullish(),
  txId: AnyText.nullish(),
  state: ShortText,
  ts: MillisecondsTime,
})
type Row = z.infer<typeof Row>
const Rows = data(z.array(Row))
const Ordered = data(z.tuple([z.object({ wdId: ShortText, clientId: AnyText.nullish() })]))
const Tickers = data(readableRows(z.object({ instId: ShortText, last: AmountText })))
const Works = data(z.array(z.object({ state: z.string(), env: z.string().optional() })))

const pageSize = 100
const mostPages = 50
const dayMs = 86_400_000

export function okx(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const calls = exchangeCalls(tools, {
    type: 'okx',
    sign: signOkx,
    publicUrl: sites[0].baseUrl,
    sites,
    adapter,
    limits: { key: { quota: 5, windowSeconds: 1 }, address: { quota: 600, windowSeconds: 60 } },
    failureOf: (answer) => {
      const codes = codesOf(answer)
      return codes === null ? null : failureBy(failures, codes, answer.status)
    },
  })

  const chainsOf = (credentials: Credentials, params: Record<string, string> = {}) =>
    calls.read(Chains, { endpoint: 'GET /api/v5/asset/currencies', params, credentials })

  function routeOf(row: Chain): Route[] {
    const networkKey = networkOf(row)
    const known = knownToken(tools, networkKey, row.ccy)
    const networkFee = row.fee ?? row.minFee
    if (known === undefined || !networkFee || !isStatedContract(known, row.ctAddr ?? '')) return []
    return [
      {
        networkKey,
        contract: known.token.contract,
        decimals: known.token.decimals,
        minimum: row.minWd,
        maximum: row.maxWd,
        step: stepOfDecimals(Math.min(known.token.decimals, Number(row.wdTickSz))),
        networkFee,
        exchangeFee: Amount.zero,
        enabled: row.canWd,
        tagRequired: row.needTag === true,
        estimatedSeconds: 300,
      },
    ]
  }

  /** The one way an asset leaves by a network. Throws an ExchangeFailure where there is none, or more than one. */
  async function wayOf(credentials: Credentials, symbol: string, networkKey: string) {
    const chains = await chainsOf(credentials, { ccy: symbol })
    const ways = chains
      .filter((row) => row.ccy === symbol)
      .flatMap((row) => routeOf(row).map((route) => ({ route, chain: row.chain })))
      .filter(({ route }) => route.networkKey === networkKey)
    const [way] = ways
    if (way === undefined || ways.length > 1) throw new ExchangeFailure('rejected', 'network_unsupported')
    return way
  }

  const historyOf = (credentials: Credentials, params: Record<string, string>) =>
    calls.read(Rows, { endpoint: 'GET /api/v5/asset/withdrawal-history', params, credentials })

  const listExchanges = (credentials: Credentials) =>
    calls.readPublicOf(ExchangeList, '/api/v5/asset/exchange-list', credentials)

  return {
    type: 'okx',
    name: 'OKX',
    color: '#2f343b',
    transfers: true,
    extraFields: [...destinationFields, ...recipientFields],
    networkKeys: [...new Set(Object.values(networkKeys))],
    recovery: {
      class: 'find',
      requestMs: 40_000,
      // It refuses what is dated more than 30 seconds from its own clock, on either side of it.
      fenceMs: 65_000,
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

    ...keySignIn({
      labels: { apiSecret: 'Secret key', passphrase: 'Passphrase' },
      keysUrl: adapter.keysUrl ?? 'https://www.okx.com/account/my-api',
      serverAddresses,
      addressCodes: ['50110'],
      sites: { all: sites, unknownKeyCodes },
      async open(credentials) {
        const [{ uid, mainUid, perm }] = await calls.read(Config, {
          endpoint: 'GET /api/v5/account/config',
          credentials,
        })
        // From a sub-account nothing leaves.
        if (uid !== mainUid || !perm.split(',').includes('withdraw')) {
          return 'missingExchangePermission'
        }
        return { externalId: uid, name: 'Funding' }
      },
    }),

    async holdings(credentials) {
      const balances = await calls.read(Balances, { endpoint: 'GET /api/v5/asset/balances', credentials })
      const chains = await chainsOf(credentials)
      return balances.flatMap(({ ccy, bal, availBal }): ExchangeHolding[] => {
        if (bal.isZero && availBal.isZero) return []
        const rows = chains.filter((row) => row.ccy === ccy)
        const name = rows.find((row) => row.name !== '')?.name ?? ccy
        return [{ symbol: ccy, name, available: availBal, routes: rows.flatMap(routeOf) }]
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
      const toAddr = placeOf(order)
      if (toAddr === null) return { kind: 'rejected', code: 'address_invalid' }
      let chain: string
      let rcvrInfo: Record<string, string> | null
      try {
        const way = await wayOf(credentials, order.symbol, order.networkKey)
        // More would be charged than was promised.
        if (note.fee.isLessThan(way.route.networkFee)) return { kind: 'rejected', code: 'quote_expired' }
        chain = way.chain
        const info = await recipientInfo(order, () => listExchanges(credentials))
        if (isRequiredAction(info)) return info
        rcvrInfo = info
      } catch {
        return { kind: 'rejected', code: 'not_sent' }
      }
      const clientId = referenceOf(order.clientReference)
      const sent = await calls.send({
        endpoint: 'POST /api/v5/asset/withdrawal',
        credentials,
        params: {
          ccy: order.symbol,
          amt: order.amount.toString(),
          // On the chain: within the exchange it would have no hash.
          dest: '4',
          toAddr,
          chain,
          clientId,
          ...(rcvrInfo === null ? {} : { rcvrInfo }),
        },
        validUntil: order.validUntil,
      })
      const outcome = outcomeBy(refusals, sent, codesOf, (body) => idUnder(clientId, body))
      if (outcome.kind !== 'addressWhitelistRequired') return outcome
      return { ...outcome, url: addressBookAt(siteOf(sites, credentials)) }
    },

    async getWithdrawal(credentials, _accountId, withdrawalId) {
      const rows = await historyOf(credentials, { wdId: withdrawalId })
      const row = rows.find(({ wdId }) => wdId === withdrawalId)
      // Whoever answers with others has not looked for it.
      if (row === undefined && rows.length > 0) throw new ExchangeFailure('unavailable')
      return row === undefined ? undefined : withdrawalOf(tools, row)
    },
    async findWithdrawal(credentials, _accountId, clientReference) {
      const clientId = referenceOf(clientReference)
      const rows = await historyOf(credentials, { clientId })
      const ids = new Set(rows.map(({ wdId }) => wdId))
      if (ids.size > 1 || rows.some((row) => row.clientId !== clientId)) throw new ExchangeFailure('unavailable')
      return rows.map((row) => ({ ...withdrawalOf(tools, row), clientReference }))[0]
    },
    async listWithdrawals(credentials, _accountId, since) {
      const before = String(since.getTime() - 1)
      const rows = new Map<string, Row>()
      let after = ''
      for (let page = 0; page < mostPages; page++) {
        const until = after === '' ? {} : { after }
        const next = await historyOf(credentials, { before, limit: String(pageSize), ...until })
        for (const row of next) rows.set(row.wdId, row)
        const last = next.at(-1)
        if (next.length < pageSize || last === undefined) {
          return [...rows.values()].map((row) => withdrawalOf(tools, row))
        }
        // Those of the same millisecond may stand on both pages.
        const reached = String(last.ts.getTime() + 1)
        if (reached === after) break
        after = reached
      }
      throw new ExchangeFailure('unavailable')
    },

    async prices() {
      const tickers = await calls.readPublic(Tickers, '/api/v5/market/tickers?instType=SPOT')
      const priced = tickers.filter(({ instId, last }) => /^[^-]+-USDT$/.test(instId) && last.isPositive)
      return new Map(priced.map(({ instId, last }) => [instId.slice(0, -5), last])).set('USDT', Amount.parse('1'))
    },
    async health() {
      try {
        const works = await calls.readPublic(Works, '/api/v5/system/status?state=ongoing')
        // 2 is where people practise.
        return works.some(({ state, env }) => state === 'ongoing' && env !== '2') ? 'degraded' : 'up'
      } catch {
        return 'down'
      }
    },
  }
}

/** It takes letters and digits alone, 32 of them. */
function referenceOf(clientReference: string): string {
  return clientReference.replaceAll('-', '')
}

/** '' for a chain that is not in the table. */
function networkOf({ ccy, chain }: Pick<Chain, 'ccy' | 'chain'>): string {
  const name = chain.startsWith(`${ccy}-`) ? chain.slice(ccy.length + 1) : ''
  return (Object.hasOwn(networkKeys, name) ? networkKeys[name] : undefined) ?? ''
}

/** Address and tag as one text. Null for a tag that could be read as another one. */
function placeOf({ address, addressTag }: WithdrawalOrder): string | null {
  if (addressTag === '') return address
  return addressTag.includes(':') ? null : `${address}:${addressTag}`
}

/** Null for a success. */
function codesOf({ body, status }: HttpResponse): string[] | null {
  const told = Code.safeParse(body)
  if (!told.success) return []
  if (told.data.code !== '0') return [told.data.code]
  return status === 200 ? null : []
}

function idUnder(clientId: string, body: unknown): string | undefined {
  const [ordered] = Ordered.safeParse(body).data ?? []
  const isOurs = ordered !== undefined && (ordered.clientId ?? clientId) === clientId
  return isOurs ? ordered.wdId : undefined
}

function withdrawalOf(tools: ExchangeTools, row: Row): Withdrawal {
  const networkKey = networkOf(row)
  const [address = '', tagBeside = ''] = row.to.split(/:(.*)/s)
  const comment = row.addrEx?.comment
  const told = [row.tag, row.memo, row.pmtId, typeof comment === 'string' ? comment : '', tagBeside]
  return {
    id: row.wdId,
    clientReference: row.clientId ?? '',
    symbol: row.ccy,
    networkKey,
    address: address || null,
    addressTag: statedTag(
      tools,
      networkKey,
      told.find((tag) => (tag ?? '') !== ''),
    ),
    amount: row.amt,
    state: stateBeside(row.txId, stateOf(row.state)),
    hash: chainHash(tools, networkKey, row.txId),
    createdAt: row.ts,
  }
}
