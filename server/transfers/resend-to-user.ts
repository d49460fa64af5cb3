// Requests another code, by the same or another method, or another confirmation request from the exchange. Executes nothing.

import { loadAccount } from '../accounts/accounts.ts'
import { callAccount } from '../accounts/call-account.ts'
import { ApiError } from '../contract/errors.ts'
import type { CodeKind } from '../exchanges/sign-in.ts'
import { inTransaction } from '../storage/storage.ts'
import { loadPreview, type PreviewScope } from './preview-store.ts'
import { awaitAction, orderedBefore, requireAction, type WaitingResult } from './required-action.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { changeTransfer, transferOfPreview } from './transfer-store.ts'

interface ResendToUserRequest extends PreviewScope {
  previewId: string
  /** Null: by the same method as before. */
  kind: CodeKind | null
}

/** Throws `previewNotFound`, `previewExpired`, `nothingToResend` and the errors of `callAccount`. */
export async function resendToUser(deps: TransferDeps, request: ResendToUserRequest): Promise<WaitingResult> {
  const preview = await loadPreview(deps, request, request.previewId)
  const transfer = await transferOfPreview(deps.database.query, preview.id)
  if (transfer?.state === 'RequiresAction' && preview.expiresAt <= deps.now()) throw new ApiError('previewExpired')
  const account = await loadAccount(deps, preview.clientId, preview.accountId)
  const { resendForOrder } = account.exchange
  if (transfer?.state !== 'RequiresAction' || resendForOrder === undefined) throw new ApiError('nothingToResend')
  const order = await orderedBefore(deps, transfer)
  const step = await callAccount(deps, account, (credentials) =>
    resendForOrder(credentials, account.externalId, { order, kind: request.kind }),
  )
  if (step === null) throw new ApiError('nothingToResend')
  // The transfer ends then, if the user does nothing.
  const change = { ...awaitAction(account, step), nextPollAt: preview.expiresAt, event: { kind: 'sentAgain' } }
  const changed = await inTransaction(deps.database, (query) =>
    changeTransfer(query, transfer, { change, now: deps.now() }),
  )
  // A concurrent execute was faster. Its own response reports the result.
  if (changed === null) throw new ApiError('nothingToResend')
  return requireAction(changed, preview.wrongCodes)
}
