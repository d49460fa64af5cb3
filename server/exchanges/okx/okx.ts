// OKX, with an API key and a passphrase. OKX finds a withdrawal by our reference, charges its fee on top of the amount and sends to saved
// addresses only. Withdrawals use the funding account. Balances of the trading account are not listed. Prices are in USDT, which counts
// as a dollar.

import * as z from 'zod'
import type { Exchange, ExchangeHolding } from '../exchange.ts'
import type { HttpResponse } from '../http-call.ts'
import type { AdapterSettings } from '../kit/adapter-settings.ts'
import { outcomeBy } from '../kit/code-tables.ts'
import { readAdapterState } from '../kit/exchange-amounts.ts'
import { exchangeCalls } from '../kit/exchange-calls.ts'
import { feeQuote } from '../kit/fee-quote.ts'
import { keySignIn } from '../kit/key-sign-in.ts'
import { limitsOf } from '../kit/limits.ts'
import { AmountText, AnyText, inData, readableRows, ShortText } from '../kit/response-parts.ts'
import { siteOf } from '../kit/sites.ts'
import { compactReference, pricesInUsdt } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import { destinationFields, recipientFields } from '../recipient-fields.ts'
import { defaultHistoryMs, defaultLeaseMs, keyedPollDelays } from '../recovery-policy.ts'
import type { Credentials } from '../sign-in.ts'
import { isRequiredAction, type WithdrawalOrder } from '../withdrawal.ts'
import { okxLimits } from './limits.ts'
import { okxRecords } from './records.ts'
import { okxRoutes } from './routes.ts'
import { signOkx } from './signer.ts'
import { addressBookAt, failures, networkKeys, outcomes, sites, unknownKeyCodes } from './tables.ts'
import { ExchangeList, recipientInfo } from './travel-rule.ts'

const Code = z.object({ code: z.string().regex(/^\d{1,9}$/) })
const Config = inData(z.tuple([z.object({ uid: ShortText, mainUid: ShortText, perm: ShortText })]))
const Balances = inData(readableRows(z.object({ ccy: ShortText, bal: AmountText, availBal: AmountText })))
const Ordered = inData(z.tuple([z.object({ wdId: ShortText, clientId: AnyText.nullish() })]))
const Tickers = inData(readableRows(z.object({ instId: ShortText, last: AmountText })))
const Works = inData(z.array(z.object({ state: z.string(), env: z.string().optional() })))

export function okx(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const limits = limitsOf('okx', okxLimits, adapter)
  const calls = exchangeCalls(tools, {
    type: 'okx',
    sign: signOkx,
    publicUrl: sites[0].baseUrl,
    sites,
    adapter,
    limits,
    codesOf: okxCodes,
    failures,
  })

  const routes = okxRoutes(tools, calls)
  const records = okxRecords(tools, calls)
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
      // OKX refuses a request dated more than 30 s before or after its clock: 30 s for the age of the request, 30 s if our clock is
      // ahead, and 5 s to spare.
      fenceMs: 65_000,
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
      keysUrl: adapter.keysUrl ?? 'https://www.okx.com/account/my-api',
      serverAddresses,
      addressCodes: ['50110'],
      sites: { all: sites, unknownKeyCodes },
      async open(credentials) {
        const [{ uid, mainUid, perm }] = await calls.read(Config, {
          endpoint: 'GET /api/v5/account/config',
          credentials,
        })
        // Sub-accounts cannot withdraw.
        if (uid !== mainUid || !perm.split(',').includes('withdraw')) {
          return 'missingExchangePermission'
        }
        return { externalId: uid, name: 'Funding' }
      },
    }),

    async holdings(credentials) {
      const balances = await calls.read(Balances, { endpoint: 'GET /api/v5/asset/balances', credentials })
      const chains = await routes.listChains(credentials)
      return balances.flatMap(({ ccy, bal, availBal }): ExchangeHolding[] => {
        if (bal.isZero && availBal.isZero) return []
        const rows = chains.filter((row) => row.ccy === ccy)
        const name = rows.find((row) => row.name !== '')?.name ?? ccy
        return [{ symbol: ccy, name, available: availBal, routes: rows.flatMap(routes.routeOf) }]
      })
    },

    async quote(credentials, _accountId, { symbol, networkKey }) {
      return feeQuote((await routes.findRoute(credentials, symbol, networkKey)).route)
    },

    async withdraw(credentials, _accountId, order) {
      const adapterState = readAdapterState(order.adapterState)
      if (adapterState === null) return { kind: 'rejected', code: 'quote_expired' }
      const toAddr = addressWithTag(order)
      if (toAddr === null) return { kind: 'rejected', code: 'address_invalid' }
      let chain: string
      let rcvrInfo: Record<string, string> | null
      try {
        const named = await routes.findRoute(credentials, order.symbol, order.networkKey)
        // More would be charged than was quoted.
        if (adapterState.fee.isLessThan(named.route.networkFee)) return { kind: 'rejected', code: 'quote_expired' }
        chain = named.chain
        const info = await recipientInfo(order, () => listExchanges(credentials))
        if (isRequiredAction(info)) return info
        rcvrInfo = info
      } catch {
        return { kind: 'notSent' }
      }
      const clientId = compactReference(order.clientReference)
      const sent = await calls.send({
        endpoint: 'POST /api/v5/asset/withdrawal',
        credentials,
        params: {
          ccy: order.symbol,
          amt: order.amount.toString(),
          // A transfer inside the exchange would have no hash.
          dest: '4',
          toAddr,
          chain,
          clientId,
          ...(rcvrInfo === null ? {} : { rcvrInfo }),
        },
        validUntil: order.validUntil,
      })
      const outcome = outcomeBy(outcomes, sent, { codesOf: okxCodes, idOf: (body) => idUnder(clientId, body) })
      if (outcome.kind !== 'addressWhitelistRequired') return outcome
      return { ...outcome, url: addressBookAt(siteOf(sites, credentials)) }
    },

    getWithdrawal: (credentials, _accountId, withdrawalId) => records.byId(credentials, withdrawalId),
    findWithdrawal: (credentials, _accountId, { clientReference }) => records.byReference(credentials, clientReference),
    listWithdrawals: (credentials, _accountId, since) => records.list(credentials, since),

    async prices() {
      const tickers = await calls.readPublic(Tickers, '/api/v5/market/tickers?instType=SPOT')
      return pricesInUsdt(
        tickers.map(({ instId, last }) => [instId, last]),
        '-',
      )
    },
    async health() {
      try {
        const works = await calls.readPublic(Works, '/api/v5/system/status?state=ongoing')
        // Environment 2 is the demo environment.
        return works.some(({ state, env }) => state === 'ongoing' && env !== '2') ? 'degraded' : 'up'
      } catch {
        return 'down'
      }
    },
  }
}

/** Address and tag as one text. Null for a tag with a colon, which would be ambiguous. */
function addressWithTag({ address, addressTag }: WithdrawalOrder): string | null {
  if (addressTag === '') return address
  return addressTag.includes(':') ? null : `${address}:${addressTag}`
}

/** Null for a success. */
function okxCodes({ body, status }: HttpResponse): string[] | null {
  const stated = Code.safeParse(body)
  if (!stated.success) return []
  if (stated.data.code !== '0') return [stated.data.code]
  return status === 200 ? null : []
}

function idUnder(clientId: string, body: unknown): string | undefined {
  const [ordered] = Ordered.safeParse(body).data ?? []
  const isOurs = ordered !== undefined && (ordered.clientId ?? clientId) === clientId
  return isOurs ? ordered.wdId : undefined
}
