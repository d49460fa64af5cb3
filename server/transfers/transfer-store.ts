// Transfers in storage. Every change is an event of the transfer's timeline. A change compares the number of the last event, so of two
// concurrent updates only one succeeds.

import type { ErrorData, ErrorType } from '../contract/errors.ts'
import type { RequiredAction } from '../exchanges/withdrawal.ts'
import { lockRowsWeakly } from '../storage/dialect.ts'
import type { Query } from '../storage/storage.ts'
import { giveBack } from './daily-usage.ts'
import { pollTier } from './poll-schedule.ts'
import { type ChangedTerms, type TransferTerms, termsFromText, termsToText } from './terms.ts'
import { appendEvent, type EventDetail } from './timeline.ts'
import { recordTransferEvents } from './transfer-events.ts'
import {
  insertTransferRow,
  type TransferRow,
  transferRowById,
  transferRowOfPreview,
  updateTransferRow,
} from './transfer-rows.ts'
import { endsUnsent, hasEnded, mayFollow, operatorMayMove, statusOf, type TransferState } from './transfer-status.ts'

/** With the name of the exchange that requires it. */
export type StoredRequiredAction = RequiredAction & { name: string }

export interface Transfer {
  id: string
  previewId: string
  clientId: string
  accountId: string
  userId: string
  linkId: string | null
  transactionId: string | null
  exchangeType: string
  terms: TransferTerms
  state: TransferState
  withdrawalId: string | null
  hash: string
  confirmations: number
  /** The action that the exchange last required of its user. It stays once the action is done. */
  requiredAction: StoredRequiredAction | null
  /** Why it failed. */
  errorType: ErrorType | null
  errorData: ErrorData
  emptyPolls: number
  fingerprint: string | null
  attention: string | null
  createdAt: Date
  updatedAt: Date
  lastEvent: number
}

type NewTransfer = Pick<
  Transfer,
  | 'id'
  | 'previewId'
  | 'clientId'
  | 'accountId'
  | 'userId'
  | 'linkId'
  | 'transactionId'
  | 'exchangeType'
  | 'terms'
  | 'fingerprint'
>

export interface PollTimes {
  now: Date
  nextPollAt: Date
}

/** Writes a new transfer with its first event. */
export async function insertTransfer(
  query: Query,
  transfer: NewTransfer,
  { now, nextPollAt, state = 'Submitting' }: PollTimes & { state?: 'Submitting' | 'AwaitingWallet' },
): Promise<Transfer> {
  const created: Transfer = {
    ...transfer,
    state,
    withdrawalId: null,
    hash: '',
    confirmations: 0,
    requiredAction: null,
    errorType: null,
    errorData: {},
    emptyPolls: 0,
    attention: null,
    createdAt: now,
    updatedAt: now,
    lastEvent: 1,
  }
  const at = now.getTime()
  await insertTransferRow(query, {
    id: created.id,
    preview_id: created.previewId,
    client_id: created.clientId,
    account_id: created.accountId,
    user_id: created.userId,
    link_id: created.linkId,
    transaction_id: created.transactionId,
    exchange_type: created.exchangeType,
    ...termsColumns(created.terms),
    state: created.state,
    status: statusOf(created.state),
    withdrawal_id: null,
    hash: '',
    confirmations: 0,
    required_action: null,
    error_type: null,
    error_data: null,
    empty_polls: 0,
    fingerprint: created.fingerprint,
    attention: null,
    created_at: at,
    updated_at: at,
    next_poll_at: nextPollAt.getTime(),
    poll_tier: 0,
    lease: null,
    leased_until: null,
    last_event: created.lastEvent,
    session_id: null,
  })
  await appendEvent(query, created, { now, kind: 'created', detail: {} })
  return created
}

export interface TransferChange {
  state: TransferState
  /** The fee that the exchange has charged, if it differs from the preview. */
  terms?: ChangedTerms
  withdrawalId?: string
  hash?: string
  confirmations?: number
  /** The mined payment that it succeeds by. */
  proof?: string
  requiredAction?: StoredRequiredAction
  errorType?: ErrorType | null
  errorData?: ErrorData
  emptyPolls?: number
  /** Takes the lock on equal transfers again; null releases it. */
  fingerprint?: string | null
  attention?: string | null
  /** When to poll next; null once no change is expected. */
  nextPollAt: Date | null
  event: { kind: string; detail?: EventDetail }
  /** An operator's decision, which may end states that nothing else may end. */
  byOperator?: true
}

export interface TimedChange {
  change: TransferChange
  now: Date
}

/**
 * Writes a change and its event if the transfer is still as it was read. Returns the changed transfer, or null if a concurrent change
 * was faster: then nothing was written.
 */
