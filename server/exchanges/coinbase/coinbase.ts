// Coinbase, with OAuth. Orders with the same `idem` are one order, which can be found by it. Fees are charged on top of the amount. They
// are stated after the send and estimated before it. A late request is accepted until its access token expires after one hour.

import * as z from 'zod'
import type { Exchange, ExchangeHolding } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { AdapterSettings } from '../kit/adapter-settings.ts'
import { outcomeBy } from '../kit/code-tables.ts'
import { readAdapterState } from '../kit/exchange-amounts.ts'
import { exchangeCalls } from '../kit/exchange-calls.ts'
import { feeQuote } from '../kit/fee-quote.ts'
import { limitsOf } from '../kit/limits.ts'
import { AnyText, inData } from '../kit/response-parts.ts'
import { wordOf } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import { destinationFields, recipientFields } from '../recipient-fields.ts'
import { defaultHistoryMs, defaultLeaseMs, defaultPollDelays } from '../recovery-policy.ts'
import type { SignInResult } from '../sign-in.ts'
import { isRequiredAction } from '../withdrawal.ts'
import { coinbaseCodes, errorId, listedCodes, requiredOfUser } from './error-codes.ts'
import { coinbaseLimits } from './limits.ts'
import { Accepted, contradicts, Id } from './records.ts'
import { coinbaseRoutes } from './routes.ts'
import { coinbaseSends } from './sends.ts'
import { coinbaseSignIn, type OAuthClient } from './sign-in.ts'
import { signCoinbase } from './signer.ts'
import { failures, networkKeys, outcomes } from './tables.ts'
import { travelRuleData } from './travel-rule.ts'
import { isCoin, listWallets, sendable } from './wallets.ts'

const User = inData(z.object({ id: Id, name: AnyText.nullish() }))
const Access = inData(z.object({ scopes: z.array(z.string()) }))
const Time = inData(z.object({ epoch: z.string() }))

export function coinbase(tools: ExchangeTools, client: OAuthClient, adapter: AdapterSettings = {}): Exchange {
  const signIn = coinbaseSignIn(client, adapter)
  const limits = limitsOf('coinbase', coinbaseLimits, adapter)
  const calls = exchangeCalls(tools, {
    type: 'coinbase',
    sign: signCoinbase,
    publicUrl: 'https://api.coinbase.com',
    adapter,
    limits,
    codesOf: (response) => coinbaseCodes(response)?.map(errorId) ?? null,
    failures,
  })
  const routes = coinbaseRoutes(tools, calls)
  const sends = coinbaseSends(tools, calls)

  return {
    type: 'coinbase',
    name: 'Coinbase',
    color: '#0052ff',
    transfers: true,
    signIn: { scheme: 'oauth', fields: [] },
    extraFields: [...destinationFields, ...recipientFields],
    networkKeys: [...new Set(Object.values(networkKeys))],
    recovery: {
      class: 'idempotent',
      requestMs: 40_000,
      // The longest lifetime of the access token that signed the request.
      fenceMs: 3_600_000,
      visibilityMs: 900_000,
      historyMs: defaultHistoryMs,
      emptyPolls: 5,
      leaseMs: defaultLeaseMs,
      pollDelays: defaultPollDelays,
    },
    limits,
    // Its lists are one request per wallet.
    listsAsLookedUp: false,

    startSignIn: async (_fields, redirect) => signIn.begin(redirect),
    async finishRedirect(pending, response): Promise<SignInResult> {
      const credentials = await signIn.tokensFor(pending, response)
      if (credentials === null) return { state: 'failed', reason: 'signInRejected' }
      const { scopes } = await calls.read(Access, { endpoint: 'GET /v2/user/auth', credentials })
      const required = ['wallet:accounts:read', 'wallet:transactions:read', 'wallet:transactions:send']
      if (!required.every((scope) => scopes.includes(scope)))
        return { state: 'failed', reason: 'missingExchangePermission' }
      const { id, name } = await calls.read(User, { endpoint: 'GET /v2/user', credentials })
      const renewable = credentials.refreshToken !== undefined
      return { state: 'connected', credentials, accounts: [{ externalId: id, name: name || 'Main' }], renewable }
    },
    submitCode: async () => ({ state: 'failed', reason: 'codeLocked' }),
    resendCode: async () => ({ state: 'failed', reason: 'codeLocked' }),
    renew: (credentials) => signIn.renew(credentials),

    async holdings(credentials) {
      const [wallets, routesOf] = await Promise.all([listWallets(calls, credentials), routes.routesOfAll()])
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
          const name = sending.has(wallet) ? wallet.currency.name || code : wallet.name || code
          const available = wallet.balance.amount
          return { symbol: code, name, available, routes: sending.has(wallet) ? routesOf(wallet) : [] }
        })
    },

    async quote(credentials, _accountId, terms) {
      const { wallet, route } = await routes.findRoute(credentials, terms)
      return { ...feeQuote(route, wallet.id), feeIsEstimate: true }
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
      const required = sent.kind === 'response' ? requiredOfUser(sent.response, order) : null
      if (required !== null) return required
      return outcomeBy(outcomes, sent, {
        codesOf: (response) => listedCodes(coinbaseCodes(response)),
        idOf: (body) => {
          const row = Accepted.safeParse(body).data
          return row !== undefined && !contradicts(row, order) ? `${walletId}:${row.id}` : undefined
        },
      })
    },

    getWithdrawal: (credentials, _accountId, withdrawalId) => sends.byId(credentials, withdrawalId),
    findWithdrawal: (credentials, _accountId, order) => sends.byReference(credentials, order),
    listWithdrawals: (credentials, _accountId, since) => sends.list(credentials, since),

    prices: routes.prices,
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
