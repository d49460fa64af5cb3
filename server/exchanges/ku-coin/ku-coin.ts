// KuCoin, with an API key. A withdrawal is found by its remark, which is our reference (records.ts). With `feeDeductType`
// EXTERNAL, KuCoin charges its fee on top of the amount. A request is valid for five seconds.

import * as z from 'zod'
import type { Amount } from '../../contract/amount.ts'
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
import { AmountText, AnyText, inData, ShortText } from '../kit/response-parts.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import { defaultHistoryMs, defaultLeaseMs, keyedPollDelays } from '../recovery-policy.ts'
import { kuCoinLimits } from './limits.ts'
import { kuCoinRecords } from './records.ts'
import { kuCoinRoutes } from './routes.ts'
import { openKey, withKeyVersion } from './sign-in.ts'
import { signKuCoin } from './signer.ts'
import { addressCodes, failures, networkKeys, outcomes, sites, unknownKeyCodes } from './tables.ts'

const Code = z.object({ code: z.string().regex(/^\d{3,7}$/), msg: AnyText.nullish() })
const Accounts = inData(
  z.array(z.object({ currency: ShortText, type: ShortText, balance: AmountText, available: AmountText })),
)
type Accounts = z.infer<typeof Accounts>
const Ordered = inData(z.object({ withdrawalId: ShortText }))
const Prices = inData(z.record(z.string(), z.unknown()))
const Status = inData(z.object({ status: z.string() }))

export function kuCoin(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const limits = limitsOf('kuCoin', kuCoinLimits, adapter)
  const calls = exchangeCalls(tools, {
    type: 'kuCoin',
    sign: signKuCoin,
    publicUrl: sites[0].baseUrl,
    sites,
    adapter,
    limits,
    codesOf: (response) => kuCoinCodes(response)?.map(codeAlone) ?? null,
    failures,
  })
  const routes = kuCoinRoutes(tools, calls)
  const records = kuCoinRecords(tools, calls)

  return {
    type: 'kuCoin',
    name: 'KuCoin',
    color: '#0f7a5c',
    transfers: true,
    networkKeys: [...new Set(Object.values(networkKeys))],
    recovery: {
      class: 'find',
      requestMs: 40_000,
      // KuCoin refuses a request dated more than five seconds before or after its clock.
      fenceMs: 15_000,
      visibilityMs: 900_000,
      historyMs: defaultHistoryMs,
      emptyPolls: 5,
      leaseMs: defaultLeaseMs,
      pollDelays: keyedPollDelays,
    },
    limits,
    // Its list states no returned withdrawal, and is one request per asset.
    listsAsLookedUp: false,

    ...keySignIn({
      labels: { apiSecret: 'API secret', passphrase: 'API passphrase' },
      keysUrl: adapter.keysUrl ?? 'https://www.kucoin.com/account/api',
      serverAddresses,
      addressCodes,
      sites: { all: sites, unknownKeyCodes },
      prepare: (credentials) => withKeyVersion(calls, credentials),
      open: (credentials) => openKey(calls, credentials),
    }),

    async holdings(credentials) {
      const [accounts, currencies] = await Promise.all([
        calls.read(Accounts, { endpoint: 'GET /api/v1/accounts', credentials }),
        routes.currenciesOf(credentials),
      ])
      // Withdrawals use the main account only. It comes first. The others show where the rest is.
      return accounts
        .filter(({ balance, available }) => !balance.isZero || !available.isZero)
        .sort((a, b) => Number(isMain(b)) - Number(isMain(a)))
        .map((account): ExchangeHolding => {
          const { currency: symbol, available } = account
          const listed = currencies.get(symbol)
          const name = listed?.fullName || symbol
          if (!isMain(account)) return { symbol, name: `${name} (${account.type})`, available, routes: [] }
          return { symbol, name, available, routes: listed === undefined ? [] : routes.routesOf(listed) }
        })
    },

    async quote(credentials, _accountId, { symbol, networkKey, amount }) {
      const { fee, remaining } = await routes.quotaOf(credentials, symbol, networkKey)
      if (amount.isGreaterThan(remaining)) throw new ExchangeFailure('rejected', 'above_maximum')
      return feeQuote({ networkFee: fee, estimatedSeconds: 300 })
    },

    async withdraw(credentials, _accountId, order) {
      const adapterState = readAdapterState(order.adapterState)
      if (adapterState === null) return { kind: 'rejected', code: 'quote_expired' }
      let chain: string
      try {
        const quota = await routes.quotaOf(credentials, order.symbol, order.networkKey)
        // More would be charged than was quoted.
        if (quota.fee.isGreaterThan(adapterState.fee)) return { kind: 'rejected', code: 'quote_expired' }
        chain = quota.chain
      } catch {
        return { kind: 'notSent' }
      }
      const sent = await calls.send({
        endpoint: 'POST /api/v3/withdrawals',
        credentials,
        params: {
          currency: order.symbol,
          withdrawType: 'ADDRESS',
          toAddress: order.address,
          chain,
          ...(order.addressTag === '' ? {} : { memo: order.addressTag }),
          amount: order.amount.toString(),
          feeDeductType: 'EXTERNAL',
          // A transfer inside the exchange would have no hash.
          isInner: false,
          remark: order.clientReference,
        },
        validUntil: order.validUntil,
      })
      return outcomeBy(outcomes, sent, {
        codesOf: (response) => kuCoinCodes(response)?.map(listedCode) ?? null,
        idOf: (body) => Ordered.safeParse(body).data?.withdrawalId,
      })
    },

    getWithdrawal: (credentials, _accountId, withdrawalId) => records.byId(credentials, withdrawalId),
    findWithdrawal: (credentials, _accountId, order) => records.byReference(credentials, order),
    listWithdrawals: (credentials, _accountId, since) => records.list(credentials, since),

    async prices() {
      const listed = await calls.readPublic(Prices, '/api/v1/prices?base=USD')
      return new Map(
        Object.entries(listed).flatMap(([symbol, text]): [string, Amount][] => {
          const price = AmountText.safeParse(text).data
          return price?.isPositive === true ? [[symbol, price]] : []
        }),
      )
    },
    async health() {
      try {
        const { status } = await calls.readPublic(Status, '/api/v1/status')
        return status === 'open' ? 'up' : status === 'cancelonly' ? 'degraded' : 'down'
      } catch {
        return 'down'
      }
    },
  }
}

function isMain({ type }: Accounts[number]): boolean {
  return type === 'main'
}

/** The code with its sentence. Null for a success. */
function kuCoinCodes({ body, status }: HttpResponse): string[] | null {
  const stated = Code.safeParse(body).data
  if (stated === undefined) return []
  if (stated.code !== '200000') return [`${stated.code}: ${stated.msg ?? ''}`]
  return status === 200 ? null : []
}

function codeAlone(code: string): string {
  return code.slice(0, code.indexOf(':'))
}

/** The code with its sentence if the table lists it so, else the code. */
function listedCode(code: string): string {
  return Object.hasOwn(outcomes, code) ? code : codeAlone(code)
}
