// The public events of a transfer, as webhooks and in the event list: a change of its status, and a request for an operator's attention.

import type { ErrorData, ErrorType } from '../contract/errors.ts'
import type { EventType } from '../contract/event-types.ts'
import { eventId } from '../events/event-id.ts'
import { recordEvent } from '../events/record-event.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'
import type { ChangedTerms } from './terms.ts'
import { statusOf, type TransferState, type TransferStatus } from './transfer-status.ts'

/** The fields of a transfer that can change after an event: a payment can come under another link. */
interface ChangingFields {
  state: TransferState
  linkId: string | null
  transactionId: string | null
  hash: string
  confirmations: number
  errorType: ErrorType | null
  errorData: ErrorData
}

/** The transfer's other fields, and the timeline up to `n`, are read when the event is. */
export interface TransferSnapshot extends ChangingFields {
  /** The number of the timeline's event. */
  n: number
  amount: string
  amountInFiat: string | null
  networkFee: string
  networkFeeInFiat: string | null
}

/** The part of a transfer that its events depend on. */
interface ReportedTransfer extends ChangingFields {
  id: string
  clientId: string
  attention: string | null
  terms: ChangedTerms
  lastEvent: number
}

const typeByStatus = {
  Pending: 'transfer.pending',
  Succeeded: 'transfer.succeeded',
  Failed: 'transfer.failed',
} as const satisfies Record<TransferStatus, EventType>

/**
 * The status as events report it. While a transfer is Submitting, the exchange may still require a code: then the API shows no
 * transfer, and there must be no event.
 */
export function reportedStatus(state: TransferState): TransferStatus | 'Hidden' {
  return state === 'Submitting' ? 'Hidden' : statusOf(state)
}

/** In order. `transfer.pending` may have been recorded before: a transfer can be hidden again. */
export function eventTypesOf(
  before: Pick<ReportedTransfer, 'state' | 'attention'>,
  after: Pick<ReportedTransfer, 'state' | 'attention'>,
): EventType[] {
  const status = reportedStatus(after.state)
  const types: EventType[] = []
  if (status !== 'Hidden' && status !== reportedStatus(before.state)) types.push(typeByStatus[status])
  // It was reported as pending once, and can no longer succeed.
  else if (after.state === 'Abandoned' && before.state !== 'Abandoned') types.push('transfer.failed')
  // What was requested while the API did not show the transfer has not been reported.
  const isNew = after.attention !== before.attention || reportedStatus(before.state) === 'Hidden'
  if (after.attention !== null && isNew && status !== 'Hidden') types.push('transfer.attention')
  return types
}

/** Records the events of a change, in its transaction. */
export async function recordTransferEvents(
  query: Query,
  { before, after }: { before: ReportedTransfer; after: ReportedTransfer },
  now: Date,
): Promise<void> {
  for (const type of eventTypesOf(before, after)) {
    const isAttention = type === 'transfer.attention'
    const wasPending = async () =>
      (await eventById(query, { id: eventId(after.id, 'transfer.pending') })).rows.length > 0
    if (after.state === 'Abandoned' && !(await wasPending())) continue
    const event = {
      id: isAttention ? eventId(after.id, type, after.lastEvent) : eventId(after.id, type),
      clientId: after.clientId,
      type,
      at: now,
      subjectId: after.id,
      ordinal: 2 * after.lastEvent + (isAttention ? 1 : 0),
      data: snapshotOf(after),
    }
    await recordEvent(query, event, { isFirst: type === 'transfer.pending' && before.attention === null })
  }
}

const eventById = preparedStatement((query, { id }: { id: string }) =>
  query.selectFrom('client_event').select('id').where('id', '=', id),
)

function snapshotOf(transfer: ReportedTransfer): TransferSnapshot {
  const { amount, amountInFiat, networkFee, networkFeeInFiat } = transfer.terms
  const { lastEvent: n, state, linkId, transactionId, hash, confirmations, errorType, errorData } = transfer
  return {
    ...{ n, state, linkId, transactionId, hash, confirmations, errorType, errorData },
    amount: amount.toString(),
    amountInFiat: amountInFiat === null ? null : amountInFiat.toString(),
    networkFee: networkFee.toString(),
    networkFeeInFiat: networkFeeInFiat === null ? null : networkFeeInFiat.toString(),
  }
}
