// The sandbox exchange's responses. Amounts are read as text.

import * as z from 'zod'
import { Amount } from '../../contract/amount.ts'
import { ofText } from '../../contract/length-checks.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { HttpResponse } from '../http-call.ts'
import type { CodeKind } from '../sign-in.ts'

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
export const Code = z.object({ method: Kind, methods: Methods, length: z.number() })
export const Waiting = z.object({ waiting: z.boolean() })
export const ResentForOrder = z.union([
  z.object({ approval: z.string(), to: z.string(), page: z.string().nullable() }),
  z.object({ code: Code }),
])
export const Failure = z.object({
  error: z.object({
    code: z.string(),
    attemptsLeft: z.number().optional(),
    ...Code.partial().shape,
    to: z.string().optional(),
    page: z.string().nullish(),
    until: z.string().optional(),
  }),
})
export type FailureError = z.infer<typeof Failure>['error']
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
          fromAddress: z.string().default(''),
        }),
      ),
    }),
  ),
})
export const QuoteResponse = z.object({
  quoteId: z.string(),
  fee: AmountText,
  exchangeFee: AmountText,
  fromAddress: z.string(),
  expiresInSeconds: z.number(),
  estimatedSeconds: z.number(),
})
export const WithdrawalRow = z.object({
  id: z.string().min(1, ofText).max(200, ofText),
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
  /** Null on the last page. A list without this field may be incomplete. */
  nextCursor: z.string().nullable(),
})
export const Prices = z.object({ prices: z.record(z.string(), AmountText) })
export const Health = z.object({ status: z.enum(['ok', 'degraded', 'down']) })

export function parsed<T>(schema: z.ZodType<T>, response: HttpResponse): T {
  const result = schema.safeParse(response.body)
  if (result.success) return result.data
  throw new ExchangeFailure('unavailable')
}

export function failureOf(response: HttpResponse): ExchangeFailure {
  const failure = Failure.safeParse(response.body)
  if (response.status === 401) return new ExchangeFailure('signInEnded')
  if (response.status === 429) return new ExchangeFailure('rateLimited')
  if (response.status >= 400 && response.status < 500 && failure.success) {
    const { code, page, until } = failure.data.error
    const details = { ...(page == null ? {} : { url: httpUrlOf(page) }), ...(until === undefined ? {} : { until }) }
    return new ExchangeFailure('rejected', code, details)
  }
  return new ExchangeFailure('unavailable')
}

/** A web address that may be shown as a link, else ''. */
export function httpUrlOf(text: string | null | undefined): string {
  const url = URL.parse(text ?? '')
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : ''
}
