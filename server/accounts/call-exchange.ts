// Calls to an exchange whose failure is returned to the caller: nothing was executed, and the sentence states that.
// Never use this for a withdrawal: the transfer states its outcome.

import { ApiError, type ErrorData, type ErrorType } from '../contract/errors.ts'
import type { Exchange } from '../exchanges/exchange.ts'
import { ExchangeFailure, type FailureKind } from '../exchanges/exchange-failure.ts'

const errors: Record<Exclude<FailureKind, 'rejected'>, ErrorType> = {
  unreachable: 'exchangeError',
  unavailable: 'exchangeUnavailable',
  timeout: 'exchangeTimeout',
  rateLimited: 'exchangeRateLimited',
  signInEnded: 'reconnectRequired',
}

export async function callExchange<T>(exchange: Exchange, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) throw error
    if (error.kind === 'rejected') throw toApiError(exchange, error)
    const wait = error.kind === 'rateLimited' ? { seconds: 60 } : {}
    throw new ApiError(errors[error.kind], { name: exchange.name, ...wait })
  }
}

// Failures with the same meaning at every exchange have their own error type. The rest are returned as rejections with their code.
function toApiError({ name }: Exchange, { code, details }: ExchangeFailure): ApiError {
  if (code === 'verification_required') return new ApiError('kycRequired', { name, url: details.url ?? '' })
  if (code === 'withdrawals_locked') return new ApiError('missingExchangePermission', { name })
  if (code === 'withdrawal_hold' && details.until !== undefined) {
    return new ApiError('withdrawHold', { name, until: details.until })
  }
  return new ApiError('exchangeRejected', rejectionData(name, code))
}

/** By the exchange's code. The hosted UI has a text for each reason. */
export const rejectionReasons: Record<string, { reason: string; detail: string }> = {
  insufficient_funds: { reason: 'insufficientFunds', detail: ': the balance is no longer enough' },
  below_minimum: { reason: 'belowMinimum', detail: ': the amount is below its minimum' },
  above_maximum: { reason: 'aboveMaximum', detail: ': the amount is above its maximum' },
  address_invalid: { reason: 'addressInvalid', detail: ': it does not accept the address' },
  withdrawals_locked: { reason: 'withdrawalsLocked', detail: ': it does not allow withdrawals from this account' },
  withdrawal_hold: { reason: 'onHold', detail: ': it holds withdrawals of this account for now' },
  verification_required: { reason: 'verificationRequired', detail: ': it requires you to complete verification first' },
  region_restricted: { reason: 'regionRestricted', detail: ': it is not available in this region' },
  declined: { reason: 'declined', detail: ': it was declined there' },
}

/** The data of `exchangeRejected`: the reason as a code and as a phrase. */
export function rejectionData(name: string, code: string): ErrorData {
  const { reason, detail } = rejectionReasons[code] ?? { reason: 'other', detail: '' }
  return { name, detail, exchangeCode: code, reason }
}
