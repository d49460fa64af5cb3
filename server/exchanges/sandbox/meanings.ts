// The meaning of the sandbox exchange's responses: the state of a sign-in, and the outcome of an order.

import type * as z from 'zod'
import type { ExchangeHolding } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { HttpResponse } from '../http-call.ts'
import type { Credentials, SignInResult } from '../sign-in.ts'
import type { RequiredAction, Withdrawal, WithdrawalOrder, WithdrawalOutcome } from '../withdrawal.ts'
import {
  type Balances,
  type Code,
  Failure,
  type FailureError,
  httpUrlOf,
  OneWithdrawal,
  type ResentForOrder,
  type SignIn,
  type WithdrawalRow,
} from './responses.ts'

// Only a rejection with one of these codes proves that no withdrawal was made.
const rejections = new Set([
  'insufficient_funds',
  'below_minimum',
  'above_maximum',
  'too_many_decimals',
  'network_unsupported',
  'address_invalid',
  'tag_required',
  'tag_not_supported',
  'tag_invalid',
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

export function outcomeOf(response: HttpResponse, order: WithdrawalOrder): WithdrawalOutcome {
  if (response.status === 201) {
    const row = OneWithdrawal.safeParse(response.body)
    if (row.success && isAsOrdered(withdrawalOf(row.data.withdrawal), order)) {
      return { kind: 'accepted', withdrawalId: row.data.withdrawal.id }
    }
    return { kind: 'ambiguous', reason: 'unreadable response' }
  }
  const failure = Failure.safeParse(response.body)
  if (!failure.success || response.status < 400 || response.status >= 500) {
    return { kind: 'ambiguous', reason: `status ${response.status}` }
  }
  const { error } = failure.data
  const { code } = error
  const action = requiredActionOf(error)
  if (action !== null) return action
  if (code === 'wrong_code') return { kind: 'mfaWrong' }
  if (code === 'code_expired') return { kind: 'mfaExpired' }
  return rejections.has(code) ? { kind: 'rejected', code } : { kind: 'ambiguous', reason: 'unknown code' }
}

/** Whether the response is about this order. Any other response proves nothing. */
function isAsOrdered(made: Withdrawal, order: WithdrawalOrder): boolean {
  return (
    made.clientReference === order.clientReference &&
    made.symbol === order.symbol &&
    made.networkKey === order.networkKey &&
    made.address?.toLowerCase() === order.address.toLowerCase() &&
    made.addressTag === order.addressTag &&
    made.amount.equals(order.amount)
  )
}

function requiredActionOf({ code, method, methods, length, to = '', page }: FailureError): RequiredAction | null {
  switch (code) {
    case 'code_required':
      return codeStep({ method: method ?? 'totp', methods: methods ?? [], length: length ?? 6 })
    case 'email_confirmation_required':
      return { kind: 'emailConfirmationRequired', sentTo: to, url: httpUrlOf(page) }
    case 'device_confirmation_required':
      return { kind: 'deviceConfirmationRequired', device: to, url: httpUrlOf(page) }
    case 'address_not_saved':
      return { kind: 'addressWhitelistRequired', url: httpUrlOf(page) }
    case 'recipient_required':
    case 'recipient_invalid':
      return { kind: 'travelRuleRequired' }
    default:
      return null
  }
}

/** The action that an order requires after a code or a confirmation request was sent again. */
export function requiredActionAfterResend(resent: z.infer<typeof ResentForOrder>): RequiredAction {
  if ('code' in resent) return codeStep(resent.code)
  const { approval, to, page } = resent
  return approval === 'email'
    ? { kind: 'emailConfirmationRequired', sentTo: to, url: httpUrlOf(page) }
    : { kind: 'deviceConfirmationRequired', device: to, url: httpUrlOf(page) }
}

function codeStep({ method, methods, length }: z.infer<typeof Code>): RequiredAction {
  return { kind: 'mfaRequired', method, methods, codeLength: length }
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

export function signInResult(response: z.infer<typeof SignIn>): SignInResult {
  if (response.state === 'code_required') {
    const { challengeId, method, methods, length } = response
    return { state: 'codeRequired', pending: { challengeId }, kind: method, methods, codeLength: length }
  }
  if (response.state === 'approval_required') {
    const { challengeId, by, to, page, expiresIn } = response
    const pending = { challengeId, waitingBy: by }
    return {
      state: 'waiting',
      pending,
      by,
      sentTo: to,
      url: httpUrlOf(page) || null,
      expiresInSeconds: Math.max(0, expiresIn),
    }
  }
  const credentials: Credentials = { accessToken: response.accessToken }
  if (response.refreshToken !== null) credentials.refreshToken = response.refreshToken
  const accounts = response.accounts.map(({ id, name }) => ({ externalId: id, name }))
  return { state: 'connected', credentials, accounts, renewable: response.refreshToken !== null }
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

/** The result of a refused sign-in; null for any other response. */
export function signInRefusal(response: HttpResponse): SignInResult | null {
  const failure = Failure.safeParse(response.body)
  return failure.success ? signInFailure(failure.data.error) : null
}

/** Throws an ExchangeFailure if the account may not withdraw. */
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
