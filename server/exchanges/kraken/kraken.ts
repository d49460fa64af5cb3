// Kraken, with an API key. Kraken sends to saved addresses only. It stores no reference of ours, so a withdrawal is found by its fields.
// It deducts its fee from the ordered amount, so the adapter orders amount plus fee. Nonces rise: once a listing with a higher nonce was
// accepted, Kraken refuses every earlier order.

import type * as z from 'zod'
import { Amount } from '../../contract/amount.ts'
import type { Exchange, ExchangeHolding, Route } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { AdapterSettings } from '../kit/adapter-settings.ts'
import { readableRows } from '../kit/answer-parts.ts'
import { isNative, knownToken, tokenName } from '../kit/catalogue-tokens.ts'
import { readAdapterState, stepOfDecimals, writeAdapterState } from '../kit/exchange-amounts.ts'
import { exchangeCalls } from '../kit/exchange-calls.ts'
import { keySignIn } from '../kit/key-sign-in.ts'
import { memoize } from '../kit/memoize.ts'
import { failureBy, outcomeBy } from '../kit/refusals.ts'
import { entryOf, isSameAddress } from '../kit/tables.ts'
import { type ExchangeTools, fingerprintOfKey } from '../kit/tools.ts'
import { defaultHistoryMs, defaultLeaseMs } from '../recovery-policy.ts'
import type { Credentials } from '../sign-in.ts'
import type { WithdrawalTerms } from '../withdrawal.ts'
import { krakenRecords, tagOf } from './records.ts'
import {
  Addresses,
  Balances,
  errorsOf,
  Info,
  KeyInfo,
  Limits,
  type Method,
  Methods,
  Ordered,
  SystemStatus,
  Ticker,
  Tickers,
} from './responses.ts'
import { signKraken } from './signer.ts'
import {
  assetOf,
  failures,
  networkKeys,
  pricedAsset,
  refusals,
  symbolOf,
  unsavedAddress,
  vouchedTokens,
} from './tables.ts'

const methodsForMs = 60_000

