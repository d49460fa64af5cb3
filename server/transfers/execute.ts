// Executes a preview at most once. Before the request leaves, one database transaction spends the preview and stores the
// transfer and its attempt (reserve-send.ts). From then on the same previewId always returns the same transfer.

import { type Account, loadAccount } from '../accounts/accounts.ts'
import { ApiError } from '../contract/errors.ts'
import { endPreview } from './end-preview.ts'
import { type Extra, readExtra } from './extra-fields.ts'
import { limitMfaAttempts } from './limit-mfa-attempts.ts'
import { loadPreview, type Preview, type PreviewScope, reloadPreview } from './preview-store.ts'
import { repeatChecks } from './repeat-checks.ts'
import { awaitsCode, isStillRequired, maximumWrongCodes, providesRequiredAction } from './required-action.ts'
import { type OrderContext, reserveSend } from './reserve-send.ts'
import { type ExecuteResult, resultOfExisting, sendWithdrawal } from './send-withdrawal.ts'
import { throwShuttingDown, unlessShuttingDown } from './shutdown.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { type Transfer, transferOfPreview } from './transfer-store.ts'

const concurrentPollMs = 100

interface ExecuteOrder extends OrderContext {
  /** The account of the request's token, if the request has one. */
  account?: Account
  mfaCode: string | null
  /** Values for the fields that the exchange requires by law. */
  extra?: Extra
}

interface ExecuteRequest extends ExecuteOrder, PreviewScope {
  sessionId: string | null
  previewId: string
}

/** Throws an ApiError only if nothing was sent. The preview may have changed: a wrong code is counted, an expired preview is ended. */
export async function executeTransfer(deps: TransferDeps, request: ExecuteRequest): Promise<ExecuteResult> {
  return executeLoaded(deps, request, await loadPreview(deps, request, request.previewId))
}

/** The same as `executeTransfer`, for a preview that the caller has loaded within its scope. */
export async function executeLoaded(
  deps: TransferDeps,
  request: ExecuteOrder,
  preview: Preview,
): Promise<ExecuteResult> {
  const own = { sends: false }
  try {
    return await executePreview(deps, request, { found: preview, own })
  } catch (error) {
    // The exchange's response to this send is the result, even if storing it failed.
    if (own.sends) throw error
    const existing = await awaitConcurrentExecute(deps, await transferOfPreview(deps.database.query, preview.id))
    // If another execute has already sent this preview, return its transfer instead of this error.
    if (existing === undefined || existing.state === 'RequiresAction') throw error
    return resultOfExisting(existing, preview)
  }
}

async function executePreview(
  deps: TransferDeps,
  request: ExecuteOrder,
  { found, own }: { found: Preview; own: { sends: boolean } },
): Promise<ExecuteResult> {
  const stored = found.isSpent ? await transferOfPreview(deps.database.query, found.id) : undefined
  const existing = await awaitConcurrentExecute(deps, stored)
  // Read again: the concurrent execute may have counted a code, or given an attempt back.
  const preview = existing === undefined ? found : await reloadPreview(deps, found)
  if (existing !== undefined && existing.state !== 'RequiresAction') return resultOfExisting(existing, preview)
  if (preview.expiresAt <= deps.now()) return endExpiredPreview(deps, preview)
  if (preview.wrongCodes >= maximumWrongCodes) throw new ApiError('mfaLocked')
  const given = { mfaCode: request.mfaCode?.trim() || null, extra: request.extra ?? {} }
  if (existing !== undefined && !providesRequiredAction(existing, given)) return resultOfExisting(existing, preview)
  const mfaCode = cleanCode(request.mfaCode, existing !== undefined && awaitsCode(existing))

  // After a wait for another execute the account is loaded again: its credentials may have been renewed or erased meanwhile. Without
  // one, the account of the request's token is recent. `reserveSend` sends nothing for a sign-in that has ended since.
  const recent = existing === undefined && request.account?.id === preview.accountId ? request.account : undefined
  const account = recent ?? (await loadAccount(deps, preview.clientId, preview.accountId))
  const input = { mfaCode, extra: readExtra(account.exchange.extraFields ?? [], request.extra) }
  if (existing !== undefined) {
    const waits = asExchangeUnavailable(account, () => isStillRequired(deps, account, existing))
    if (await unlessShuttingDown(deps, waits, throwShuttingDown)) return resultOfExisting(existing, preview)
  }
  const checks = asExchangeUnavailable(account, () => repeatChecks(deps, account, preview))
  await unlessShuttingDown(deps, checks, throwShuttingDown)
  return limitMfaAttempts(deps, account, {
    mfaCode,
    send: async () => {
      const reserved = await asExchangeUnavailable(account, () =>
        reserveSend(deps, { request, preview, account, input }),
      )
      own.sends = reserved !== null
      if (reserved !== null) return sendWithdrawal(deps, account, { send: reserved, input })
      const winner = await awaitConcurrentExecute(deps, await transferOfPreview(deps.database.query, preview.id))
      if (winner === undefined) return endExpiredPreview(deps, preview)
      // Read again: the winner has counted its own code.
      return resultOfExisting(winner, await reloadPreview(deps, preview))
    },
  })
}

/** Ends the preview and throws `previewExpired`. If another execute has sent the preview, returns its transfer. */
async function endExpiredPreview(deps: TransferDeps, preview: Preview): Promise<ExecuteResult> {
  const existing = await endPreview(deps, preview.id)
  if (existing === undefined) throw new ApiError('previewExpired')
  return resultOfExisting(existing, preview)
}

/**
 * Waits for a transfer that another execute is sending. Its result, such as a required code, is the result of this execute
 * too. Waits no longer than that send can last.
 */
async function awaitConcurrentExecute(
  deps: TransferDeps,
  transfer: Transfer | undefined,
): Promise<Transfer | undefined> {
  const limitMs = deps.exchanges.byType(transfer?.exchangeType ?? '')?.recovery.requestMs ?? 0
  let seen = transfer
  for (let polls = 0; seen?.state === 'Submitting' && polls < limitMs / concurrentPollMs; polls++) {
    if (deps.shutdownSignal?.aborted) break
    await deps.pause(concurrentPollMs)
    seen = await transferOfPreview(deps.database.query, seen.previewId)
  }
  return seen
}

/** Before the send, a failing exchange counts as unavailable; the preview stays valid. */
async function asExchangeUnavailable<T>({ exchange }: Account, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isOutage = error instanceof ApiError && ['exchangeError', 'exchangeTimeout'].includes(error.type)
    throw isOutage ? new ApiError('exchangeUnavailable', { name: exchange.name }) : error
  }
}

// Users type codes in groups; exchanges expect digits only. A code that is not required is passed on if it has a code's form.
function cleanCode(typed: string | null, isRequired: boolean): string | null {
  const code = typed?.replace(/[\s-]/g, '') ?? ''
  if (code === '') return null
  if (/^[0-9A-Za-z]{4,10}$/.test(code)) return code
  if (isRequired) throw new ApiError('invalidMfaCodeFormat', { field: 'mfaCode' })
  return null
}
