// The one send of an attempt, and what its response means. The outcome is written by compare-and-set, and retried until it is
// stored. Nothing here claims failure without proof.

import type { Account } from '../accounts/accounts.ts'
import { rejectionData } from '../accounts/call-exchange.ts'
import { ApiError } from '../contract/errors.ts'
import type { TransferFailure } from '../contract/success-errors.ts'
import type { WithdrawalOutcome } from '../exchanges/withdrawal.ts'
import { errorFacts } from '../log/log.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import { storeOutcome } from './attempts.ts'
import { requestAttentionIfAccepted } from './attention.ts'
import type { Preview } from './preview-store.ts'
import {
  awaitAction,
  maximumWrongCodes,
  requireAction,
  requireCode,
  type UserInput,
  type WaitingResult,
} from './required-action.ts'
import { unlessShuttingDown } from './shutdown.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { TimedChange } from './transfer-store.ts'
import { changeTransfer, type Transfer, type TransferChange, transferById } from './transfer-store.ts'
import { isWithdrawalId } from './withdrawal-id.ts'
import { writeOutcome } from './write-outcome.ts'

/** A stored transfer and its stored attempt, which may be sent once. */
export interface ReservedSend {
  transfer: Transfer
  attempt: { n: number; clientReference: string; validUntil: Date }
}

/** A reserved send, with what the user entered for it. */
interface PendingSend {
  send: ReservedSend
  input: UserInput
}

export type ExecuteResult =
  /** The withdrawal was ordered, or the wallet was used, and the transfer is not known to have failed. */
  | { outcome: 'ordered'; transfer: Transfer; replayed: boolean }
  | { outcome: 'failed'; error: ApiError; transfer: Transfer; replayed: boolean }
  | WaitingResult

/** The result of execute for an existing transfer. */
export function resultOfExisting(transfer: Transfer, preview: Preview): ExecuteResult {
  switch (transfer.state) {
    case 'RequiresAction':
      return requireAction(transfer, preview.wrongCodes)
    case 'Abandoned':
      throw new ApiError(transfer.errorType === 'mfaLocked' ? 'mfaLocked' : 'previewExpired')
    default:
      return resultOf(transfer, true)
  }
}

export function sendWithdrawal(
  deps: TransferDeps,
  account: Account,
  { send, input }: PendingSend,
): Promise<ExecuteResult> {
  const { transfer } = send
  const pending: ExecuteResult = { outcome: 'ordered', transfer, replayed: false }
  return unlessShuttingDown(deps, sendAndSettle(deps, account, { send, input }), () => pending)
}

async function sendAndSettle(
  deps: TransferDeps,
  account: Account,
  { send, input }: PendingSend,
): Promise<ExecuteResult> {
  const { transfer } = send
  const outcome = requireUsableId(await sendOnce(deps, account, { send, input }))
  const withdrawalId = outcome.kind === 'accepted' ? outcome.withdrawalId : null
  const facts = { transferId: transfer.id, outcome: outcome.kind, withdrawalId }
  // An outcome that cannot be stored in time is reported as Pending: only a stored outcome proves a failure.
  const pending: ExecuteResult = { outcome: 'ordered', transfer, replayed: false }
  return writeOutcome(deps, facts, { write: () => settle(deps, account, { send, input, outcome }), pending })
}

async function sendOnce(
  deps: TransferDeps,
  account: Account,
  { send: { transfer, attempt }, input }: PendingSend,
): Promise<WithdrawalOutcome> {
  const { terms } = transfer
  if (deps.now() > attempt.validUntil) return { kind: 'notSent' }
  try {
    return await account.exchange.withdraw(account.credentials, account.externalId, {
      clientReference: attempt.clientReference,
      symbol: terms.symbol,
      networkKey: terms.networkKey,
      address: terms.toAddress,
      addressTag: terms.addressTag,
      amount: terms.amount,
      adapterState: terms.adapterState,
      validUntil: attempt.validUntil,
      ...input,
    })
  } catch (error) {
    // An adapter must not throw. If it does, the request may have left all the same.
    deps.log.error({ transferId: transfer.id, ...errorFacts(error) }, 'an adapter failed while it sent a withdrawal')
    return { kind: 'ambiguous', reason: 'the adapter failed' }
  }
}

