// Bitget, by API key: the spot account of a classic account, and a unified account. It finds a withdrawal by our reference,
// refuses a request whose time is over, and takes its fee out of the amount, so the order is the amount and the fee. It prices in
// USDT, taken for a dollar.

import * as z from 'zod'
import { Amount } from '../contract/amount.ts'
import { type AccountMode, bitgetAccounts, data } from './bitget-accounts.ts'
import { isUnsaved } from './bitget-addresses.ts'
import { bitgetRecords } from './bitget-records.ts'
import { bitgetRoutes } from './bitget-routes.ts'
import { signBitget } from './bitget-signer.ts'
import { addressCodes, failures, networkKeys, notInAddressBook, otherMode, refusals } from './bitget-tables.ts'
import { defaultHistoryMs, defaultLeaseMs, type Exchange, type ExchangeHolding, type Route } from './exchange.ts'
import type { HttpResponse } from './http-call.ts'
import type { AdapterSettings } from './kit/adapter-settings.ts'
import { AmountText, AnyText, readableRows, ShortText } from './kit/answer-parts.ts'
import { quoteNote, readQuoteNote } from './kit/exchange-amounts.ts'
import { exchangeCalls } from './kit/exchange-calls.ts'
import { keySignIn } from './kit/key-sign-in.ts'
import { failureBy, outcomeBy } from './kit/refusals.ts'
import type { ExchangeTools } from './kit/tools.ts'

const Code = z.object({ code: z.string().regex(/^\d{3,7}$/), msg: AnyText.nullish() })
const Ordered = data(z.object({ orderId: ShortText, clientOid: AnyText.nullish() }))
const Tickers = data(readableRows(z.object({ symbol: ShortText, lastPr: AmountText })))
const Time = data(z.object({ serverTime: z.string() }))

const dayMs = 86_400_000
/** v3 takes one withdrawal a second, v2 five. */
const orders = {
  classic: {
    endpoint: 'POST /api/v2/spot/wallet/withdrawal',
    limit: { name: 'withdraw', policy: { quota: 5, windowSeconds: 1 } },
  },
  unified: {
    endpoint: 'POST /api/v3/account/withdrawal',
    limit: { name: 'withdraw', policy: { quota: 1, windowSeconds: 1 } },
  },
} as const
/** A quote notes the kind of account: the order is looked up by the API that it was sent to. */
const noteOfMode: Readonly<Record<AccountMode, string>> = { classic: '', unified: 'unified' }
const modeNoted = (word: string): AccountMode => (word === noteOfMode.unified ? 'unified' : 'classic')

export function bitget(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const calls = exchangeCalls(tools, {
    type: 'bitget',
    sign: signBitget,
    publicUrl: 'https://api.bitget.com',
    adapter,
    // Each call may be made ten times a second or more, except those with a limit beside them.
    limits: { key: { quota: 10, windowSeconds: 1 }, address: { quota: 1_200, windowSeconds: 60 } },
    failureOf: (answer) => {
      const codes = codesOf(answer)
      return codes === null ? null : failureBy(failures, codes, answer.status)
    },
  })
  const accounts = bitgetAccounts(calls)
  const { routesOfAll, wayOf } = bitgetRoutes(tools, calls)

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
      keysUrl: adapter.keysUrl ?? 'https://www.bitget.com/account/newapi',
      serverAddresses,
      addressCodes,
      open: accounts.open,
    }),

    async holdings(credentials) {
      const routesOf = await routesOfAll()
      const isCarried = (symbol: string) => routesOf(symbol).length > 0
      const { withdrawable, elsewhere } = await accounts.balances(credentials, isCarried)
      // What can be withdrawn stands first, the other shows where the rest is.
      return [
        ...withdrawable.map(({ symbol, available }): ExchangeHolding => {
          const routes = routesOf(symbol)
          return { symbol, name: nameOf(tools, routes, symbol), available, routes }
        }),
        ...elsewhere.map(({ symbol, available }): ExchangeHolding => {
          return { symbol, name: `${symbol} (funding)`, available, routes: [] }
        }),
      ]
    },

    async quote(credentials, _accountId, terms) {
      const { networkFee, estimatedSeconds } = (await wayOf(terms)).route
      const id = quoteNote(networkFee, noteOfMode[await accounts.modeOf(credentials)])
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
      const mode = modeNoted(note.word)
      const sent = await calls.send({
        ...orders[mode],
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
      const code = sent.kind === 'answer' ? codesOf(sent.answer)?.[0] : undefined
      const other = otherMode(code ?? '')
      if (other !== undefined) accounts.noteMode(credentials, other)
      return outcomeBy(refusals, sent, codesOf, (body) => {
        const made = Ordered.safeParse(body).data
        return (made?.clientOid ?? clientOid) === clientOid ? made?.orderId : undefined
      })
    },

    ...bitgetRecords(tools, calls, accounts),

    /**
     * No source says that v3 lists what was ordered by v2, or v2 what was ordered by v3. A listing of the other API proves nothing
     * either, should Bitget ever return an empty one in place of its refusal.
     */
    async isFenceIntact(credentials, _accountId, { quoteId }) {
      const read = accounts.modeRead(credentials)
      const mode = await accounts.detectMode(credentials)
      return read === mode && mode === modeNoted(readQuoteNote(quoteId)?.word ?? '')
    },
    async isWaitingForUser(credentials, _accountId, order) {
      await accounts.modeOf(credentials)
      return accounts.readIn(credentials, async (mode) => mode === 'unified' && isUnsaved(calls, credentials, order))
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

/** Null for a success. */
function codesOf({ body, status }: HttpResponse): string[] | null {
  const told = Code.safeParse(body).data
  if (told === undefined) return []
  if (told.code === '43111' && /address ?book/i.test(told.msg ?? '')) return [notInAddressBook]
  if (told.code !== '00000') return [told.code]
  return status === 200 ? null : []
}

function nameOf({ networks }: ExchangeTools, [route]: readonly Route[], symbol: string): string {
  const network = networks.byKey(route?.networkKey ?? '')
  return (network === undefined ? undefined : networks.token(network, symbol)?.name) ?? symbol
}
