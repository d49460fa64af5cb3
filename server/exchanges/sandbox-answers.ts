// What the sandbox exchange answers, and what it means to us. Amounts are read as text.

import * as z from 'zod'
import { Amount } from '../contract/amount.ts'
import {
  type CodeKind,
  type Credentials,
  ExchangeFailure,
  type ExchangeHolding,
  type SignInResult,
  type UserStep,
  type Withdrawal,
  type WithdrawalOrder,
  type WithdrawalOutcome,
} from './exchange.ts'
import type { HttpAnswer } from './http-call.ts'

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
const ApprovalRequired = z.object({
  state: z.literal('approval_required'),
  challengeId: z.string(),
  by: z.enum(['email', 'device']),
  to: z.string(),
  page: z.string().nullable(),
  expiresIn: z.number(),
})
export const SignIn = z.discriminatedUnion('state', [Authenticated, CodeRequired, ApprovalRequired])
export const Renewed = z.object({ accessToken: z.string(), refreshToken: z.string() })
export const Resent = z.object({ method: Kind, methods: Methods })
const Code = z.object({ method: Kind, methods: Methods, length: z.number() })
export const Waiting = z.object({ waiting: z.boolean() })
export const ResentForOrder = z.union([
  z.object({ approval: z.string(), to: z.string(), page: z.string().nullable() }),
  z.object({ code: Code }),
])
const Failure = z.object({
  error: z.object({
    code: z.string(),
    attemptsLeft: z.number().optional(),
    ...Code.partial().shape,
    to: z.string().optional(),
    page: z.string().nullish(),
    until: z.string().optional(),
  }),
})
type FailureError = z.infer<typeof Failure>['error']
export const Balances = z.object({
  withdrawals: z.enum(['allowed', 'locked']),
  heldUntil: z.iso.datetime().nullable(),
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
export const QuoteAnswer = z.object({
  quoteId: z.string(),
  fee: AmountText,
  exchangeFee: AmountText,
  fromAddress: z.string(),
  expiresInSeconds: z.number(),
  estimatedSeconds: z.number(),
})
const WithdrawalRow = z.object({
  id: z.string().min(1).max(200),
  clientId: z.string(),
  asset: z.string(),
  network: z.string(),
  address: z.string(),
  tag: z.string().nullable(),
  amount: AmountText,
  status: z.string(),
  hash: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export const OneWithdrawal = z.object({ withdrawal: WithdrawalRow })
export const Withdrawals = z.object({
  withdrawals: z.array(WithdrawalRow),
  /** Null on the last page. An answer that does not say so is not known to be whole. */
  nextCursor: z.string().nullable(),
})
export const Prices = z.object({ prices: z.record(z.string(), AmountText) })
export const Health = z.object({ status: z.enum(['ok', 'degraded', 'down']) })

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
  'withdrawal_hold',
  'verification_required',
  'declined',
  'stale_request',
  'token_invalid',
])
const states = new Map<string, Withdrawal['state']>(
  (['pending', 'sent', 'completed', 'failed', 'canceled'] as const).map((state) => [state, state]),
)

export function outcomeOf(answer: HttpAnswer, order: WithdrawalOrder): WithdrawalOutcome {
  if (answer.status === 201) {
    const row = OneWithdrawal.safeParse(answer.body)
    if (row.success && isAsOrdered(withdrawalOf(row.data.withdrawal), order)) {
      return { kind: 'accepted', withdrawalId: row.data.withdrawal.id }
    }
    return { kind: 'ambiguous', reason: 'unreadable answer' }
  }
  const failure = Failure.safeParse(answer.body)
  if (!failure.success || answer.status < 400 || answer.status >= 500) {
    return { kind: 'ambiguous', reason: `status ${answer.status}` }
  }
  const { error } = failure.data
  const { code } = error
  const step = userStep(error)
  if (step !== null) return step
  if (code === 'wrong_code') return { kind: 'mfaWrong' }
  if (code === 'code_expired') return { kind: 'mfaExpired' }
  return refusals.has(code) ? { kind: 'rejected', code } : { kind: 'ambiguous', reason: 'unknown code' }
}

/** An answer about anything else proves nothing of this order. */
function isAsOrdered(made: Withdrawal, order: WithdrawalOrder): boolean {
  return (
    made.clientReference === order.clientReference &&
    made.symbol === order.symbol &&
    made.networkKey === order.networkKey &&
    made.address.toLowerCase() === order.address.toLowerCase() &&
    made.addressTag === order.addressTag &&
    made.amount.equals(order.amount)
  )
}

function userStep({ code, method, methods, length, to = '', page }: FailureError): UserStep | null {
  switch (code) {
    case 'code_required':
      return codeStep({ method: method ?? 'totp', methods: methods ?? [], length: length ?? 6 })
    case 'email_confirmation_required':
      return { kind: 'emailConfirmationRequired', sentTo: to }
    case 'device_confirmation_required':
      return { kind: 'deviceConfirmationRequired', device: to, url: linkOf(page) }
    case 'address_not_saved':
      return { kind: 'addressWhitelistRequired', url: linkOf(page) }
    case 'recipient_required':
    case 'recipient_invalid':
      return { kind: 'travelRuleRequired' }
    default:
      return null
  }
}

/** What an order waits for after its user was told once more. */
export function resentStep(resent: z.infer<typeof ResentForOrder>): UserStep {
  if ('code' in resent) return codeStep(resent.code)
  const { approval, to, page } = resent
  return approval === 'email'
    ? { kind: 'emailConfirmationRequired', sentTo: to }
    : { kind: 'deviceConfirmationRequired', device: to, url: linkOf(page) }
}

function codeStep({ method, methods, length }: z.infer<typeof Code>): UserStep {
  return { kind: 'mfaRequired', method, methods, codeLength: length }
}

/** Shown as a link: nothing but a web address. */
function linkOf(text: string | null | undefined): string {
  const url = URL.parse(text ?? '')
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : ''
}

export function withdrawalOf(row: z.infer<typeof WithdrawalRow>): Withdrawal {
  return {
    id: row.id,
    clientReference: row.clientId,
    symbol: row.asset,
    networkKey: row.network,
    address: row.address,
    addressTag: row.tag ?? '',
    amount: row.amount,
    state: states.get(row.status) ?? 'unknown',
    hash: row.hash ?? '',
    createdAt: new Date(row.createdAt),
  }
}

export function signInResult(answer: z.infer<typeof SignIn>): SignInResult {
  if (answer.state === 'code_required') {
    const { challengeId, method, methods, length } = answer
    return { state: 'codeRequired', pending: { challengeId }, kind: method, methods, codeLength: length }
  }
  if (answer.state === 'approval_required') {
    const { challengeId, by, to, page, expiresIn } = answer
    const pending = { challengeId, waitingBy: by, sentTo: to }
    return {
      state: 'waiting',
      pending,
      by,
      sentTo: to,
      url: linkOf(page) || null,
      expiresInSeconds: Math.max(0, expiresIn),
    }
  }
  const credentials: Credentials = { accessToken: answer.accessToken }
  if (answer.refreshToken !== null) credentials.refreshToken = answer.refreshToken
  const accounts = answer.accounts.map(({ id, name }) => ({ externalId: id, name }))
  return { state: 'connected', credentials, accounts, renewable: answer.refreshToken !== null }
}

function signInFailure(error: FailureError): SignInResult | null {
  switch (error.code) {
    case 'bad_credentials':
      return { state: 'failed', reason: 'signInRejected' }
    case 'account_locked':
      return { state: 'failed', reason: 'accountLocked' }
    case 'wrong_code':
      return { state: 'failed', reason: 'codeWrong', attemptsLeft: error.attemptsLeft ?? 0 }
    case 'code_expired':
      return { state: 'failed', reason: 'codeExpired' }
    case 'approval_expired':
      return { state: 'failed', reason: 'confirmationExpired' }
    case 'declined':
      return { state: 'failed', reason: 'confirmationDeclined' }
    case 'too_many_codes':
    case 'challenge_unknown':
      return { state: 'failed', reason: 'codeLocked' }
    default:
      return null
  }
}

export function parsed<T>(schema: z.ZodType<T>, answer: HttpAnswer): T {
  const result = schema.safeParse(answer.body)
  if (result.success) return result.data
  throw new ExchangeFailure('unavailable')
}

/** What a refused sign-in means; null for what is no answer to it. */
export function signInRefusal(answer: HttpAnswer): SignInResult | null {
  const failure = Failure.safeParse(answer.body)
  return failure.success ? signInFailure(failure.data.error) : null
}

export function failureOf(answer: HttpAnswer): ExchangeFailure {
  const failure = Failure.safeParse(answer.body)
  if (answer.status === 401) return new ExchangeFailure('signInEnded')
  if (answer.status === 429) return new ExchangeFailure('rateLimited')
  if (answer.status >= 400 && answer.status < 500 && failure.success) {
    const { code, page, until } = failure.data.error
    const details = { ...(page == null ? {} : { url: linkOf(page) }), ...(until === undefined ? {} : { until }) }
    return new ExchangeFailure('rejected', code, details)
  }
  return new ExchangeFailure('unavailable')
}

/** Throws an ExchangeFailure where the sign-in may look but not withdraw. */
export function holdingsOf({ balances, withdrawals, heldUntil }: z.infer<typeof Balances>): ExchangeHolding[] {
  if (withdrawals === 'locked') throw new ExchangeFailure('rejected', 'withdrawals_locked')
  return balances.map((row) => ({
    symbol: row.asset,
    name: row.name,
    available: row.available,
    heldUntil: heldUntil === null ? null : new Date(heldUntil),
    routes: row.networks.map(({ network, fee, ...limits }) => ({ ...limits, networkKey: network, networkFee: fee })),
  }))
}
