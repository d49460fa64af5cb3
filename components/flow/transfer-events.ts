// The public events about a transfer: its order, its progress and its end.

import type { FrameMessage } from '../protocol/link-messages.ts'
import { destinationErrors } from '../texts/destination-errors.ts'
import { errorPayload, integrationPayload, sentPayload, successPayload } from './event-payloads.ts'
import { isOutcomeUnknown } from './failed-calls.ts'
import type { EventOf } from './flow-event.ts'
import type { FlowState } from './flow-state.ts'
import { linkEvent } from './link-event.ts'
import type { Problem } from './link-responses.ts'
import type { Transfer } from './transfer-responses.ts'

export function executedEvents({ response }: EventOf<'executed'>, to: FlowState, from: FlowState): FrameMessage[] {
  const { outcome, transfer, errorType, message, mfaType } = response
  if (outcome === 'walletRequired') return []
  const isElsewhere = from.at === 'confirm-elsewhere' || from.at === 'extra-data'
  if (/Required$/.test(outcome) && transfer === null) {
    const method = outcome === 'mfaRequired' ? mfaType : outcome.replace('Required', '')
    // Polling emits the event once.
    return to.at === from.at && isElsewhere
      ? []
      : linkEvent('transferMfaRequired', method === null ? {} : { mfaType: method })
  }
  if (outcome !== 'failed' && transfer !== null)
    return [
      ...(isElsewhere ? linkEvent('transferMfaEntered') : []),
      ...linkEvent('transferExecuted', sentPayload(transfer)),
      ...endEvents(transfer),
    ]
  if (outcome !== 'failed' || to.at !== 'transfer-failed') return []
  return failureEvents({ message: message ?? transfer?.message ?? to.message, errorType, transfer })
}

export function polledEvents({ transfer }: EventOf<'transferPolled'>, to: FlowState, from: FlowState): FrameMessage[] {
  return [
    ...(/^(pay-by-link|payment-amount)$/.test(from.at) && to.at !== from.at
      ? linkEvent('transferExecuted', sentPayload(transfer))
      : []),
    ...endEvents(transfer),
  ]
}

/** A transfer that was sent, and may already have arrived. */
export function sentEvents(transfer: Transfer): FrameMessage[] {
  return [...linkEvent('transferExecuted', sentPayload(transfer)), ...arrivalEvents(transfer)]
}

/** Emits each step of a transfer once, however often it is polled. */
export function fullPageEvents(transfer: Transfer | null, before: Transfer | null): FrameMessage[] {
  if (transfer === null) return []
  const isNew = before?.transferId !== transfer.transferId
  const isFailed = transfer.status === 'Failed'
  return [
    ...(isNew && !isFailed ? linkEvent('transferExecuted', sentPayload(transfer)) : []),
    ...arrivalEvents(transfer),
    ...(isNew || before.status !== transfer.status ? failedEvents(transfer) : []),
  ]
}

/** The end of the transfer that this state shows, if it has one. */
export function outcomeEvents(to: FlowState): FrameMessage[] {
  return 'transfer' in to && to.transfer !== null ? endEvents(to.transfer) : []
}

export function executionErrorEvents(failure: Failure): FrameMessage[] {
  return linkEvent('transferExecutionError', errorPayload(failure))
}

/** A failed call for a preview or an order. */
export function failedCallEvents(problem: Problem, to: FlowState, from: FlowState): FrameMessage[] {
  if (from.pending?.call === 'preview') return linkEvent('transferPreviewError', errorPayload(problem))
  if (from.pending?.call !== 'execute' || isOutcomeUnknown(from.pending, problem)) return []
  // The attempt ended before there was a transfer.
  return to.at === 'transfer-failed' ? failureEvents(problem) : executionErrorEvents(problem)
}

/** If the link ends after an amount above the maximum or a refusal, the attempt is reported as failed. */
export function lostAttemptEvents(to: FlowState, from: FlowState): FrameMessage[] {
  if (to.at !== 'left') return []
  const { errorMessage: message } = to.summary
  const problem = 'problem' in from ? from.problem : null
  const errorType = problem?.errorType ?? 'amountAboveMaximum'
  const isAttempt = from.at === 'enter-amount' || destinationErrors.includes(errorType)
  return [
    ...(isAttempt && message !== undefined ? failureEvents({ ...problem, message, errorType }) : []),
    ...(/^(review-transfer|transfer-code|confirm-elsewhere|extra-data)$/.test(from.at) &&
    from.pending?.call !== 'execute'
      ? linkEvent('transferDeclined', { ...integrationPayload(from), status: 'declined' })
      : []),
  ]
}

function endEvents(transfer: Transfer): FrameMessage[] {
  return [...arrivalEvents(transfer), ...failedEvents(transfer)]
}

function arrivalEvents(transfer: Transfer): FrameMessage[] {
  return transfer.status === 'Succeeded' ? [{ type: 'transferFinished', payload: successPayload(transfer) }] : []
}

function failedEvents(transfer: Transfer): FrameMessage[] {
  const { status, message, errorType = null } = transfer
  if (status !== 'Failed') return []
  return failureEvents({ message: message ?? 'The transfer did not go through.', errorType, transfer })
}

interface Failure {
  message: string
  errorType: string | null
  requestId?: string
  transfer?: Transfer | null
}

/** Published clients that expect `transferFinished` for successes only receive the first of these events alone. */
function failureEvents(failure: Failure): FrameMessage[] {
  const { transferId } = failure.transfer ?? {}
  const payload = { status: 'error', ...errorPayload(failure), ...(transferId && { transferId }) } as const
  return [...executionErrorEvents(failure), { type: 'transferFinished', payload }]
}
