// The one send of an attempt, and what its answer means. The answer is written by compare-and-set; when that fails, or the
// answer proves nothing, the transfer stays as it is and is followed up. Nothing here claims failure without proof.

import type { Account } from '../accounts/accounts.ts'
import { refusalData } from '../accounts/call-exchange.ts'
import { ApiError, type ErrorType } from '../contract/errors.ts'
import type { WithdrawalOutcome } from '../exchanges/exchange.ts'
import { errorFacts } from '../log/log.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import { noteOutcome } from './attempts.ts'
import { unlessLeaving } from './leaving.ts'
import type { Preview } from './preview.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { changeTransfer, type Transfer, type TransferChange, transferById } from './transfer-store.ts'
import { askForCode, askUser, awaitUser, maximumWrongCodes, type UserInput, type WaitingResult } from './user-step.ts'
import { isWithdrawalId } from './withdrawal-id.ts'

/** A transfer and its attempt, both written: now it may be sent, once. */
export interface ReservedSend {
  transfer: Transfer
  attempt: { n: number; clientReference: string; validUntil: Date }
}

export type ExecuteResult =
  /** The instruction was given, or is not known to have failed. */
  | { outcome: 'succeeded'; transfer: Transfer; replayed: boolean }
  | { outcome: 'failed'; error: ApiError; transfer: Transfer; replayed: boolean }
  | WaitingResult

/** What execute answers for a transfer that there is already. */
export function replay(transfer: Transfer, preview: Preview): ExecuteResult {
  switch (transfer.state) {
    case 'AwaitingMfa':
      return askUser(transfer, preview.wrongCodes)
    case 'Abandoned':
      throw new ApiError(transfer.errorType === 'mfaLocked' ? 'mfaLocked' : 'previewExpired')
    default:
      return resultOf(transfer, true)
  }
}

export function sendWithdrawal(
  deps: TransferDeps,
  account: Account,
  send: ReservedSend,
  told: UserInput,
): Promise<ExecuteResult> {
  const { transfer } = send
  const pending: ExecuteResult = { outcome: 'succeeded', transfer, replayed: false }
  return unlessLeaving(deps, sendAndSettle(deps, account, send, told), () => pending)
}

async function sendAndSettle(
  deps: TransferDeps,
  account: Account,
  send: ReservedSend,
  told: UserInput,
): Promise<ExecuteResult> {
  const { transfer } = send
  const outcome = believed(await sendOnce(deps, account, send, told))
  try {
    return await settle(deps, account, send, told, outcome)
  } catch (error) {
    if (error instanceof ApiError) throw error
    // The withdrawal may have happened: the transfer is followed up from what was written before the send.
    deps.log.error(
      { transferId: transfer.id, ...errorFacts(error) },
      'the outcome of a withdrawal could not be written',
    )
    return { outcome: 'succeeded', transfer, replayed: false }
  }
}

async function sendOnce(
  deps: TransferDeps,
  account: Account,
  { transfer, attempt }: ReservedSend,
  told: UserInput,
): Promise<WithdrawalOutcome> {
  const { terms } = transfer
  if (deps.now() > attempt.validUntil) return { kind: 'rejected', code: 'not_sent' }
  try {
    return await account.exchange.withdraw(account.credentials, account.externalId, {
      clientReference: attempt.clientReference,
      symbol: terms.symbol,
      networkKey: terms.networkKey,
      address: terms.toAddress,
      addressTag: terms.addressTag,
      amount: terms.amount,
      quoteId: terms.quoteId,
      validUntil: attempt.validUntil,
      ...told,
    })
  } catch (error) {
    // An adapter must not throw. If it does, the request may have left all the same.
    deps.log.error({ transferId: transfer.id, ...errorFacts(error) }, 'an adapter failed while it sent a withdrawal')
    return { kind: 'ambiguous', reason: 'the adapter failed' }
  }
}

/** An id that finds nothing again is no yes. */
function believed(outcome: WithdrawalOutcome): WithdrawalOutcome {
  if (outcome.kind !== 'accepted' || isWithdrawalId(outcome.withdrawalId)) return outcome
  return { kind: 'ambiguous', reason: 'an unreadable id' }
}

