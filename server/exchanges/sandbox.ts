// The sandbox exchange's own brand. User name, password and code typed inside the hosted UI exist for this brand alone.
// It finds a withdrawal by our id and refuses a request after its `validUntil`.

import * as z from 'zod'
import { Amount } from '../contract/amount.ts'
import {
  type CodeKind,
  type Credentials,
  type Exchange,
  ExchangeFailure,
  type ExchangeHolding,
  type SignInResult,
  usualLeaseMs,
  usualPauses,
  type Withdrawal,
  type WithdrawalOrder,
  type WithdrawalOutcome,
} from './exchange.ts'
import { callHttp, type HttpAnswer } from './http-call.ts'

const readTimeoutMs = 15_000
const withdrawTimeoutMs = 30_000

const AmountText = z.string().transform((text, context) => {
  const amount = Amount.tryParse(text)
  if (amount === null) context.addIssue({ code: 'custom', message: 'not an amount' })
  return amount ?? Amount.zero
})
const Kind = z.enum(['totp', 'sms', 'email']).transform((kind): CodeKind => (kind === 'sms' ? 'phone' : kind))
const Methods = z.array(z.object({ kind: Kind, to: z.string() }))
const Accounts = z.array(z.object({ id: z.string(), name: z.string() }))
const Authenticated = z.object({
  state: z.literal('authenticated'),
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  accounts: Accounts,
})
const CodeRequired = z.object({
  state: z.literal('code_required'),
  challengeId: z.string(),
  method: Kind,
  methods: Methods,
  length: z.number(),
})
const SignIn = z.discriminatedUnion('state', [Authenticated, CodeRequired])
const Renewed = z.object({ accessToken: z.string(), refreshToken: z.string() })
const Resent = z.object({ method: Kind, methods: Methods })
const Failure = z.object({
  error: z.object({ code: z.string(), attemptsLeft: z.number().optional(), method: Kind.optional() }),
})
const Balances = z.object({
  balances: z.array(
    z.object({
      asset: z.string(),
      name: z.string(),
      available: AmountText,
      networks: z.array(
        z.object({
          network: z.string(),
          contract: z.string(),
          decimals: z.number().int(),
          minimum: AmountText,
          maximum: AmountText.nullable(),
          step: AmountText,
          fee: AmountText,
          exchangeFee: AmountText,
          enabled: z.boolean(),
          estimatedSeconds: z.number(),
        }),
      ),
    }),
  ),
})
const QuoteAnswer = z.object({
  quoteId: z.string(),
  fee: AmountText,
  exchangeFee: AmountText,
  fromAddress: z.string(),
  expiresInSeconds: z.number(),
  estimatedSeconds: z.number(),
})
const WithdrawalRow = z.object({
  id: z.string(),
  clientId: z.string(),
  asset: z.string(),
  network: z.string(),
  address: z.string(),
  tag: z.string().nullable(),
  amount: AmountText,
  status: z.string(),
  hash: z.string().nullable(),
  createdAt: z.string(),
})
const OneWithdrawal = z.object({ withdrawal: WithdrawalRow })
const Withdrawals = z.object({ withdrawals: z.array(WithdrawalRow), nextCursor: z.string().nullable().default(null) })
const Prices = z.object({ prices: z.record(z.string(), AmountText) })
const Health = z.object({ status: z.enum(['ok', 'degraded', 'down']) })

// A refusal with one of these codes proves that no withdrawal was made. Nothing else does.
const refusals = new Set([
  'insufficient_funds',
  'below_minimum',
  'above_maximum',
  'too_many_decimals',
  'network_unsupported',
  'address_invalid',
  'rejected',
  'quote_expired',
  'withdrawals_locked',
  'stale_request',
  'token_invalid',
])
const states: Record<string, Withdrawal['state']> = {
  pending: 'pending',
  sent: 'sent',
  completed: 'completed',
  failed: 'failed',
  canceled: 'canceled',
}

/** `haste` divides how long requests and looks are good for, and after what time a withdrawal is believed to be absent. */
export function sandbox(baseUrl: string, haste = 1): Exchange {
  const exchange = adapter(baseUrl, 'sandbox', 'Sandbox Exchange', '#0f766e', true)
  const { requestMs, visibilityMs, leaseMs } = exchange.recovery
  const sooner = (ms: number) => Math.round(ms / haste)
  const limits = { requestMs: sooner(requestMs), visibilityMs: sooner(visibilityMs), leaseMs: sooner(leaseMs) }
  return { ...exchange, recovery: { ...exchange.recovery, ...limits } }
}

/** Connects, but supports no managed transfers. */
export function sandboxBroker(baseUrl: string): Exchange {
  return adapter(baseUrl, 'sandboxBroker', 'Sandbox Broker', '#7c3aed', false)
}