export function kraken(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const calls = exchangeCalls(tools, {
    type: 'kraken',
    sign: signKraken,
    publicUrl: 'https://api.kraken.com',
    adapter,
    // Kraken's counter has a maximum of 15 and decreases by one in three seconds.
    limits: { key: { quota: 15, windowSeconds: 45 }, address: { quota: 600, windowSeconds: 60 } },
    risingNonce: true,
    failureOf: ({ body, status }) => {
      const errors = errorsOf({ body, status })
      return errors === null ? null : failureBy(failures, errors, status)
    },
  })
  const records = krakenRecords(tools, calls)
  const methodsOf = memoize(tools, methodsForMs, (credentials: Credentials) =>
    calls.read(Methods, { endpoint: 'POST /0/private/WithdrawMethods', credentials }),
  )

  function krakenRoute({ asset, network, minimum, fee, limits }: z.infer<typeof Method>): Route[] {
    const symbol = symbolOf(asset)
    const networkKey = entryOf(networkKeys, network)
    const known = knownToken(tools, networkKey, symbol)
    if (known === undefined || networkKey === undefined || symbolOf(fee.asset) !== symbol) return []
    if (!isNative(known) && networkKey !== 'ethereum' && !vouchedTokens[symbol]?.includes(networkKey)) return []
    const { contract, decimals } = known.token
    const remaining = remainingOf(limits)
    return [
      {
        networkKey,
        contract,
        decimals,
        minimum,
        maximum: remaining === null ? null : Amount.max(Amount.zero, remaining.subtract(fee.fee)),
        step: stepOfDecimals(Math.min(decimals, 8)),
        networkFee: fee.fee,
        exchangeFee: Amount.zero,
        enabled: true,
        estimatedSeconds: 300,
      },
    ]
  }

  async function methodOf(credentials: Credentials, { symbol, networkKey }: WithdrawalTerms) {
    const methods = await methodsOf(fingerprintOfKey('kraken', credentials.apiKey ?? ''), credentials)
    return methods.find(({ asset, network }) => symbolOf(asset) === symbol && networkKeys[network] === networkKey)
  }

  /** The name under which the user saved the address; null if it is not saved, or not confirmed yet. */
  async function savedKey(credentials: Credentials, terms: WithdrawalTerms): Promise<string | null> {
    const required = await methodOf(credentials, terms)
    const params = { asset: assetOf(terms.symbol) }
    const saved = await calls.read(Addresses, { endpoint: 'POST /0/private/WithdrawAddresses', params, credentials })
    const found = saved.find(
      ({ address, tag, memo, method, verified, asset }) =>
        verified &&
        symbolOf(asset) === terms.symbol &&
        method === required?.method &&
        isSameAddress(address, terms.address) &&
        tagOf({ tag, memo }) === terms.addressTag,
    )
    return found?.key ?? null
  }

  return {
    type: 'kraken',
    name: 'Kraken',
    color: '#5741d9',
    transfers: true,
    networkKeys: [...new Set(Object.values(networkKeys))],
    recovery: {
      class: 'match',
      listsCharged: true,
      requestMs: 40_000,
      // Every poll has a higher nonce than the order. Once a poll is accepted, Kraken refuses the order if it arrives late.
      fenceMs: 1_000,
      visibilityMs: 900_000,
      historyMs: defaultHistoryMs,
      emptyPolls: 5,
      leaseMs: defaultLeaseMs,
      pollDelays: [
        { fromAgeMs: 0, ms: 4_000 },
        { fromAgeMs: 60_000, ms: 15_000 },
        { fromAgeMs: 600_000, ms: 60_000 },
        { fromAgeMs: 86_400_000, ms: 300_000 },
      ],
    },
    pollsPerSecond: 5,

    ...keySignIn({
      labels: { apiSecret: 'Private key' },
      furtherFields: [{ name: 'otp', label: '2FA password (if set for the key)', secret: true, optional: true }],
      keysUrl: adapter.keysUrl ?? 'https://pro.kraken.com/app/settings/api',
      serverAddresses,
      addressCodes: [],
      async open(credentials) {
        // An authenticator's code is valid for one request. A transfer requires several.
        if (/^\d{6}$/.test(credentials.otp ?? '')) return 'keyNeedsCodes'
        const key = await calls.read(KeyInfo, { endpoint: 'POST /0/private/GetApiKeyInfo', credentials })
        if (!['query-funds', 'withdraw-funds'].every((each) => key.permissions.includes(each))) {
          return 'missingExchangePermission'
        }
        // With a nonce window, Kraken accepts a late order after a later request. Then its absence can never be proved.
        if (key.nonceWindow !== '0') return 'keyUsedElsewhere'
        // Every transfer needs this endpoint. Check at sign-in that the key may use it.
        await calls.read(Methods, { endpoint: 'POST /0/private/WithdrawMethods', credentials })
        const account = { externalId: key.iban.replaceAll(' ', ''), name: 'Main' }
        return account
      },
    }),

    async holdings(credentials) {
      const balances = await calls.read(Balances, { endpoint: 'POST /0/private/BalanceEx', credentials })
      const methods = await methodsOf(fingerprintOfKey('kraken', credentials.apiKey ?? ''), credentials)
      return Object.entries(balances).flatMap(([asset, row]): ExchangeHolding[] => {
        const symbol = symbolOf(asset)
        const held = row.hold_trade ?? Amount.zero
        const credit = (row.credit ?? Amount.zero).subtract(row.credit_used ?? Amount.zero)
        const available = Amount.max(Amount.zero, row.balance.add(credit).subtract(held))
        if (row.balance.isZero && available.isZero) return []
        const routes = methods.filter((method) => symbolOf(method.asset) === symbol).flatMap(krakenRoute)
        return [{ symbol, name: routes.length === 0 ? symbol : tokenName(tools, routes, symbol), available, routes }]
      })
    },

    async quote(credentials, _accountId, terms) {
      const method = await methodOf(credentials, terms)
      if (method === undefined) throw new ExchangeFailure('rejected', 'network_unsupported')
      const key = await savedKey(credentials, terms)
      let networkFee = method.fee.fee
      if (key !== null) {
        const amount = terms.amount.add(networkFee).toString()
        const params = { asset: assetOf(terms.symbol), key, amount }
        const info = await calls.read(Info, { endpoint: 'POST /0/private/WithdrawInfo', params, credentials })
        networkFee = info.fee
      }
      return {
        adapterState: writeAdapterState(networkFee, key ?? ''),
        networkFee,
        exchangeFee: Amount.zero,
        ...(key === null ? { requiredAction: unsavedAddress } : {}),
        fromAddress: '',
        expiresInSeconds: null,
        estimatedSeconds: 300,
      }
    },

    async withdraw(credentials, _accountId, order) {
      const note = readAdapterState(order.adapterState)
      if (note === null) return { kind: 'rejected', code: 'quote_expired' }
      let key: string | null
      try {
        key = note.value === '' ? await savedKey(credentials, order) : note.value
      } catch {
        return { kind: 'rejected', code: 'not_sent' }
      }
      if (key === null) return unsavedAddress
      const sent = await calls.send({
        endpoint: 'POST /0/private/Withdraw',
        credentials,
        params: {
          asset: assetOf(order.symbol),
          key,
          address: order.address,
          amount: order.amount.add(note.fee).toString(),
          // With a higher fee less would arrive than was quoted, so Kraken refuses the order.
          max_fee: note.fee.toString(),
        },
        validUntil: order.validUntil,
      })
      return outcomeBy(refusals, sent, { codesOf: errorsOf, idOf: (body) => Ordered.safeParse(body).data?.refid })
    },

    isWaitingForUser: async (credentials, _accountId, order) => (await savedKey(credentials, order)) === null,

    getWithdrawal: (credentials, _accountId, withdrawalId) => records.find(credentials, withdrawalId),
    async findWithdrawal() {
      throw new ExchangeFailure('rejected', 'unsupported')
    },
    listWithdrawals: (credentials, _accountId, since) => records.listSince(credentials, since),

    /** Users can raise a key's nonce window at any time. Within it, Kraken accepts a request with a lower nonce. */
    async isFenceIntact(credentials) {
      const key = await calls.read(KeyInfo, { endpoint: 'POST /0/private/GetApiKeyInfo', credentials })
      return key.nonceWindow === '0'
    },

    async prices() {
      const tickers = await calls.readPublic(Tickers, '/0/public/Ticker')
      return new Map(
        Object.entries(tickers).flatMap(([pair, row]): [string, Amount][] => {
          const symbol = pricedAsset(pair)
          const price = Ticker.safeParse(row).data?.c[0]
          return symbol === undefined || price === undefined || !price.isPositive ? [] : [[symbol, price]]
        }),
      ).set('USD', Amount.parse('1'))
    },
    async health() {
      try {
        const { status } = await calls.readPublic(SystemStatus, '/0/public/SystemStatus')
        return status === 'online' ? 'up' : status === 'maintenance' ? 'down' : 'degraded'
      } catch {
        return 'down'
      }
    },
  }
}

/** The lowest remaining limit in this asset; null if none is stated. */
function remainingOf(limits: unknown): Amount | null {
  const rows = readableRows(Limits.element).safeParse(limits).data ?? []
  const remaining = rows.flatMap((row) => Object.values(row.limits).map((limit) => limit.remaining))
  return remaining.reduce<Amount | null>((least, next) => (least === null ? next : Amount.min(least, next)), null)
}
