// The public events about a transfer: its order, its progress and its end.

import type { FrameMessage } from '../protocol/link-messages.ts'
import { destinationErrors } from '../texts/destination-errors.ts'
import { integrationPayload, sentPayload, successPayload } from './event-payloads.ts'
import { isOutcomeUnknown } from './failed-calls.ts'
import type { EventOf } from './flow-event.ts'
import type { FlowState } from './flow-state.ts'
import { linkEvent } from './link-event.ts'
import type { Problem, Transfer } from './link-responses.ts'

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
  if (transfer !== null)
    return [
      ...(isElsewhere && outcome !== 'failed' ? linkEvent('transferMfaEntered') : []),
      ...(outcome === 'failed' ? executionErrorEvents(message ?? '', errorType) : sentEvents(transfer)),
      ...failedEvents(transfer, message, errorType),
    ]
  if (outcome !== 'failed' || to.at !== 'transfer-failed') return []
  return [...executionErrorEvents(to.message, errorType), ...refusedEvents(to, to.message, errorType)]
}

export function polledEvents({ transfer }: EventOf<'transferPolled'>, to: FlowState, from: FlowState): FrameMessage[] {
  return [
    ...(from.at === 'pay-by-link' && to.at !== from.at ? linkEvent('transferExecuted', sentPayload(transfer)) : []),
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

export function executionErrorEvents(errorMessage: string, errorType: string | null): FrameMessage[] {
  return linkEvent('transferExecutionError', { errorMessage, ...(errorType && { errorType }) })
}

/** A failed call for a preview or an order. */
export function failedCallEvents(problem: Problem, to: FlowState, from: FlowState): FrameMessage[] {
  const { message: errorMessage, errorType } = problem
  if (from.pending?.call === 'preview') return linkEvent('transferPreviewError', { errorMessage, errorType })
  if (from.pending?.call !== 'execute' || isOutcomeUnknown(from.pending, problem)) return []
  return [...executionErrorEvents(errorMessage, errorType), ...refusedEvents(to, errorMessage, errorType)]
}

/** If the link ends after an amount above the maximum or a refusal, the attempt is reported as failed. */
export function lostAttemptEvents(to: FlowState, from: FlowState): FrameMessage[] {
  if (to.at !== 'left') return []
  const { errorMessage } = to.summary
  const errorType = ('problem' in from && from.problem?.errorType) || 'amountAboveMaximum'
  return [
    ...((from.at === 'enter-amount' || destinationErrors.includes(errorType)) && errorMessage !== undefined
      ? [{ type: 'transferFinished', payload: { status: 'error', errorMessage, errorType } } as const]
      : []),
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

function failedEvents(
  transfer: Transfer,
  message: string | null = null,
  errorType: string | null = null,
): FrameMessage[] {
  if (transfer.status !== 'Failed') return []
  const errorMessage = message ?? transfer.message ?? 'The transfer did not go through.'
  const { transferId } = transfer
  const payload = { status: 'error', errorMessage, transferId, ...(errorType ? { errorType } : {}) } as const
  return [{ type: 'transferFinished', payload }]
}

/** An attempt that ended before there was a transfer. */
function refusedEvents(to: FlowState, errorMessage: string, errorType: string | null): FrameMessage[] {
  if (to.at !== 'transfer-failed' || to.transfer !== null) return []
  return [{ type: 'transferFinished', payload: { status: 'error', errorMessage, ...(errorType ? { errorType } : {}) } }]
}
