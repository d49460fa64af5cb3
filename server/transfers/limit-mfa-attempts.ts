// Codes entered to send, by the account at the exchange. Five wrong ones end a preview, but previews are free: without a count
// over all of them a stolen token could try code after code.

import type { Account } from '../accounts/accounts.ts'
import { ApiError } from '../contract/errors.ts'
import type { ExecuteResult } from './send-withdrawal.ts'
import type { TransferDeps } from './transfer-deps.ts'

/** Counts an entered code before it is tried, and gives the try back when the code was not wrong. Throws `rateLimited`. */
export async function limitMfaAttempts(
  { limits }: TransferDeps,
  account: Account,
  mfaCode: string | null,
  send: () => Promise<ExecuteResult>,
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
    // What was sent is sent: a count that cannot be given back costs a try, never the answer.
    if (!isWrong) await limits.release('code', subject).catch(() => {})
  }
}