export async function changeTransfer(
  query: Query,
  transfer: Transfer,
  { change, now }: TimedChange,
): Promise<Transfer | null> {
  const { state: from } = transfer
  if (!mayFollow(from, change.state) && !(change.byOperator && operatorMayMove(from, change.state)))
    throw new Error(`a transfer cannot go from ${from} to ${change.state}`)
  const changed: Transfer = {
    ...transfer,
    state: change.state,
    terms: { ...transfer.terms, ...change.terms },
    withdrawalId: change.withdrawalId ?? transfer.withdrawalId,
    hash: change.hash ?? transfer.hash,
    confirmations: change.confirmations ?? transfer.confirmations,
    requiredAction: change.requiredAction ?? transfer.requiredAction,
    errorType: change.errorType === undefined ? transfer.errorType : change.errorType,
    errorData: change.errorData ?? transfer.errorData,
    emptyPolls: change.emptyPolls ?? transfer.emptyPolls,
    fingerprint: isOpen(change) ? (change.fingerprint === undefined ? transfer.fingerprint : change.fingerprint) : null,
    attention: hasEnded(change.state) ? null : change.attention === undefined ? transfer.attention : change.attention,
    updatedAt: now,
    lastEvent: transfer.lastEvent + 1,
  }
  const columns = {
    id: transfer.id,
    lastEventBefore: transfer.lastEvent,
    state: changed.state,
    status: statusOf(changed.state),
    withdrawal_id: changed.withdrawalId,
    hash: changed.hash,
    confirmations: changed.confirmations,
    required_action: changed.requiredAction === null ? null : JSON.stringify(changed.requiredAction),
    error_type: changed.errorType,
    error_data: JSON.stringify(changed.errorData),
    empty_polls: changed.emptyPolls,
    fingerprint: changed.fingerprint,
    attention: changed.attention,
    updated_at: now.getTime(),
    next_poll_at: change.nextPollAt === null ? null : change.nextPollAt.getTime(),
    poll_tier: pollTier(now.getTime() - changed.createdAt.getTime()),
    lease: null,
    leased_until: null,
    last_event: changed.lastEvent,
  }
  const more = {
    ...(change.terms === undefined ? {} : termsColumns(changed.terms)),
    ...(change.proof === undefined ? {} : { proof: change.proof }),
  }
  if (!(await updateTransferRow(query, columns, more))) return null
  await appendEvent(query, changed, { now, kind: change.event.kind, detail: change.event.detail ?? {} })
  await recordTransferEvents(query, { before: transfer, after: changed }, now)
  if (endsUnsent(changed.state)) await giveBack(query, changed.id, changed.terms.amountInFiat)
  return changed
}

/** The terms, and the fields of them that statements compare. */
function termsColumns(terms: TransferTerms) {
  const { networkKey, contract, fromAddress, toAddress, amount } = terms
  return {
    terms: termsToText(terms),
    network_key: networkKey,
    contract,
    from_address: fromAddress,
    to_address: toAddress,
    amount: amount.toString(),
  }
}

// A transfer is open while the exchange may create, or may have created, a withdrawal that only its fields distinguish from an equal
// one, and while a payment by link is watched and may not have been found.
function isOpen({ state, nextPollAt }: TransferChange): boolean {
  if (state === 'AwaitingWallet') return nextPollAt !== null
  if (state === 'Ambiguous') return true
  return state === 'Submitting' || state === 'Unknown'
}

export async function transferOfPreview(query: Query, previewId: string): Promise<Transfer | undefined> {
  const row = await transferRowOfPreview(query, previewId)
  return row === undefined ? undefined : transferOf(row)
}

/** Other changes of the transfer wait until the transaction ends. */
export async function lockTransfer(query: Query, id: string): Promise<void> {
  await lockRowsWeakly(query, query.selectFrom('transfer').select('id').where('id', '=', id)).execute()
}

export async function transferById(query: Query, id: string): Promise<Transfer | undefined> {
  const row = await transferRowById(query, id)
  return row === undefined ? undefined : transferOf(row)
}

export function transferOf(row: TransferRow): Transfer {
  return {
    id: row.id,
    previewId: row.preview_id,
    clientId: row.client_id,
    accountId: row.account_id,
    userId: row.user_id,
    linkId: row.link_id,
    transactionId: row.transaction_id,
    exchangeType: row.exchange_type,
    terms: termsFromText(row.terms),
    state: row.state as TransferState,
    withdrawalId: row.withdrawal_id,
    hash: row.hash,
    confirmations: row.confirmations,
    requiredAction: row.required_action === null ? null : (JSON.parse(row.required_action) as StoredRequiredAction),
    errorType: row.error_type as ErrorType | null,
    errorData: row.error_data === null ? {} : (JSON.parse(row.error_data) as ErrorData),
    emptyPolls: row.empty_polls,
    fingerprint: row.fingerprint,
    attention: row.attention,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    lastEvent: row.last_event,
  }
}
