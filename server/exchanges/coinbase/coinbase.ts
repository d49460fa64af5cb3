// Coinbase, with OAuth. Orders with the same `idem` are one order, which can be found by it. Fees are charged on top of the amount. They
// are stated after the send and estimated before it. A late request is accepted until its access token expires after one hour.

import * as z from 'zod'
import { Amount } from '../../contract/amount.ts'
import { ofList } from '../../contract/length-checks.ts'
import type { Exchange, ExchangeHolding, Route } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { HttpResponse } from '../http-call.ts'
import type { AdapterSettings } from '../kit/adapter-settings.ts'
import { AmountText, AnyText, inData, readableRows, ShortText } from '../kit/answer-parts.ts'
import { knownToken } from '../kit/catalogue-tokens.ts'
import { readAdapterState, writeAdapterState } from '../kit/exchange-amounts.ts'
import { exchangeCalls } from '../kit/exchange-calls.ts'
import { memoize } from '../kit/memoize.ts'
import { failureBy, outcomeBy } from '../kit/refusals.ts'
import { entryOf, wordOf } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import { destinationFields, recipientFields } from '../recipient-fields.ts'
import { defaultHistoryMs, defaultLeaseMs, defaultPollDelays } from '../recovery-policy.ts'
import type { Credentials, SignInResult } from '../sign-in.ts'
import { isRequiredAction, type Withdrawal, type WithdrawalOrder, type WithdrawalOutcome } from '../withdrawal.ts'
import {
  Accepted,
  coinbaseWithdrawal,
  contradicts,
  Id,
  isSend,
  Money,
  OneTransaction,
  Pages,
  Transactions,
} from './records.ts'
import { coinbaseSignIn, type OAuthClient } from './sign-in.ts'
import { signCoinbase } from './signer.ts'
import { failures, networkKeys, refusals, refusedRequests, usualFee, usualFees } from './tables.ts'
import { travelRuleData, travelRuleStep } from './travel-rule.ts'

const Errors = z.object({
  errors: z.array(z.object({ id: z.string(), message: z.string().optional() })).min(1, ofList),
})
const Wallet = z.object({
  id: Id,
  name: AnyText.nullish(),
  primary: z.boolean().nullish(),
  type: z.string(),
  balance: Money,
  currency: z.object({ code: ShortText, name: AnyText.nullish(), type: z.string().nullish() }),
  allow_withdrawals: z.boolean().nullish(),
})
type Wallet = z.infer<typeof Wallet>
const Wallets = z.object({ data: z.array(Wallet), pagination: Pages })
const User = inData(z.object({ id: Id, name: AnyText.nullish() }))
const Access = inData(z.object({ scopes: z.array(z.string()) }))
const Currency = z.object({
  id: ShortText,
  name: AnyText,
  status: z.string(),
  max_precision: AmountText,
  supported_networks: readableRows(
    z.object({
      id: ShortText,
      status: z.string(),
      contract_address: AnyText.nullish(),
      min_withdrawal_amount: AmountText.nullish(),
      max_withdrawal_amount: AmountText.nullish(),
      processing_time_seconds: z.coerce.number().nullish(),
    }),
  ),
})
type Currency = z.infer<typeof Currency>
const Currencies = readableRows(Currency)
const Rates = inData(z.object({ rates: z.record(z.string(), z.unknown()) }))
const Time = inData(z.object({ epoch: z.string() }))

const one = Amount.parse('1')
const pageSize = '100'
const mostPages = 100
const currenciesForMs = 300_000
const marketUrl = 'https://api.exchange.coinbase.com'

