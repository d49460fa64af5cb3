// OKX, with an API key and a passphrase. OKX finds a withdrawal by our reference, charges its fee on top of the amount and sends to saved
// addresses only. Withdrawals use the funding account. Balances of the trading account are not listed. Prices are in USDT, which counts
// as a dollar.

import * as z from 'zod'
import { Amount } from '../../contract/amount.ts'
import type { Exchange, ExchangeHolding, Route } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { HttpResponse } from '../http-call.ts'
import type { AdapterSettings } from '../kit/adapter-settings.ts'
import { AmountText, AnyText, inData, MillisecondsTime, NoShare, readableRows, ShortText } from '../kit/answer-parts.ts'
import { chainHash, isStatedContract, knownToken, stateBeside, statedTag } from '../kit/catalogue-tokens.ts'
import { readAdapterState, stepOfDecimals, writeAdapterState } from '../kit/exchange-amounts.ts'
import { exchangeCalls } from '../kit/exchange-calls.ts'
import { keySignIn } from '../kit/key-sign-in.ts'
import { failureBy, outcomeBy } from '../kit/refusals.ts'
import { siteOf } from '../kit/sites.ts'
import { compactReference, entryOf, pricesInUsdt } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import { destinationFields, recipientFields } from '../recipient-fields.ts'
import { defaultHistoryMs, defaultLeaseMs, keyedPollDelays } from '../recovery-policy.ts'
import type { Credentials } from '../sign-in.ts'
import { isRequiredAction, type Withdrawal, type WithdrawalOrder } from '../withdrawal.ts'
import { signOkx } from './signer.ts'
import { addressBookAt, failures, networkKeys, refusals, sites, stateOf, unknownKeyCodes } from './tables.ts'
import { ExchangeList, recipientInfo } from './travel-rule.ts'

const Code = z.object({ code: z.string().regex(/^\d{1,9}$/) })
const Config = inData(z.tuple([z.object({ uid: ShortText, mainUid: ShortText, perm: ShortText })]))
const Balances = inData(readableRows(z.object({ ccy: ShortText, bal: AmountText, availBal: AmountText })))
const Chain = z.object({
  ccy: ShortText,
  name: AnyText,
  chain: ShortText,
  ctAddr: AnyText.nullish(),
  canWd: z.boolean(),
  minWd: AmountText,
  maxWd: AmountText,
  fee: AmountText.nullish(),
  // Older responses state the fee here.
  minFee: AmountText.nullish().catch(null),
  wdTickSz: z.string().regex(/^\d{1,2}$/),
  // For some coins a percentage of the amount is burned, so the amount that arrives is unknown. Such rows are dropped.
  burningFeeRate: NoShare.nullish(),
  needTag: z.boolean().nullish(),
})
type Chain = z.infer<typeof Chain>
const Chains = inData(readableRows(Chain))
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
const Rows = inData(z.array(Row))
const Ordered = inData(z.tuple([z.object({ wdId: ShortText, clientId: AnyText.nullish() })]))
const Tickers = inData(readableRows(z.object({ instId: ShortText, last: AmountText })))
const Works = inData(z.array(z.object({ state: z.string(), env: z.string().optional() })))

