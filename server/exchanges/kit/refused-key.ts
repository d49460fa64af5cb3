import { ExchangeFailure, type SignInResult } from '../exchange.ts'

/** What a sign-in by key ends with when its first call fails. Throws what says nothing of the key. */
export function refusedKey(error: unknown, { addressCodes }: { addressCodes: readonly string[] }): SignInResult {
  if (!(error instanceof ExchangeFailure)) throw error
  if (addressCodes.includes(error.code)) return { state: 'failed', reason: 'keyAddressRefused' }
  if (error.code === 'withdrawals_locked') return { state: 'failed', reason: 'missingExchangePermission' }
  if (error.kind === 'signInEnded' || error.code === 'unsignable') return { state: 'failed', reason: 'signInRejected' }
  throw error
}