export function coinbase(tools: ExchangeTools, client: OAuthClient, adapter: AdapterSettings = {}): Exchange {
  const signIn = coinbaseSignIn(client, adapter)
  const calls = exchangeCalls(tools, {
    type: 'coinbase',
    sign: signCoinbase,
    publicUrl: 'https://api.coinbase.com',
    adapter,
    limits: { key: { quota: 120, windowSeconds: 60 }, address: { quota: 3_000, windowSeconds: 3_600 } },
    failureOf: (answer) => {
      const codes = coinbaseCodes(answer)
      return codes === null ? null : failureBy(failures, codes.map(idOf), answer.status)
    },
  })
  const currenciesOf = memoize(tools, currenciesForMs, async () => {
    const [currencies, prices] = await Promise.all([
      calls.readPublic(Currencies, '/currencies', marketUrl),
      readPrices(),
    ])
    return { currencies: new Map(currencies.map((currency) => [currency.id, currency])), prices }
  })

  async function readPrices(): Promise<Map<string, Amount>> {
    const { rates } = await calls.readPublic(Rates, '/v2/exchange-rates?currency=USD')
    return new Map(
      Object.entries(rates).flatMap(([symbol, text]): [string, Amount][] => {
        const rate = AmountText.safeParse(text).data
        return rate === undefined || !rate.isPositive ? [] : [[symbol, priceOf(rate)]]
      }),
    )
  }

  async function walletsOf(credentials: Credentials): Promise<Wallet[]> {
    const call = { endpoint: 'GET /v2/accounts', credentials } as const
    return allPages((after) => calls.read(Wallets, { ...call, params: { limit: pageSize, ...after } }))
  }

  function routesOf(wallet: Wallet, currency: Currency | undefined, price: Amount | undefined): Route[] {
    const symbol = wallet.currency.code
    return (currency?.supported_networks ?? []).flatMap((row): Route[] => {
      const networkKey = entryOf(networkKeys, row.id)
      const known = knownToken(tools, networkKey, symbol)
      if (known === undefined || networkKey === undefined || currency === undefined) return []
      const step = currency.max_precision
      const inDollars = Amount.parse(usualFees[networkKey] ?? usualFee)
      const fee = price === undefined ? Amount.zero : inDollars.divideBy(price, 'up')
      return [
        {
          networkKey,
          contract: row.contract_address ?? '',
          decimals: known.token.decimals,
          minimum: row.min_withdrawal_amount ?? step,
          maximum: row.max_withdrawal_amount ?? null,
          step,
          networkFee: fee.floorTo(step).equals(fee) ? fee : fee.floorTo(step).add(step),
          exchangeFee: Amount.zero,
          enabled: currency.status === 'online' && row.status === 'online' && wallet.allow_withdrawals !== false,
          estimatedSeconds: row.processing_time_seconds || 600,
        },
      ]
    })
  }

  async function walletAndRoute(credentials: Credentials, symbol: string, networkKey: string) {
    const [wallets, { currencies, prices }] = await Promise.all([walletsOf(credentials), currenciesOf('', undefined)])
    const wallet = sendable(wallets.filter((each) => each.currency.code === symbol))
    const routes = wallet === undefined ? [] : routesOf(wallet, currencies.get(symbol), prices.get(symbol))
    const route = routes.find((each) => each.networkKey === networkKey)
    if (wallet === undefined || route === undefined) throw new ExchangeFailure('rejected', 'network_unsupported')
    return { wallet, route }
  }

  /** The sends of one wallet since a time, newest first. */
  async function transactionsSince(credentials: Credentials, walletId: string, since: Date): Promise<Withdrawal[]> {
    const call = { endpoint: `GET /v2/accounts/${walletId}/transactions`, credentials } as const
    const rows = await allPages(
      (after) =>
        calls.read(Transactions, {
          ...call,
          params: { limit: pageSize, order: 'desc', ...after },
        }),
      (row) => new Date(row.created_at) < since,
    )
    return rows.filter(isSend).map((row) => coinbaseWithdrawal(tools, walletId, row))
  }

  return {
    type: 'coinbase',
    name: 'Coinbase',
    color: '#0052ff',
    transfers: true,
    signIn: { scheme: 'oauth', fields: [] },
    extraFields: [...destinationFields, ...recipientFields],
    networkKeys: [...new Set(Object.values(networkKeys))],
    recovery: {
      class: 'replay',
      requestMs: 40_000,
      // The longest lifetime of the access token that signed the request.
      fenceMs: 3_600_000,
      visibilityMs: 900_000,
      historyMs: defaultHistoryMs,
      emptyPolls: 5,
      leaseMs: defaultLeaseMs,
      pollDelays: defaultPollDelays,
    },
    pollsPerSecond: 5,

    startSignIn: async (_fields, redirect) => signIn.begin(redirect),
    async finishRedirect(pending, answer): Promise<SignInResult> {
      const credentials = await signIn.tokensFor(pending, answer)
      if (credentials === null) return { state: 'failed', reason: 'signInRejected' }
      const { scopes } = await calls.read(Access, { endpoint: 'GET /v2/user/auth', credentials })
      const required = ['wallet:accounts:read', 'wallet:transactions:read', 'wallet:transactions:send']
      if (!required.every((scope) => scopes.includes(scope)))
        return { state: 'failed', reason: 'missingExchangePermission' }
      const { id, name } = await calls.read(User, { endpoint: 'GET /v2/user', credentials })
      const renewable = credentials.refreshToken !== undefined
      return { state: 'connected', credentials, accounts: [{ externalId: id, name: name || 'Main' }], renewable }
    },
    answerCode: async () => ({ state: 'failed', reason: 'codeLocked' }),
    resendCode: async () => ({ state: 'failed', reason: 'codeLocked' }),
    renew: (credentials) => signIn.renew(credentials),

    async holdings(credentials) {
      const [wallets, { currencies, prices }] = await Promise.all([walletsOf(credentials), currenciesOf('', undefined)])
      const coins = wallets.filter(isCoin)
      if (coins.length > 0 && coins.every((wallet) => wallet.allow_withdrawals === false)) {
        throw new ExchangeFailure('rejected', 'withdrawals_locked')
      }
      const sending = new Set(
        [...new Set(coins.map(({ currency }) => currency.code))].map((code) =>
          sendable(coins.filter(({ currency }) => currency.code === code)),
        ),
      )
      // Wallets of one currency are separate. Only one of them can send, and it comes first.
      return coins
        .filter((wallet) => !wallet.balance.amount.isZero)
        .sort((a, b) => Number(sending.has(b)) - Number(sending.has(a)))
        .map((wallet): ExchangeHolding => {
          const { code } = wallet.currency
          const routes = sending.has(wallet) ? routesOf(wallet, currencies.get(code), prices.get(code)) : []
          const name = sending.has(wallet) ? wallet.currency.name || code : wallet.name || code
          return { symbol: code, name, available: wallet.balance.amount, routes }
        })
    },

    async quote(credentials, _accountId, { symbol, networkKey }) {
      const { wallet, route } = await walletAndRoute(credentials, symbol, networkKey)
      const { networkFee, estimatedSeconds } = route
      const adapterState = writeAdapterState(networkFee, wallet.id)
      const more = { exchangeFee: Amount.zero, fromAddress: '', expiresInSeconds: null, estimatedSeconds }
      return { adapterState, networkFee, feeIsEstimate: true, ...more }
    },

    async withdraw(credentials, _accountId, order) {
      const walletId = readAdapterState(order.adapterState)?.value ?? ''
      const network = wordOf(networkKeys, order.networkKey)
      if (!Id.safeParse(walletId).success || network === undefined) return { kind: 'rejected', code: 'quote_expired' }
      const declared = travelRuleData(order)
      if (isRequiredAction(declared)) return declared
      const sent = await calls.send({
        endpoint: `POST /v2/accounts/${walletId}/transactions`,
        credentials,
        params: {
          type: 'send',
          to: order.address,
          amount: order.amount.toString(),
          currency: order.symbol,
          network,
          idem: order.clientReference,
          ...(order.addressTag === '' ? {} : { destination_tag: order.addressTag }),
          ...(declared === null ? {} : { travel_rule_data: declared }),
        },
        ...(order.mfaCode === null ? {} : { headers: { 'CB-2FA-TOKEN': order.mfaCode } }),
        validUntil: order.validUntil,
      })
      const required = sent.kind === 'answer' ? requiredOfUser(sent.answer, order) : null
      if (required !== null) return required
      return outcomeBy(refusals, sent, {
        codesOf: (answer) => listedCodes(coinbaseCodes(answer)),
        idOf: (body) => {
          const row = Accepted.safeParse(body).data
          return row !== undefined && !contradicts(row, order) ? `${walletId}:${row.id}` : undefined
        },
      })
    },

    async getWithdrawal(credentials, _accountId, withdrawalId) {
      const [walletId = '', id = ''] = withdrawalId.split(':')
      if (!Id.safeParse(walletId).success || !Id.safeParse(id).success) return undefined
      const answer = await calls.request({ endpoint: `GET /v2/accounts/${walletId}/transactions/${id}`, credentials })
      const codes = coinbaseCodes(answer)
      if (answer.status === 404 && codes?.map(idOf).includes('not_found')) return undefined
      if (codes !== null) throw failureBy(failures, codes.map(idOf), answer.status)
      const row = OneTransaction.safeParse(answer.body).data
      if (row === undefined || row.id !== id || !isSend(row)) throw new ExchangeFailure('unavailable')
      return coinbaseWithdrawal(tools, walletId, row)
    },
    async findWithdrawal(credentials, _accountId, { clientReference, since, symbol }) {
      const wallets = (await walletsOf(credentials)).filter((wallet) => wallet.currency.code === symbol)
      // Without its wallet, the order cannot be looked up.
      if (wallets.length === 0) throw new ExchangeFailure('unavailable')
      const made: Withdrawal[] = []
      for (const { id } of wallets) made.push(...(await transactionsSince(credentials, id, since)))
      return made.find((entry) => entry.clientReference === clientReference)
    },
    async listWithdrawals(credentials, _accountId, since) {
      const made: Withdrawal[] = []
      for (const { id } of (await walletsOf(credentials)).filter(isCoin)) {
        made.push(...(await transactionsSince(credentials, id, since)))
      }
      return made
    },

    prices: readPrices,
    async health() {
      try {
        await calls.readPublic(Time, '/v2/time')
        return 'up'
      } catch {
        return 'down'
      }
    },
  }
}

