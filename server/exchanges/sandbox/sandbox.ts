// The sandbox exchange. It is the only exchange with user name, password and code in the hosted UI.
// It finds a withdrawal by our id and refuses a request after its `validUntil`.

import { networkCatalogue } from '../../networks/catalogue.ts'
import type { Exchange } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import { callHttp } from '../http-call.ts'
import type { AdapterSettings } from '../kit/adapter-settings.ts'
import { limitsOf } from '../kit/limits.ts'
import { recipientFields } from '../recipient-fields.ts'
import { defaultHistoryMs, defaultLeaseMs, defaultPollDelays } from '../recovery-policy.ts'
import type { CodeKind, SignInResult } from '../sign-in.ts'
import { accountPath, sandboxCalls } from './calls.ts'
import { sandboxLimits } from './limits.ts'
import {
  holdingsOf,
  outcomeOf,
  requiredActionAfterResend,
  signInRefusal,
  signInResult,
  withdrawalOf,
} from './meanings.ts'
import { withdrawalBody } from './order.ts'
import {
  Balances,
  failureOf,
  Health,
  OneWithdrawal,
  Prices,
  parsed,
  QuoteResponse,
  Renewed,
  Resent,
  ResentForOrder,
  SignIn,
  Waiting,
  Withdrawals,
} from './responses.ts'

const withdrawTimeoutMs = 30_000

export interface SandboxSettings extends Pick<AdapterSettings, 'limits'> {
  /** Divides the validity of requests, the lease of polls, and the time after which a withdrawal counts as absent. */
  sandboxSpeedup?: number
}

export function sandbox(baseUrl: string, settings: SandboxSettings = {}): Exchange {
  const brand = { type: 'sandbox', name: 'Sandbox Exchange', color: '#0f766e', transfers: true }
  const exchange = adapter(baseUrl, brand, settings)
  const { sandboxSpeedup: speedup = 1 } = settings
  const { requestMs, visibilityMs, leaseMs } = exchange.recovery
  const sooner = (ms: number) => Math.round(ms / speedup)
  const limits = { requestMs: sooner(requestMs), visibilityMs: sooner(visibilityMs), leaseMs: sooner(leaseMs) }
  return { ...exchange, recovery: { ...exchange.recovery, ...limits } }
}

/** Connects, but supports no managed transfers. */
export function sandboxBroker(baseUrl: string, settings: SandboxSettings = {}): Exchange {
  const brand = { type: 'sandboxBroker', name: 'Sandbox Broker', color: '#7c3aed', transfers: false }
  return adapter(baseUrl, brand, settings)
}

interface Brand {
  type: string
  name: string
  color: string
  transfers: boolean
}