const pageSize = 100
const mostPages = 50

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
      const codes = okxCodes(answer)
      return codes === null ? null : failureBy(failures, codes, answer.status)
    },
  })

  const chainsOf = (credentials: Credentials, params: Record<string, string> = {}) =>
    calls.read(Chains, { endpoint: 'GET /api/v5/asset/currencies', params, credentials })

  function okxRoute(row: Chain): Route[] {
    const networkKey = okxNetworkKey(row)
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

  /** The route on a network, with OKX's name of the chain. Throws an ExchangeFailure unless there is exactly one. */
  async function findRoute(credentials: Credentials, symbol: string, networkKey: string) {
    const chains = await chainsOf(credentials, { ccy: symbol })
    const found = chains
      .filter((row) => row.ccy === symbol)
      .flatMap((row) => okxRoute(row).map((route) => ({ route, chain: row.chain })))
      .filter(({ route }) => route.networkKey === networkKey)
    const [named] = found
    if (named === undefined || found.length > 1) throw new ExchangeFailure('rejected', 'network_unsupported')
    return named
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
      // OKX refuses a request dated more than 30 seconds before or after its clock.
      fenceMs: 65_000,
      visibilityMs: 900_000,
      historyMs: defaultHistoryMs,
      emptyPolls: 5,
      leaseMs: defaultLeaseMs,
      pollDelays: keyedPollDelays,
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
        // Sub-accounts cannot withdraw.
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
        return [{ symbol: ccy, name, available: availBal, routes: rows.flatMap(okxRoute) }]
      })
    },

    async quote(credentials, _accountId, { symbol, networkKey }) {
      const { networkFee, estimatedSeconds } = (await findRoute(credentials, symbol, networkKey)).route
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
      if (note === null) return { kind: 'rejected', code: 'quote_expired' }
      const toAddr = addressWithTag(order)
      if (toAddr === null) return { kind: 'rejected', code: 'address_invalid' }
      let chain: string
      let rcvrInfo: Record<string, string> | null
      try {
        const named = await findRoute(credentials, order.symbol, order.networkKey)
        // More would be charged than was quoted.
        if (note.fee.isLessThan(named.route.networkFee)) return { kind: 'rejected', code: 'quote_expired' }
        chain = named.chain
        const info = await recipientInfo(order, () => listExchanges(credentials))
        if (isRequiredAction(info)) return info
        rcvrInfo = info
      } catch {
        return { kind: 'rejected', code: 'not_sent' }
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
      const outcome = outcomeBy(refusals, sent, { codesOf: okxCodes, idOf: (body) => idUnder(clientId, body) })
      if (outcome.kind !== 'addressWhitelistRequired') return outcome
      return { ...outcome, url: addressBookAt(siteOf(sites, credentials)) }
    },

    async getWithdrawal(credentials, _accountId, withdrawalId) {
      const rows = await historyOf(credentials, { wdId: withdrawalId })
      const row = rows.find(({ wdId }) => wdId === withdrawalId)
      // Other rows show that OKX ignored the filter.
      if (row === undefined && rows.length > 0) throw new ExchangeFailure('unavailable')
      return row === undefined ? undefined : okxWithdrawal(tools, row)
    },
    async findWithdrawal(credentials, _accountId, { clientReference }) {
      const clientId = compactReference(clientReference)
      const rows = await historyOf(credentials, { clientId })
      const ids = new Set(rows.map(({ wdId }) => wdId))
      if (ids.size > 1 || rows.some((row) => row.clientId !== clientId)) throw new ExchangeFailure('unavailable')
      return rows.map((row) => ({ ...okxWithdrawal(tools, row), clientReference }))[0]
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
          return [...rows.values()].map((row) => okxWithdrawal(tools, row))
        }
        // Rows of the same millisecond may be on both pages.
        const reached = String(last.ts.getTime() + 1)
        if (reached === after) break
        after = reached
      }
      throw new ExchangeFailure('unavailable')
    },

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

/** '' for a chain that is not in the table. */
function okxNetworkKey({ ccy, chain }: Pick<Chain, 'ccy' | 'chain'>): string {
  const name = chain.startsWith(`${ccy}-`) ? chain.slice(ccy.length + 1) : ''
  return entryOf(networkKeys, name) ?? ''
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

function okxWithdrawal(tools: ExchangeTools, row: Row): Withdrawal {
  const networkKey = okxNetworkKey(row)
  const [address = '', tagBeside = ''] = row.to.split(/:(.*)/s)
  const comment = row.addrEx?.comment
  const tags = [row.tag, row.memo, row.pmtId, typeof comment === 'string' ? comment : '', tagBeside]
  return {
    id: row.wdId,
    clientReference: row.clientId ?? '',
    symbol: row.ccy,
    networkKey,
    address: address || null,
    addressTag: statedTag(
      tools,
      networkKey,
      tags.find((tag) => (tag ?? '') !== ''),
    ),
    amount: row.amt,
    state: stateBeside(row.txId, stateOf(row.state)),
    hash: chainHash(tools, networkKey, row.txId),
    createdAt: row.ts,
  }
}
