// Kraken, with an API key. Kraken sends to saved addresses only. It stores no reference of ours, so a withdrawal is found by its fields.
// Kraken deducts its fee from the ordered amount. The adapter orders amount plus fee, so that the recipient gets the amount. Nonces rise:
// once a listing with a higher nonce was accepted, Kraken refuses every earlier order.

import { Amount } from '../../contract/amount.ts'
import type { Exchange, ExchangeHolding } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { AdapterSettings } from '../kit/adapter-settings.ts'
import { tokenName } from '../kit/catalogue-tokens.ts'
import { outcomeBy } from '../kit/code-tables.ts'
import { readAdapterState } from '../kit/exchange-amounts.ts'
import { exchangeCalls } from '../kit/exchange-calls.ts'
import { feeQuote } from '../kit/fee-quote.ts'
import { keySignIn } from '../kit/key-sign-in.ts'
import { limitsOf } from '../kit/limits.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import { defaultHistoryMs, defaultLeaseMs } from '../recovery-policy.ts'
import { krakenLimits } from './limits.ts'
import { krakenMethods } from './methods.ts'
import { krakenRecords } from './records.ts'
import { Balances, Info, KeyInfo, krakenErrors, Methods, Ordered, SystemStatus, Ticker, Tickers } from './responses.ts'
import { signKraken } from './signer.ts'
import { assetOf, failures, networkKeys, outcomes, pricedAsset, symbolOf, unsavedAddress } from './tables.ts'

export function kraken(tools: ExchangeTools, adapter: AdapterSettings = {}): Exchange {
  const { serverAddresses } = adapter
  const limits = limitsOf('kraken', krakenLimits, adapter)
  const calls = exchangeCalls(tools, {
    type: 'kraken',
    sign: signKraken,
    publicUrl: 'https://api.kraken.com',
    adapter,
    limits,
    risingNonce: true,
    codesOf: krakenErrors,
    failures,
  })
  const methods = krakenMethods(tools, calls)
  const records = krakenRecords(tools, calls)

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
    limits,
    listsAsLookedUp: true,

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
      const listed = await methods.list(credentials)
      return Object.entries(balances).flatMap(([asset, row]): ExchangeHolding[] => {
        const symbol = symbolOf(asset)
        const held = row.hold_trade ?? Amount.zero
        const credit = (row.credit ?? Amount.zero).subtract(row.credit_used ?? Amount.zero)
        const available = Amount.max(Amount.zero, row.balance.add(credit).subtract(held))
        if (row.balance.isZero && available.isZero) return []
        const routes = listed.filter(({ asset }) => symbolOf(asset) === symbol).flatMap(methods.routesOfMethod)
        return [{ symbol, name: routes.length === 0 ? symbol : tokenName(tools, routes, symbol), available, routes }]
      })
    },

    async quote(credentials, _accountId, terms) {
      const method = await methods.find(credentials, terms)
      if (method === undefined) throw new ExchangeFailure('rejected', 'network_unsupported')
      const key = await methods.savedKey(credentials, terms)
      let networkFee = method.fee.fee
      if (key !== null) {
        const amount = terms.amount.add(networkFee).toString()
        const params = { asset: assetOf(terms.symbol), key, amount }
        const info = await calls.read(Info, { endpoint: 'POST /0/private/WithdrawInfo', params, credentials })
        networkFee = info.fee
      }
      const quote = feeQuote({ networkFee, estimatedSeconds: 300 }, key ?? '')
      return key === null ? { ...quote, requiredAction: unsavedAddress } : quote
    },

    async withdraw(credentials, _accountId, order) {
      const adapterState = readAdapterState(order.adapterState)
      if (adapterState === null) return { kind: 'rejected', code: 'quote_expired' }
      let key: string | null
      try {
        key = adapterState.value === '' ? await methods.savedKey(credentials, order) : adapterState.value
      } catch {
        return { kind: 'notSent' }
      }
      if (key === null) return unsavedAddress
      const sent = await calls.send({
        endpoint: 'POST /0/private/Withdraw',
        credentials,
        params: {
          asset: assetOf(order.symbol),
          key,
          address: order.address,
          amount: order.amount.add(adapterState.fee).toString(),
          // With a higher fee less would arrive than was quoted, so Kraken refuses the order.
          max_fee: adapterState.fee.toString(),
        },
        validUntil: order.validUntil,
      })
      return outcomeBy(outcomes, sent, { codesOf: krakenErrors, idOf: (body) => Ordered.safeParse(body).data?.refid })
    },

    isWaitingForUser: async (credentials, _accountId, order) => (await methods.savedKey(credentials, order)) === null,

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
