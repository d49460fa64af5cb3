// Bitget, with an API key: the spot account of a classic account, or a unified account. Bitget finds a withdrawal by our reference and
// refuses a late request. It deducts its fee from the ordered amount, so the adapter orders amount plus fee. Prices are in USDT, which
// counts as a dollar.

import * as z from 'zod'
import type { Exchange, ExchangeHolding } from '../exchange.ts'
import type { HttpResponse } from '../http-call.ts'
import type { AdapterSettings } from '../kit/adapter-settings.ts'
import { tokenName } from '../kit/catalogue-tokens.ts'
import { outcomeBy } from '../kit/code-tables.ts'
import { readAdapterState } from '../kit/exchange-amounts.ts'
import { exchangeCalls } from '../kit/exchange-calls.ts'
import { feeQuote } from '../kit/fee-quote.ts'
import { keySignIn } from '../kit/key-sign-in.ts'
import { limitsOf } from '../kit/limits.ts'
import { AmountText, AnyText, inData, readableRows, ShortText } from '../kit/response-parts.ts'
import { pricesInUsdt } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import { defaultHistoryMs, defaultLeaseMs, keyedPollDelays } from '../recovery-policy.ts'
import { type AccountMode, bitgetAccounts } from './accounts.ts'
import { isUnsaved } from './addresses.ts'
import { bitgetLimits } from './limits.ts'
import { bitgetRecords } from './records.ts'
import { bitgetRoutes } from './routes.ts'
import { signBitget } from './signer.ts'
import { addressCodes, failures, networkKeys, notInAddressBook, otherMode, outcomes } from './tables.ts'

const Code = z.object({ code: z.string().regex(/^\d{3,7}$/), msg: AnyText.nullish() })
const Ordered = inData(z.object({ orderId: ShortText, clientOid: AnyText.nullish() }))
const Tickers = inData(readableRows(z.object({ symbol: ShortText, lastPr: AmountText })))
const Time = inData(z.object({ serverTime: z.string() }))

const orders = {
  classic: {
    endpoint: 'POST /api/v2/spot/wallet/withdrawal',
    limit: { name: 'withdraw' },
  },
  unified: {
    endpoint: 'POST /api/v3/account/withdrawal',
    limit: { name: 'withdrawUnified' },
  },
} as const
/** A quote notes the kind of account, because an order is looked up through the API version that it was sent to. */
const stateOfMode: Readonly<Record<AccountMode, string>> = { classic: '', unified: 'unified' }
const modeFromState = (word: string): AccountMode => (word === stateOfMode.unified ? 'unified' : 'classic')

export function bitget(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const limits = limitsOf('bitget', bitgetLimits, adapter)
  const calls = exchangeCalls(tools, {
    type: 'bitget',
    sign: signBitget,
    publicUrl: 'https://api.bitget.com',
    adapter,
    limits,
    codesOf: bitgetCodes,
    failures,
  })
  const accounts = bitgetAccounts(calls)
  const { routesOfAll, findRoute } = bitgetRoutes(tools, calls)

  return {
    type: 'bitget',
    name: 'Bitget',
    color: '#006b7d',
    transfers: true,
    networkKeys: [...new Set(Object.values(networkKeys))],
    recovery: {
      class: 'find',
      requestMs: 40_000,
      // No documented time window is longer than a minute before or after Bitget's clock.
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
      labels: { apiSecret: 'Secret key', passphrase: 'Passphrase' },
      keysUrl: adapter.keysUrl ?? 'https://www.bitget.com/account/newapi',
      serverAddresses,
      addressCodes,
      open: accounts.open,
    }),

    async holdings(credentials) {
      const routesOf = await routesOfAll()
      const isCarried = (symbol: string) => routesOf(symbol).length > 0
      const { withdrawable, elsewhere } = await accounts.balances(credentials, isCarried)
      // Balances that can be withdrawn come first. The others show where the rest is.
      return [
        ...withdrawable.map(({ symbol, available }): ExchangeHolding => {
          const routes = routesOf(symbol)
          return { symbol, name: tokenName(tools, routes, symbol), available, routes }
        }),
        ...elsewhere.map(({ symbol, available }): ExchangeHolding => {
          return { symbol, name: `${symbol} (funding)`, available, routes: [] }
        }),
      ]
    },

    async quote(credentials, _accountId, terms) {
      const { route } = await findRoute(terms)
      return feeQuote(route, stateOfMode[await accounts.modeOf(credentials)])
    },

    async withdraw(credentials, _accountId, order) {
      const adapterState = readAdapterState(order.adapterState)
      if (adapterState === null) return { kind: 'rejected', code: 'quote_expired' }
      let chain: string
      try {
        const named = await findRoute(order)
        // With another fee, the recipient would not get the quoted amount.
        if (!named.route.networkFee.equals(adapterState.fee)) return { kind: 'rejected', code: 'quote_expired' }
        chain = named.chain
      } catch {
        return { kind: 'notSent' }
      }
      const clientOid = order.clientReference
      const mode = modeFromState(adapterState.value)
      const sent = await calls.send({
        ...orders[mode],
        credentials,
        params: {
          coin: order.symbol,
          // A transfer inside the exchange would have no hash.
          transferType: 'on_chain',
          address: order.address,
          chain,
          ...(order.addressTag === '' ? {} : { tag: order.addressTag }),
          size: order.amount.add(adapterState.fee).toString(),
          clientOid,
        },
        validUntil: order.validUntil,
      })
      const code = sent.kind === 'response' ? bitgetCodes(sent.response)?.[0] : undefined
      const other = otherMode(code ?? '')
      if (other !== undefined) accounts.noteMode(credentials, other)
      return outcomeBy(outcomes, sent, {
        codesOf: bitgetCodes,
        idOf: (body) => {
          const made = Ordered.safeParse(body).data
          return (made?.clientOid ?? clientOid) === clientOid ? made?.orderId : undefined
        },
      })
    },

    ...bitgetRecords(tools, calls, accounts),

    /**
     * No source states that v3 lists orders of v2, or the reverse. So an empty list from the other version would prove nothing, should
     * Bitget ever return one instead of a rejection.
     */
    async isFenceIntact(credentials, _accountId, { adapterState }) {
      const read = accounts.modeRead(credentials)
      const mode = await accounts.detectMode(credentials)
      return read === mode && mode === modeFromState(readAdapterState(adapterState)?.value ?? '')
    },
    async isWaitingForUser(credentials, _accountId, order) {
      await accounts.modeOf(credentials)
      return accounts.readIn(credentials, async (mode) => mode === 'unified' && isUnsaved(calls, credentials, order))
    },

    async prices() {
      const tickers = await calls.readPublic(Tickers, '/api/v2/spot/market/tickers')
      return pricesInUsdt(tickers.map(({ symbol, lastPr }) => [symbol, lastPr]))
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

/** Null for a success. */
function bitgetCodes({ body, status }: HttpResponse): string[] | null {
  const stated = Code.safeParse(body).data
  if (stated === undefined) return []
  if (stated.code === '43111' && /address ?book/i.test(stated.msg ?? '')) return [notInAddressBook]
  if (stated.code !== '00000') return [stated.code]
  return status === 200 ? null : []
}
