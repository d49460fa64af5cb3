// The meaning of an exchange's codes, from the adapter's tables. A rejection proves that no withdrawal was made only if its code is in
// the table and the status is below 500. Everything else is ambiguous.

import type { FailureKind } from '../exchange-failure.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { HttpCallResult, HttpResponse } from '../http-call.ts'
import type { RequiredAction, WithdrawalOutcome } from '../withdrawal.ts'

/** Our code of a rejection, or what the user has to do. */
type CodeOutcome = RejectionCode | RequiredAction | { kind: 'mfaWrong' } | { kind: 'mfaExpired' }
type RejectionCode =
  | 'insufficient_funds'
  | 'below_minimum'
  | 'above_maximum'
  | 'too_many_decimals'
  | 'network_unsupported'
  | 'address_invalid'
  | 'rejected'
  | 'quote_expired'
  | 'withdrawals_locked'
  | 'withdrawal_hold'
  | 'verification_required'
  | 'region_restricted'
  | 'stale_request'
  | 'token_invalid'

export type OutcomeTable = Readonly<Record<string, CodeOutcome>>
/** The meaning of a code in the response to a read. */
export type FailureTable = Readonly<Record<string, FailureKind | RejectionCode>>

/**
 * The outcome of an order. `codesOf` returns null for a success. Every code in the response must be in the table.
 */
export function outcomeBy(
  table: OutcomeTable,
  result: HttpCallResult,
  {
    codesOf,
    idOf,
  }: { codesOf: (response: HttpResponse) => string[] | null; idOf: (body: unknown) => string | undefined },
): WithdrawalOutcome {
  if (result.kind === 'notSent') return { kind: 'notSent' }
  if (result.kind === 'broken') return { kind: 'ambiguous', reason: result.reason }
  const { response } = result
  const codes = codesOf(response)
  if (codes === null) {
    const id = response.status === 200 || response.status === 201 ? idOf(response.body) : undefined
    return id === undefined
      ? { kind: 'ambiguous', reason: 'unreadable response' }
      : { kind: 'accepted', withdrawalId: id }
  }
  // A response with both an id and an error is neither a success nor a rejection.
  if (response.status >= 500 || codes.length === 0 || idOf(response.body) !== undefined) {
    return { kind: 'ambiguous', reason: `status ${response.status}` }
  }
  const meanings = codes.map((code) => (Object.hasOwn(table, code) ? table[code] : undefined))
  const [first] = meanings
  if (first === undefined || meanings.includes(undefined)) return { kind: 'ambiguous', reason: 'unknown code' }
  return typeof first === 'string' ? { kind: 'rejected', code: first } : first
}

const kinds: ReadonlySet<string> = new Set<FailureKind>([
  'unreachable',
  'timeout',
  'unavailable',
  'rateLimited',
  'signInEnded',
  'rejected',
])

/** The failure of a read, by its first code in the table, else by its status. */
export function failureBy(table: FailureTable, codes: readonly string[], status: number): ExchangeFailure {
  const known = codes.find((code) => Object.hasOwn(table, code))
  const meaning = known === undefined ? undefined : table[known]
  if (meaning === undefined) return failureOfStatus(status)
  if (kinds.has(meaning)) return new ExchangeFailure(meaning as FailureKind, known)
  return new ExchangeFailure('rejected', meaning)
}

function failureOfStatus(status: number): ExchangeFailure {
  if (status === 401) return new ExchangeFailure('signInEnded')
  if (status === 418 || status === 429) return new ExchangeFailure('rateLimited')
  return new ExchangeFailure(status >= 400 && status < 500 ? 'rejected' : 'unavailable')
}
