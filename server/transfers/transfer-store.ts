// Transfers, their attempts and their timeline in storage. Every change of a transfer is an event, numbered without gap and
// chained by hash; the number is also what a change is compared against, so two changers cannot both win.

import { createHash } from 'node:crypto'
import type { ErrorData, ErrorType } from '../contract/errors.ts'
import { changedOne, type Query } from '../storage/storage.ts'
import type { TransferTable } from '../storage/tables.ts'
import { type TransferTerms, termsFromText, termsToText } from './terms.ts'
import { hasEnded, mayFollow, statusOf, type TransferState } from './transfer-status.ts'

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
  errorType: ErrorType | null
  errorData: ErrorData
  emptyLooks: number
  fingerprint: string | null
  attention: string | null
  createdAt: Date
  updatedAt: Date
  lastEvent: number
}

export interface TransferEvent {
  n: number
  at: Date
  kind: string
  detail: Record<string, string | number>
  previousHash: string
  hash: string
}

export type NewTransfer = Pick<
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

/** Writes a new transfer with its first event. */
export async function insertTransfer(query: Query, transfer: NewTransfer, now: Date, lookAt: Date): Promise<Transfer> {
  const created: Transfer = {
    ...transfer,
    state: 'Submitting',
    withdrawalId: null,
    hash: '',
    confirmations: 0,
    errorType: null,
    errorData: {},
    emptyLooks: 0,
    attention: null,
    createdAt: now,
    updatedAt: now,
    lastEvent: 1,
  }
  const at = now.getTime()
  await query
    .insertInto('transfer')
    .values({
      id: created.id,
      preview_id: created.previewId,
      client_id: created.clientId,
      account_id: created.accountId,
      user_id: created.userId,
      link_id: created.linkId,
      transaction_id: created.transactionId,
      exchange_type: created.exchangeType,
      terms: termsToText(created.terms),
      state: created.state,
      status: statusOf(created.state),
      withdrawal_id: null,
      hash: '',
      confirmations: 0,
      error_type: null,
      error_data: null,
      empty_looks: 0,
      fingerprint: created.fingerprint,
      attention: null,
      created_at: at,
      updated_at: at,
      look_at: lookAt.getTime(),
      lease: null,
      leased_until: null,
      last_event: created.lastEvent,
    })
    .execute()
  await appendEvent(query, created, now, 'created', {})
  return created
}

export interface TransferChange {
  state: TransferState
  withdrawalId?: string
  hash?: string
  confirmations?: number
  errorType?: ErrorType | null
  errorData?: ErrorData
  emptyLooks?: number
  /** Takes the lock on equal transfers again. */
  fingerprint?: string | null
  attention?: string | null
  /** When to look at it next; null once nothing is to be expected. */
  lookAt: Date | null
  event: { kind: string; detail?: Record<string, string | number> }
}

/**
 * Writes a change and its event, if the transfer is still as it was read. Answers the changed transfer, or null when
 * somebody else was faster: then nothing was written.
 */
export async function changeTransfer(
  query: Query,
  transfer: Transfer,
  change: TransferChange,
  now: Date,
): Promise<Transfer | null> {
  if (!mayFollow(transfer.state, change.state))
    throw new Error(`a transfer cannot go from ${transfer.state} to ${change.state}`)
  const changed: Transfer = {
    ...transfer,
    state: change.state,
    withdrawalId: change.withdrawalId ?? transfer.withdrawalId,
    hash: change.hash ?? transfer.hash,
    confirmations: change.confirmations ?? transfer.confirmations,
    errorType: change.errorType === undefined ? transfer.errorType : change.errorType,
    errorData: change.errorData ?? transfer.errorData,
    emptyLooks: change.emptyLooks ?? transfer.emptyLooks,
    fingerprint: isOpen(change.state) ? (change.fingerprint ?? transfer.fingerprint) : null,
    attention: hasEnded(change.state) ? null : change.attention === undefined ? transfer.attention : change.attention,
    updatedAt: now,
    lastEvent: transfer.lastEvent + 1,
  }
  const result = await query
    .updateTable('transfer')
    .set({
      state: changed.state,
      status: statusOf(changed.state),
      withdrawal_id: changed.withdrawalId,
      hash: changed.hash,
      confirmations: changed.confirmations,
      error_type: changed.errorType,
      error_data: JSON.stringify(changed.errorData),
      empty_looks: changed.emptyLooks,
      fingerprint: changed.fingerprint,
      attention: changed.attention,
      updated_at: now.getTime(),
      look_at: change.lookAt === null ? null : change.lookAt.getTime(),
      last_event: changed.lastEvent,
    })
    .where('id', '=', transfer.id)
    .where('last_event', '=', transfer.lastEvent)
    .executeTakeFirstOrThrow()
  if (!changedOne(result)) return null
  await appendEvent(query, changed, now, change.event.kind, change.event.detail ?? {})
  return changed
}