function adapter(baseUrl: string, { type, name, color, transfers }: Brand, settings: SandboxSettings): Exchange {
  const { read, send, allWithdrawals } = sandboxCalls(baseUrl)

  async function requestSignIn(method: 'GET' | 'POST', path: string, body?: unknown): Promise<SignInResult> {
    const response = await send({ method, path, body })
    if (response.status < 300) return signInResult(parsed(SignIn, response))
    const failed = signInRefusal(response)
    if (failed === null) throw failureOf(response)
    return failed
  }

  const challengePath = ({ challengeId = '' }: Record<string, string>) =>
    `/v1/login/challenge/${encodeURIComponent(challengeId)}`

  return {
    type,
    name,
    color,
    transfers,
    signIn: {
      scheme: 'credentials',
      fields: [
        { name: 'username', label: 'User name', secret: false },
        { name: 'password', label: 'Password', secret: true },
      ],
    },
    extraFields: recipientFields,
    networkKeys: transfers ? networkCatalogue('sandbox').all.map(({ key }) => key) : [],
    recovery: {
      class: 'find',
      requestMs: 30_000,
      fenceMs: 1_000,
      visibilityMs: 30_000,
      historyMs: defaultHistoryMs,
      emptyPolls: 4,
      leaseMs: defaultLeaseMs,
      pollDelays: defaultPollDelays,
    },
    limits: limitsOf(type, sandboxLimits, settings),
    listsAsLookedUp: true,

    startSignIn: ({ username = '', password = '' }) => requestSignIn('POST', '/v1/login', { username, password }),

    submitCode: (pending, code) =>
      requestSignIn('POST', '/v1/login/code', { challengeId: pending.challengeId ?? '', code }),

    checkSignIn: (pending) => requestSignIn('GET', challengePath(pending)),

    async resendCode(pending, kind) {
      if (pending.waitingBy !== undefined) return requestSignIn('POST', `${challengePath(pending)}/resend`, {})
      const path = `${challengePath(pending)}/method`
      const { method, methods } = await read(Resent, { method: 'POST', path, body: { kind: wireKind(kind) } })
      return { state: 'codeRequired', pending, kind: method, methods, codeLength: 6 }
    },

    async renew(credentials) {
      const { refreshToken } = credentials
      if (refreshToken === undefined) throw new ExchangeFailure('signInEnded')
      return read(Renewed, { method: 'POST', path: '/v1/token/refresh', body: { refreshToken } })
    },

    async holdings(credentials, accountId) {
      return holdingsOf(
        await read(Balances, {
          method: 'GET',
          path: `${accountPath(accountId)}/balances`,
          token: credentials.accessToken,
        }),
      )
    },

    async quote(credentials, accountId, terms) {
      const response = await read(QuoteResponse, {
        method: 'POST',
        path: `${accountPath(accountId)}/quotes`,
        token: credentials.accessToken,
        body: {
          asset: terms.symbol,
          network: terms.networkKey,
          address: terms.address,
          amount: terms.amount.toString(),
        },
      })
      const { quoteId, fee, ...rest } = response
      return { ...rest, adapterState: quoteId, networkFee: fee }
    },

    async withdraw(credentials, accountId, order) {
      const result = await callHttp({
        method: 'POST',
        url: `${baseUrl}${accountPath(accountId)}/withdrawals`,
        headers: { authorization: `Bearer ${credentials.accessToken ?? ''}` },
        body: withdrawalBody(order),
        timeoutMs: withdrawTimeoutMs,
      })
      if (result.kind === 'notSent') return { kind: 'notSent' }
      if (result.kind === 'broken') return { kind: 'ambiguous', reason: result.reason }
      return outcomeOf(result.response, order)
    },

    async isWaitingForUser(credentials, accountId, { clientReference, networkKey, address, addressTag }) {
      const query = { clientId: clientReference, network: networkKey, address, tag: addressTag }
      const path = `${accountPath(accountId)}/approvals?${new URLSearchParams(query)}`
      return (await read(Waiting, { method: 'GET', path, token: credentials.accessToken })).waiting
    },

    async resendForOrder(credentials, accountId, { order, kind }) {
      const path = `${accountPath(accountId)}/approvals/resend`
      const body = { clientId: order.clientReference, ...(kind === null ? {} : { kind: wireKind(kind) }) }
      const response = await send({ method: 'POST', path, token: credentials.accessToken, body })
      if (response.status === 404) return null
      if (response.status >= 300) throw failureOf(response)
      return requiredActionAfterResend(parsed(ResentForOrder, response))
    },

    async getWithdrawal(credentials, accountId, withdrawalId) {
      const path = `${accountPath(accountId)}/withdrawals/${encodeURIComponent(withdrawalId)}`
      const response = await send({ method: 'GET', path, token: credentials.accessToken })
      if (response.status === 404) return undefined
      if (response.status >= 300) throw failureOf(response)
      return withdrawalOf(parsed(OneWithdrawal, response).withdrawal)
    },

    async findWithdrawal(credentials, accountId, { clientReference }) {
      const path = `${accountPath(accountId)}/withdrawals?clientId=${encodeURIComponent(clientReference)}`
      const { withdrawals, nextCursor } = await read(Withdrawals, {
        method: 'GET',
        path,
        token: credentials.accessToken,
      })
      // Other rows show that the filter was ignored. Then the absence of the order proves nothing.
      const isResponse = withdrawals.length <= 1 && withdrawals.every(({ clientId }) => clientId === clientReference)
      if (!isResponse || nextCursor !== null) throw new ExchangeFailure('unavailable')
      return withdrawals.map(withdrawalOf)[0]
    },

    async listWithdrawals(credentials, accountId, since) {
      const rows = await allWithdrawals(accountId, { since: since.toISOString() }, credentials.accessToken)
      return rows.map(withdrawalOf)
    },

    async prices() {
      const { prices } = await read(Prices, { method: 'GET', path: '/v1/prices' })
      return new Map(Object.entries(prices).filter(([, price]) => price.isPositive))
    },

    async health() {
      try {
        const { status } = await read(Health, { method: 'GET', path: '/v1/health' })
        return status === 'ok' ? 'up' : status
      } catch {
        return 'down'
      }
    },
  }
}

function wireKind(kind: CodeKind): string {
  return kind === 'phone' ? 'sms' : kind
}