/** An unusable withdrawal id is treated as an ambiguous outcome. */
function requireUsableId(outcome: WithdrawalOutcome): WithdrawalOutcome {
  if (outcome.kind !== 'accepted' || isWithdrawalId(outcome.withdrawalId)) return outcome
  return { kind: 'ambiguous', reason: 'an unreadable id' }
}

async function settle(
  deps: TransferDeps,
  account: Account,
  { send, input, outcome }: PendingSend & { outcome: WithdrawalOutcome },
): Promise<ExecuteResult> {
  const { transfer, attempt } = send
  const now = deps.now()
  const { changed, codes } = await inTransaction(deps.database, async (query) => {
    // An earlier try may have been stored though its commit was not confirmed.
    const isFirst = await storeOutcome(query, { transferId: transfer.id, n: attempt.n, outcome: outcome.kind })
    const notCounted = isFirst && wasNoGuess(input, outcome) ? 1 : 0
    const codes = needsNoUser.has(outcome.kind) ? null : await countWrongCodes(query, transfer.previewId, notCounted)
    const change = changeFor(account, outcome, { wrongCodes: codes?.wrongCodes ?? 0, now })
    // The user cannot do what is required once the preview has expired.
    if (change.state === 'RequiresAction' && codes !== null) change.nextPollAt = codes.expiresAt
    const written = isFirst ? await changeOpen(query, transfer, { change, now }) : await storedTransfer(query, transfer)
    return { changed: written, codes }
  })
  if (outcome.kind === 'accepted' && changed.withdrawalId !== outcome.withdrawalId) {
    const facts = { transferId: changed.id, state: changed.state, withdrawalId: outcome.withdrawalId }
    deps.log.error(facts, 'an exchange accepted the order of a transfer that has another outcome')
  }
  if (changed.state === 'Abandoned') throw new ApiError('mfaLocked')
  if (changed.state !== 'RequiresAction' || codes === null) return resultOf(changed, false)
  const { wrongCodes } = codes
  if (outcome.kind === 'mfaWrong') return requireCode(changed, 'mfaFailed', { wrongCodes })
  if (outcome.kind === 'mfaExpired') return requireCode(changed, 'mfaFailed', { wrongCodes, reason: 'mfaCodeExpired' })
  return requireAction(changed, wrongCodes)
}

/** After these outcomes the user has nothing to do, so the preview and its codes are not read. */
const needsNoUser: ReadonlySet<WithdrawalOutcome['kind']> = new Set(['accepted', 'rejected', 'notSent', 'ambiguous'])

/**
 * Writes the outcome even if the transfer has become unknown meanwhile. A result found at the exchange or decided by an operator is
 * not overwritten. For a withdrawal that contradicts it, attention is requested.
 */
async function changeOpen(query: Query, transfer: Transfer, { change, now }: TimedChange): Promise<Transfer> {
  const changed = await changeTransfer(query, transfer, { change, now })
  if (changed !== null) return changed
  const stored = await storedTransfer(query, transfer)
  const isOpen = stored.state === 'Submitting' || stored.state === 'Unknown'
  if (!isOpen) return requestAttentionIfAccepted(query, stored, { withdrawalId: change.withdrawalId, now })
  const late = await changeTransfer(query, stored, { change: { ...change, attention: null }, now })
  if (late === null) throw new Error('the transfer changed while its outcome was written')
  return late
}

async function storedTransfer(query: Query, transfer: Transfer): Promise<Transfer> {
  return (await transferById(query, transfer.id)) ?? transfer
}