// While the exchange may still make, or have made, a withdrawal that only its fields can tell from an equal one.
function isOpen(state: TransferState): boolean {
  return state === 'Submitting' || state === 'Unknown'
}

/** The event numbered `lastEvent`, with its row in the outbox. */
async function appendEvent(
  query: Query,
  transfer: Transfer,
  now: Date,
  kind: string,
  detail: Record<string, string | number>,
) {
  const previous_hash = transfer.lastEvent === 1 ? '' : await hashOfEvent(query, transfer.id, transfer.lastEvent - 1)
  const at = now.getTime()
  const text = JSON.stringify(detail)
  const hash = eventHash(transfer.id, transfer.lastEvent, at, kind, text, previous_hash)
  await query
    .insertInto('transfer_event')
    .values({ transfer_id: transfer.id, n: transfer.lastEvent, at, kind, detail: text, previous_hash, hash })
    .execute()
  const waiting = { id: `${transfer.id}-${transfer.lastEvent}`, transfer_id: transfer.id, n: transfer.lastEvent }
  await query
    .insertInto('outbox')
    .values({ ...waiting, created_at: at, delivered_at: null })
    .execute()
}

async function hashOfEvent(query: Query, transferId: string, n: number): Promise<string> {
  const select = query
    .selectFrom('transfer_event')
    .select('hash')
    .where('transfer_id', '=', transferId)
    .where('n', '=', n)
  return (await select.executeTakeFirstOrThrow()).hash
}

export function eventHash(
  transferId: string,
  n: number,
  at: number,
  kind: string,
  detail: string,
  previousHash: string,
): string {
  return createHash('sha256')
    .update(JSON.stringify([transferId, n, at, kind, detail, previousHash]))
    .digest('hex')
}

export interface NewAttempt {
  transferId: string
  n: number
  clientReference: string
  digest: string
  validUntil: Date
  /** Ids of withdrawals like this one that the exchange showed before the send. */
  knownBefore: readonly string[]
}

export async function insertAttempt(query: Query, attempt: NewAttempt, now: Date): Promise<void> {
  await query
    .insertInto('attempt')
    .values({
      transfer_id: attempt.transferId,
      n: attempt.n,
      client_reference: attempt.clientReference,
      digest: attempt.digest,
      created_at: now.getTime(),
      valid_until: attempt.validUntil.getTime(),
      outcome: null,
      known_before: JSON.stringify(attempt.knownBefore),
    })
    .execute()
}

export async function noteOutcome(query: Query, transferId: string, n: number, outcome: string): Promise<void> {
  await query.updateTable('attempt').set({ outcome }).where('transfer_id', '=', transferId).where('n', '=', n).execute()
}

export interface Attempt {
  n: number
  clientReference: string
  createdAt: Date
  validUntil: Date
  knownBefore: readonly string[]
}

/** First to last. */
export async function attemptsOf(query: Query, transferId: string): Promise<Attempt[]> {
  const rows = await query
    .selectFrom('attempt')
    .selectAll()
    .where('transfer_id', '=', transferId)
    .orderBy('n')
    .execute()
  return rows.map((row) => ({
    n: row.n,
    clientReference: row.client_reference,
    createdAt: new Date(row.created_at),
    validUntil: new Date(row.valid_until),
    knownBefore: JSON.parse(row.known_before) as string[],
  }))
}

export async function transferOfPreview(query: Query, previewId: string): Promise<Transfer | undefined> {
  const row = await query.selectFrom('transfer').selectAll().where('preview_id', '=', previewId).executeTakeFirst()
  return row === undefined ? undefined : transferOf(row)
}

export async function transferById(query: Query, id: string): Promise<Transfer | undefined> {
  const row = await query.selectFrom('transfer').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : transferOf(row)
}

export async function eventsOf(query: Query, transferId: string): Promise<TransferEvent[]> {
  const rows = await query
    .selectFrom('transfer_event')
    .selectAll()
    .where('transfer_id', '=', transferId)
    .orderBy('n')
    .execute()
  return rows.map((row) => ({
    n: row.n,
    at: new Date(row.at),
    kind: row.kind,
    detail: JSON.parse(row.detail) as TransferEvent['detail'],
    previousHash: row.previous_hash,
    hash: row.hash,
  }))
}

export function transferOf(row: TransferTable): Transfer {
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
    errorType: row.error_type as ErrorType | null,
    errorData: row.error_data === null ? {} : (JSON.parse(row.error_data) as ErrorData),
    emptyLooks: row.empty_looks,
    fingerprint: row.fingerprint,
    attention: row.attention,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    lastEvent: row.last_event,
  }
}