function adapter(baseUrl: string, type: string, name: string, color: string, transfers: boolean): Exchange {
  /** Reads: any trouble is an ExchangeFailure. */
  async function read<T>(schema: z.ZodType<T>, method: 'GET' | 'POST', path: string, token?: string, body?: unknown) {
    const answer = await send(method, path, token, body)
    if (answer.status < 300) return parsed(schema, answer)
    throw failureOf(answer)
  }

  async function send(method: 'GET' | 'POST', path: string, token?: string, body?: unknown): Promise<HttpAnswer> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const result = await callHttp({ method, url: baseUrl + path, headers, body, timeoutMs: readTimeoutMs })
    if (result.kind === 'answer') return result.answer
    throw new ExchangeFailure(result.kind === 'broken' && result.reason === 'timeout' ? 'timeout' : 'unreachable')
  }

  async function signIn(path: string, body: unknown): Promise<SignInResult> {
    const answer = await send('POST', path, undefined, body)
    if (answer.status < 300) return signInResult(parsed(SignIn, answer))
    const code = Failure.safeParse(answer.body)
    const failed = code.success ? signInFailure(code.data.error) : null
    if (failed === null) throw failureOf(answer)
    return failed
  }

  const accountPath = (accountId: string) => `/v1/accounts/${encodeURIComponent(accountId)}`

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
    networkKeys: transfers ? ['ethereum', 'base'] : [],
    recovery: {
      class: 'find',
      requestMs: 30_000,
      fenceMs: 1_000,
      visibilityMs: 30_000,
      emptyLooks: 4,
      leaseMs: usualLeaseMs,
      pauses: usualPauses,
    },
    looksPerSecond: 50,

    startSignIn: (fields) => signIn('/v1/login', { username: fields.username ?? '', password: fields.password ?? '' }),

    answerCode: (pending, code) => signIn('/v1/login/code', { challengeId: pending.challengeId ?? '', code }),

    async resendCode(pending, kind) {
      const path = `/v1/login/challenge/${encodeURIComponent(pending.challengeId ?? '')}/method`
      const { method, methods } = await read(Resent, 'POST', path, undefined, { kind: kind === 'phone' ? 'sms' : kind })
      return { state: 'codeRequired', pending, kind: method, methods, codeLength: 6 }
    },

    async renew(credentials) {
      const { refreshToken } = credentials
      if (refreshToken === undefined) throw new ExchangeFailure('signInEnded')
      return read(Renewed, 'POST', '/v1/token/refresh', undefined, { refreshToken })
    },

    async holdings(credentials, accountId) {
      const { balances } = await read(Balances, 'GET', `${accountPath(accountId)}/balances`, credentials.accessToken)
      return balances.map(
        (row): ExchangeHolding => ({
          symbol: row.asset,
          name: row.name,
          available: row.available,
          routes: row.networks.map(({ network, fee, ...limits }) => ({
            ...limits,
            networkKey: network,
            networkFee: fee,
          })),
        }),
      )
    },

    async quote(credentials, accountId, terms) {
      const answer = await read(QuoteAnswer, 'POST', `${accountPath(accountId)}/quotes`, credentials.accessToken, {
        asset: terms.symbol,
        network: terms.networkKey,
        address: terms.address,
        amount: terms.amount.toString(),
      })
      const { quoteId, fee, ...rest } = answer
      return { ...rest, id: quoteId, networkFee: fee }
    },

    async withdraw(credentials, accountId, order) {
      const result = await callHttp({
        method: 'POST',
        url: `${baseUrl}${accountPath(accountId)}/withdrawals`,
        headers: { authorization: `Bearer ${credentials.accessToken ?? ''}` },
        body: withdrawalBody(order),
        timeoutMs: withdrawTimeoutMs,
      })
      if (result.kind === 'notSent') return { kind: 'rejected', code: 'not_sent' }
      if (result.kind === 'broken') return { kind: 'ambiguous', reason: result.reason }
      return outcomeOf(result.answer, order)
    },

    async getWithdrawal(credentials, accountId, withdrawalId) {
      const path = `${accountPath(accountId)}/withdrawals/${encodeURIComponent(withdrawalId)}`
      const answer = await send('GET', path, credentials.accessToken)
      if (answer.status === 404) return undefined
      if (answer.status >= 300) throw failureOf(answer)
      return withdrawalOf(parsed(OneWithdrawal, answer).withdrawal)
    },

    async findWithdrawal(credentials, accountId, clientReference) {
      const path = `${accountPath(accountId)}/withdrawals?clientId=${encodeURIComponent(clientReference)}`
      const { withdrawals } = await read(Withdrawals, 'GET', path, credentials.accessToken)
      const row = withdrawals.find((withdrawal) => withdrawal.clientId === clientReference)
      return row === undefined ? undefined : withdrawalOf(row)
    },

    async listWithdrawals(credentials, accountId, since) {
      const found: Withdrawal[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const query = new URLSearchParams({ since: since.toISOString(), ...(cursor === '' ? {} : { cursor }) })
        const path = `${accountPath(accountId)}/withdrawals?${query}`
        const page: z.infer<typeof Withdrawals> = await read(Withdrawals, 'GET', path, credentials.accessToken)
        found.push(...page.withdrawals.map(withdrawalOf))
        cursor = page.nextCursor
      }
      return found
    },

    async prices() {
      const { prices } = await read(Prices, 'GET', '/v1/prices')
      return new Map(Object.entries(prices))
    },

    async health() {
      try {
        const { status } = await read(Health, 'GET', '/v1/health')
        return status === 'ok' ? 'up' : status
      } catch {
        return 'down'
      }
    },
  }
}

