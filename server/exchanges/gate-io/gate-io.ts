// Gate, with an API key: the spot account. Gate finds a withdrawal by our reference and refuses a request dated a minute from its clock.
// It deducts its fee from the ordered amount, so the adapter orders amount plus fee. Prices are in USDT, which counts as a dollar.

import * as z from 'zod'
import { Amount } from '../../contract/amount.ts'
import type { Exchange, ExchangeHolding, Route } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { HttpResponse } from '../http-call.ts'
import type { AdapterSettings } from '../kit/adapter-settings.ts'
import { AmountText, AnyText, readableRows, ShortText } from '../kit/answer-parts.ts'
import { isStatedContract, knownToken } from '../kit/catalogue-tokens.ts'
import { isOfSteps, readAdapterState, stepOfDecimals, writeAdapterState } from '../kit/exchange-amounts.ts'
import { exchangeCalls } from '../kit/exchange-calls.ts'
import { keySignIn } from '../kit/key-sign-in.ts'
import { memoize } from '../kit/memoize.ts'
import { failureBy, outcomeBy } from '../kit/refusals.ts'
import { siteOf } from '../kit/sites.ts'
import { compactReference, entryOf, pricesInUsdt, wordOf } from '../kit/tables.ts'
import { type ExchangeTools, fingerprintOfKey } from '../kit/tools.ts'
import { defaultHistoryMs, defaultLeaseMs, keyedPollDelays } from '../recovery-policy.ts'
import type { Credentials } from '../sign-in.ts'
import type { WithdrawalTerms } from '../withdrawal.ts'
import { isSaved, mayWithdraw } from './access.ts'
import { gateIoRecords } from './records.ts'
import { signGateIo } from './signer.ts'
import { addressCodes, failures, networkKeys, refusals, sites, unknownKeyCodes, unusedAddress } from './tables.ts'
import { UpperText } from './text.ts'

const Failure = z.object({ label: ShortText, message: AnyText.nullish() })
const Detail = z.object({ user_id: ShortText })
const Accounts = z.array(z.object({ currency: UpperText, available: AmountText, locked: AmountText.nullish() }))
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
type Terms = z.infer<typeof Terms>
const AllTerms = readableRows(Terms)
const Ordered = z.object({ id: ShortText, withdraw_order_id: AnyText.nullish() })
const Tickers = readableRows(z.object({ currency_pair: ShortText, last: AmountText }))
const Time = z.object({ server_time: z.string() })

const listedForMs = 60_000
// One order in three seconds.
const orderLimit = { name: 'order', policy: { quota: 1, windowSeconds: 3 } }

export function gateIo(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const calls = exchangeCalls(tools, {
    type: 'gateIo',
    sign: signGateIo,
    publicUrl: sites[0].baseUrl,
    sites,
    adapter,
    limits: { key: { quota: 100, windowSeconds: 10 }, address: { quota: 150, windowSeconds: 10 } },
    failureOf: (answer) => {
      const codes = gateIoCodes(answer)
      return codes === null ? null : failureBy(failures, codes, answer.status)
    },
  })
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
    pollsPerSecond: 8,

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
        await termsOf(credentials)
        await calls.read(Accounts, { endpoint: 'GET /api/v4/spot/accounts', credentials })
        return { externalId: user_id, name: 'Spot' }
      },
    }),

    async holdings(credentials) {
      const [accounts, allTerms] = await Promise.all([
        calls.read(Accounts, { endpoint: 'GET /api/v4/spot/accounts', credentials }),
        termsOf(credentials),
      ])
      const held = accounts.filter(({ available, locked }) => !available.isZero || locked?.isZero === false)
      return Promise.all(
        held.map(async ({ currency: symbol, available }): Promise<ExchangeHolding> => {
          const terms = allTerms.get(symbol)
          const routes = await routesOf(credentials, symbol, terms)
          return { symbol, name: terms?.name || symbol, available, routes }
        }),
      )
    },

    async quote(credentials, _accountId, terms) {
      const { networkFee, estimatedSeconds } = await findRoute(credentials, terms)
      const adapterState = writeAdapterState(networkFee)
      return {
        adapterState,
        networkFee,
        exchangeFee: Amount.zero,
        fromAddress: '',
        expiresInSeconds: null,
        estimatedSeconds,
      }
    },

    async withdraw(credentials, _accountId, order) {
      const note = readAdapterState(order.adapterState)
      const chain = wordOf(networkKeys, order.networkKey)
      if (note === null || chain === undefined) return { kind: 'rejected', code: 'quote_expired' }
      try {
        // With another fee, the recipient would not get the quoted amount.
        const terms = (await termsOf(credentials)).get(order.symbol)
        const fee = terms === undefined ? null : feeOf(terms, chain)
        if (fee?.equals(note.fee) !== true) return { kind: 'rejected', code: 'quote_expired' }
      } catch {
        return { kind: 'rejected', code: 'not_sent' }
      }
      const reference = compactReference(order.clientReference)
      const sent = await calls.send({
        endpoint: 'POST /api/v4/withdrawals',
        credentials,
        params: {
          currency: order.symbol,
          address: order.address,
          amount: order.amount.add(note.fee).toString(),
          chain,
          ...(order.addressTag === '' ? {} : { memo: order.addressTag }),
          withdraw_order_id: reference,
        },
        limit: orderLimit,
        validUntil: order.validUntil,
      })
      return outcomeBy(refusals, sent, {
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

/** The fee of a withdrawal on a chain; null if it depends on the amount, or is not stated. */
function feeOf(terms: Terms, chain: string): Amount | null {
  const percent = onChain(terms.withdraw_percent_on_chains, chain) ?? terms.withdraw_percent ?? '0%'
  if (!/^0(\.0+)?%?$/.test(percent)) return null
  return Amount.tryParse(onChain(terms.withdraw_fix_on_chains, chain) ?? '')
}

function onChain(words: Record<string, string> | null | undefined, name: string): string | undefined {
  return words ? entryOf(words, name) : undefined
}

/** Null for a success. */
function gateIoCodes({ body, status }: HttpResponse): string[] | null {
  const failure = Failure.safeParse(body).data
  if (failure === undefined) return status === 200 || status === 201 ? null : []
  const isUnused =
    failure.label === 'INVALID_PARAM_VALUE' && /only used addresses or verified addresses/i.test(failure.message ?? '')
  return [isUnused ? unusedAddress : failure.label]
}
