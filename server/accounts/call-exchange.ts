// Calls to an exchange whose failure is an answer to the caller: nothing was executed, and the sentence says so.
// Never for a withdrawal: its outcome is told by the transfer.

import { ApiError, type ErrorType } from '../contract/errors.ts'
import { type Exchange, ExchangeFailure, type FailureKind } from '../exchanges/exchange.ts'

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
    if (error.kind === 'rejected') throw refusal(exchange, error.code)
    throw new ApiError(errors[error.kind], { name: exchange.name })
  }
}

// The exchange's refusals that have a sentence of their own; the rest are told as a refusal, with its code.
function refusal(exchange: Exchange, code: string): ApiError {
  const detail = code === 'withdrawals_locked' ? ': it does not allow withdrawals from this account' : ''
  return new ApiError('exchangeRejected', { name: exchange.name, detail, exchangeCode: code })
}