function withdrawalBody(order: WithdrawalOrder): Record<string, string> {
  return {
    clientId: order.clientReference,
    asset: order.symbol,
    network: order.networkKey,
    address: order.address,
    amount: order.amount.toString(),
    quoteId: order.quoteId,
    validUntil: order.validUntil.toISOString(),
    ...(order.addressTag === '' ? {} : { tag: order.addressTag }),
    ...(order.mfaCode === null ? {} : { code: order.mfaCode }),
  }
}

function outcomeOf(answer: HttpAnswer, order: WithdrawalOrder): WithdrawalOutcome {
  if (answer.status === 201) {
    const row = OneWithdrawal.safeParse(answer.body)
    if (row.success && row.data.withdrawal.clientId === order.clientReference) {
      return { kind: 'accepted', withdrawalId: row.data.withdrawal.id }
    }
    return { kind: 'ambiguous', reason: 'unreadable answer' }
  }
  const failure = Failure.safeParse(answer.body)
  if (!failure.success || answer.status < 400 || answer.status >= 500) {
    return { kind: 'ambiguous', reason: `status ${answer.status}` }
  }
  const { code, method } = failure.data.error
  if (code === 'code_required') return { kind: 'mfaRequired', method: method ?? 'totp' }
  if (code === 'wrong_code') return { kind: 'mfaWrong' }
  if (code === 'code_expired') return { kind: 'mfaExpired' }
  return refusals.has(code) ? { kind: 'rejected', code } : { kind: 'ambiguous', reason: 'unknown code' }
}

function withdrawalOf(row: z.infer<typeof WithdrawalRow>): Withdrawal {
  return {
    id: row.id,
    clientReference: row.clientId,
    symbol: row.asset,
    networkKey: row.network,
    address: row.address,
    addressTag: row.tag ?? '',
    amount: row.amount,
    state: states[row.status] ?? 'unknown',
    hash: row.hash ?? '',
    createdAt: new Date(row.createdAt),
  }
}

function signInResult(answer: z.infer<typeof SignIn>): SignInResult {
  if (answer.state === 'code_required') {
    const { challengeId, method, methods, length } = answer
    return { state: 'codeRequired', pending: { challengeId }, kind: method, methods, codeLength: length }
  }
  const credentials: Credentials = { accessToken: answer.accessToken }
  if (answer.refreshToken !== null) credentials.refreshToken = answer.refreshToken
  const accounts = answer.accounts.map(({ id, name }) => ({ externalId: id, name }))
  return { state: 'connected', credentials, accounts, renewable: answer.refreshToken !== null }
}

function signInFailure(error: z.infer<typeof Failure>['error']): SignInResult | null {
  switch (error.code) {
    case 'bad_credentials':
      return { state: 'failed', reason: 'signInRejected' }
    case 'account_locked':
      return { state: 'failed', reason: 'accountLocked' }
    case 'wrong_code':
      return { state: 'failed', reason: 'codeWrong', attemptsLeft: error.attemptsLeft ?? 0 }
    case 'code_expired':
      return { state: 'failed', reason: 'codeExpired' }
    case 'too_many_codes':
    case 'challenge_unknown':
      return { state: 'failed', reason: 'codeLocked' }
    default:
      return null
  }
}

function parsed<T>(schema: z.ZodType<T>, answer: HttpAnswer): T {
  const result = schema.safeParse(answer.body)
  if (result.success) return result.data
  throw new ExchangeFailure('unavailable')
}

function failureOf(answer: HttpAnswer): ExchangeFailure {
  const code = Failure.safeParse(answer.body)
  if (answer.status === 401) return new ExchangeFailure('signInEnded')
  if (answer.status === 429) return new ExchangeFailure('rateLimited')
  if (answer.status >= 400 && answer.status < 500 && code.success)
    return new ExchangeFailure('rejected', code.data.error.code)
  return new ExchangeFailure('unavailable')
}