async function settle(
  deps: TransferDeps,
  account: Account,
  send: ReservedSend,
  told: UserInput,
  outcome: WithdrawalOutcome,
): Promise<ExecuteResult> {
  const { transfer, attempt } = send
  const now = deps.now()
  const { changed, wrongCodes } = await inTransaction(deps.database, async (query) => {
    const { wrongCodes, expiresAt } = await countWrongCodes(query, transfer.previewId, told, outcome)
    const change = changeFor(account, transfer, outcome, wrongCodes, now)
    // When the preview is over nobody can bring what is waited for.
    if (change.state === 'AwaitingMfa') change.lookAt = expiresAt
    await noteOutcome(query, transfer.id, attempt.n, outcome.kind)
    // The follower may have found the withdrawal first: then its word stands.
    const written = await changeTransfer(query, transfer, change, now)
    return { changed: written ?? (await transferById(query, transfer.id)) ?? transfer, wrongCodes }
  })
  if (changed.state === 'Abandoned') throw new ApiError('mfaLocked')
  if (changed.state !== 'AwaitingMfa') return resultOf(changed, false)
  if (outcome.kind === 'mfaWrong') return askForCode(changed, 'mfaFailed', wrongCodes)
  if (outcome.kind === 'mfaExpired') {
    const attemptsLeft = maximumWrongCodes - wrongCodes
    throw new ApiError('mfaCodeExpired', { name: account.exchange.name, attemptsLeft })
  }
  return askUser(changed, wrongCodes)
}

/**
 * The code was counted before it was tried. Only a wrong one is a guess: one that came too late was right once, and one beside
 * which the exchange wants something else first was not tried.
 */
async function countWrongCodes(
  query: Query,
  previewId: string,
  { mfaCode }: UserInput,
  { kind }: WithdrawalOutcome,
): Promise<{ wrongCodes: number; expiresAt: Date }> {
  const wasNoGuess = kind === 'mfaExpired' || (mfaCode !== null && otherSteps.has(kind))
  const giveBack = wasNoGuess ? 1 : 0
  const { wrong_codes, expires_at } = await query
    .updateTable('preview')
    .set((column) => ({ wrong_codes: column('wrong_codes', '-', giveBack) }))
    .where('id', '=', previewId)
    .returning(['wrong_codes', 'expires_at'])
    .executeTakeFirstOrThrow()
  return { wrongCodes: wrong_codes, expiresAt: new Date(expires_at) }
}

const otherSteps: ReadonlySet<WithdrawalOutcome['kind']> = new Set([
  'emailConfirmationRequired',
  'deviceConfirmationRequired',
  'addressWhitelistRequired',
  'travelRuleRequired',
])

function changeFor(
  account: Account,
  { terms }: Transfer,
  outcome: WithdrawalOutcome,
  wrongCodes: number,
  now: Date,
): TransferChange {
  const name = account.exchange.name
  switch (outcome.kind) {
    case 'accepted':
      return { state: 'Submitted', withdrawalId: outcome.withdrawalId, lookAt: now, event: { kind: 'accepted' } }
    case 'rejected':
      return refusalOf(name, outcome.code)
    case 'mfaRequired':
    case 'emailConfirmationRequired':
    case 'deviceConfirmationRequired':
    case 'addressWhitelistRequired':
    case 'travelRuleRequired':
      return awaitUser(account, terms, outcome)
    case 'mfaWrong':
    case 'mfaExpired':
      return wrongCodes >= maximumWrongCodes
        ? {
            state: 'Abandoned',
            errorType: 'mfaLocked',
            lookAt: null,
            event: { kind: 'abandoned', detail: { reason: 'wrong codes' } },
          }
        : { state: 'AwaitingMfa', lookAt: null, event: { kind: 'codeRefused' } }
    case 'ambiguous':
      return { state: 'Unknown', lookAt: now, event: { kind: 'unknown', detail: { reason: outcome.reason } } }
  }
}

// The exchange's refusals that have a sentence of their own.
const refusals: Record<string, ErrorType> = {
  token_invalid: 'reconnectRequired',
  quote_expired: 'previewChanged',
}

function refusalOf(name: string, code: string): TransferChange {
  if (code === 'not_sent') {
    return {
      state: 'NotSent',
      errorType: 'transferNotSent',
      errorData: { name },
      lookAt: null,
      event: { kind: 'notSent' },
    }
  }
  const errorType = refusals[code] ?? 'exchangeRejected'
  const errorData = refusalData(name, code)
  return { state: 'Rejected', errorType, errorData, lookAt: null, event: { kind: 'rejected', detail: { code } } }
}

function resultOf(transfer: Transfer, replayed: boolean): ExecuteResult {
  const error = failureOf(transfer)
  return error === null
    ? { outcome: 'succeeded', transfer, replayed }
    : { outcome: 'failed', error, transfer, replayed }
}

const failedStates = new Set(['Rejected', 'NotSent', 'Returned', 'Canceled'])

/** Why a transfer failed; null for one that did not. */
export function failureOf(transfer: Transfer): ApiError | null {
  if (!failedStates.has(transfer.state)) return null
  return new ApiError(transfer.errorType ?? 'transferNotSent', transfer.errorData)
}