interface Listed<Row> {
  data: Row[]
  pagination: { next_uri?: string | null | undefined }
}

/** Throws an ExchangeFailure unless the last page, or a row that is old enough, was read. */
async function allPages<Row extends { id: string }>(
  read: (after: { starting_after?: string }) => Promise<Listed<Row>>,
  isOldEnough: (row: Row) => boolean = () => false,
): Promise<Row[]> {
  const rows: Row[] = []
  const seen = new Set<string>()
  let after: { starting_after?: string } = {}
  for (;;) {
    const { data, pagination } = await read(after)
    rows.push(...data)
    if (!pagination.next_uri || data.some(isOldEnough)) return rows
    const next = data.at(-1)?.id
    if (next === undefined || seen.has(next) || seen.size === mostPages) throw new ExchangeFailure('unavailable')
    seen.add(next)
    after = { starting_after: next }
  }
}

function isCoin({ type, currency }: Wallet): boolean {
  return type !== 'fiat' && currency.type !== 'fiat'
}

/** The wallet that sends: the primary one, else the one with the highest balance. Staked balances cannot be sent. */
function sendable(wallets: readonly Wallet[]): Wallet | undefined {
  const free = wallets.filter((wallet) => wallet.type === 'wallet' && !/^staked /i.test(wallet.name ?? ''))
  const fullest = [...free].sort((a, b) => b.balance.amount.compare(a.balance.amount))[0]
  const primary = free.find((wallet) => wallet.primary === true && wallet.balance.amount.isPositive)
  return primary ?? fullest
}