/**
 * The code was counted before it was tried. Only a wrong code counts as a guess: an expired code was correct once, and a code is
 * not tried if the exchange requires another action first.
 */
function wasNoGuess({ mfaCode }: UserInput, { kind }: WithdrawalOutcome): boolean {
  return kind === 'mfaExpired' || (mfaCode !== null && otherActions.has(kind))
}

const returnCodes = preparedStatement((query, { previewId, notCounted }: { previewId: string; notCounted: number }) =>
  query
    .updateTable('preview')
    .set((column) => ({ wrong_codes: column('wrong_codes', '-', notCounted) }))
    .where('id', '=', previewId)
    .returning(['wrong_codes', 'expires_at']),
)

async function countWrongCodes(
  query: Query,
  previewId: string,
  notCounted: number,
): Promise<{ wrongCodes: number; expiresAt: Date }> {
  const [preview] = (await returnCodes(query, { previewId, notCounted })).rows
  // Deleted: the transfer has ended, and no code counts any more.
  return { wrongCodes: preview?.wrong_codes ?? 0, expiresAt: new Date(preview?.expires_at ?? 0) }
}

const otherActions: ReadonlySet<WithdrawalOutcome['kind']> = new Set([
  'emailConfirmationRequired',
  'deviceConfirmationRequired',
  'addressWhitelistRequired',
  'travelRuleRequired',
])

function changeFor(
  account: Account,
  outcome: WithdrawalOutcome,
  { wrongCodes, now }: { wrongCodes: number; now: Date },
): TransferChange {
  const name = account.exchange.name
  switch (outcome.kind) {
    case 'accepted':
      return { state: 'Submitted', withdrawalId: outcome.withdrawalId, nextPollAt: now, event: { kind: 'accepted' } }
    case 'rejected':
      return rejectionOf(name, outcome.code)
    case 'notSent':
      return {
        state: 'NotSent',
        errorType: 'transferNotSent',
        errorData: { name },
        nextPollAt: null,
        event: { kind: 'notSent' },
      }
    case 'mfaRequired':
    case 'emailConfirmationRequired':
    case 'deviceConfirmationRequired':
    case 'addressWhitelistRequired':
    case 'travelRuleRequired':
      return awaitAction(account, outcome)
    case 'mfaWrong':
    case 'mfaExpired':
      return wrongCodes >= maximumWrongCodes
        ? {
            state: 'Abandoned',
            errorType: 'mfaLocked',
            nextPollAt: null,
            event: { kind: 'abandoned', detail: { reason: 'wrong codes' } },
          }
        : { state: 'RequiresAction', nextPollAt: null, event: { kind: 'codeRefused' } }
    case 'ambiguous':
      return { state: 'Unknown', nextPollAt: now, event: { kind: 'unknown', detail: { reason: outcome.reason } } }
  }
}

// Rejections by the exchange with a specific error type.
const rejectionErrors: Record<string, TransferFailure> = {
  token_invalid: 'reconnectRequired',
  quote_expired: 'previewChanged',
}

function rejectionOf(name: string, code: string): TransferChange {
  const errorType = rejectionErrors[code] ?? 'exchangeRejected'
  const errorData = rejectionData(name, code)
  return { state: 'Rejected', errorType, errorData, nextPollAt: null, event: { kind: 'rejected', detail: { code } } }
}

function resultOf(transfer: Transfer, replayed: boolean): ExecuteResult {
  const error = failureOf(transfer)
  return error === null ? { outcome: 'ordered', transfer, replayed } : { outcome: 'failed', error, transfer, replayed }
}

const failedStates = new Set(['Rejected', 'NotSent', 'Returned', 'Canceled'])

/** Why a transfer failed; null for one that did not. */
export function failureOf(transfer: Transfer): ApiError | null {
  if (!failedStates.has(transfer.state)) return null
  return new ApiError(transfer.errorType ?? 'transferNotSent', transfer.errorData)
}
