// Limits MFA codes per account at the exchange. Five wrong codes end a preview, but previews are free: without a limit across
// previews, a stolen token could try every code.

import type { Account } from '../accounts/accounts.ts'
import { ApiError } from '../contract/errors.ts'
import type { ExecuteResult } from './send-withdrawal.ts'
import type { TransferDeps } from './transfer-deps.ts'

/** Counts a code before it is tried, and returns the attempt if the code was not wrong. Throws `rateLimited`. */
export async function limitMfaAttempts(
  { limits }: TransferDeps,
  account: Account,
  { mfaCode, send }: { mfaCode: string | null; send: () => Promise<ExecuteResult> },
): Promise<ExecuteResult> {
  if (limits === undefined || mfaCode === null) return send()
  const subject = `${account.exchange.type} ${account.externalId}`
  const { allowed, seconds } = await limits.take('code', subject)
  if (!allowed) throw new ApiError('rateLimited', { seconds })
  let isWrong = false
  try {
    const result = await send()
    isWrong = result.outcome === 'mfaFailed'
    return result
  } catch (error) {
    isWrong = error instanceof ApiError && error.type === 'mfaLocked'
    throw error
  } finally {
    // The withdrawal was already sent. Failing to return the attempt must not replace its result.
    if (!isWrong) await limits.release('code', subject).catch(() => {})
  }
}