/** The ids with their sentences. Null for a success. */
function coinbaseCodes({ body, status }: HttpResponse): string[] | null {
  const errors = Errors.safeParse(body).data
  if (errors !== undefined) return errors.errors.map(({ id, message = '' }) => `${id}: ${message}`)
  return status >= 200 && status < 300 ? null : []
}

function idOf(code: string): string {
  return code.slice(0, code.indexOf(':'))
}

/** The id with its sentence if the table lists it so, else the id. */
function listedCodes(codes: string[] | null): string[] | null {
  return codes?.map((code) => (Object.hasOwn(refusals, code) ? code : idOf(code))) ?? null
}

/** The action that a refused order requires; null for any other response. */
function requiredOfUser(answer: HttpResponse, { mfaCode }: WithdrawalOrder): WithdrawalOutcome | null {
  const codes = coinbaseCodes(answer)
  const isRefused = answer.status === 400 || answer.status === 402
  // A response with both data and an error is neither a success nor a refusal.
  if (!isRefused || codes === null || codes.length === 0 || Object.hasOwn(answer.body as object, 'data')) return null
  const [code = ''] = codes
  if (codes.length === 1 && idOf(code) === 'two_factor_required') {
    if (mfaCode === null) return { kind: 'mfaRequired', method: 'phone' }
    return { kind: /expired/i.test(code) ? 'mfaExpired' : 'mfaWrong' }
  }
  return codes.every((each) => refusedRequests.has(idOf(each))) ? travelRuleStep(codes) : null
}

/** The price, from the rate of one dollar. Rounded to ten significant digits, as many as the rates have. */
function priceOf(rate: Amount): Amount {
  const price = one.divideBy(rate, 'half-even')
  const [whole = '0', fraction = ''] = price.toString().split('.')
  const decimals = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) + 10 : Math.max(2, 10 - whole.length)
  return price.round(Math.min(24, decimals), 'half-even')
}
