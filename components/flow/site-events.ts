// The public events of every transition.

import type { FrameMessage } from '../protocol/link-messages.ts'
import { destinationErrors } from '../texts/destination-errors.ts'
import { arrivalEvents, closeEvents, coreEmitters, type Emitters, linkEvent, siteEventsBy } from './core-site-events.ts'
import { underlyingState } from './core-transitions.ts'
import { amountPayload, fiatPayload, integrationPayload, sentPayload } from './event-payloads.ts'
import type { EventOf, FlowEvent } from './flow-event.ts'
import type { FlowState } from './flow-state.ts'
import type { Holding, Problem, Transfer } from './link-responses.ts'
import { isOutcomeUnknown } from './states.ts'

const emitters: Emitters = {
  ...coreEmitters,
  linkRefused: () => [{ type: 'loaded' }],
  // A resumed link may find that its transfer has ended.
  sessionOpened: (_, to) => [{ type: 'loaded' }, ...outcomeEvents(to)],
  integrationChosen: (event, to, from) =>
    to.at === 'choose-wallet'
      ? linkEvent('integrationSelected', integrationPayload(to))
      : (coreEmitters.integrationChosen?.(event, to, from) ?? []),
  walletSent: ({ transfer }) => [...linkEvent('transferExecuted', sentPayload(transfer)), ...arrivalEvents(transfer)],
  walletRefused: ({ problem: { message, errorType } }) => executionErrorEvents(message, errorType),
  connectionAnswered: (event, to, from) => {
    const { state, error } = event.connection
    // Polling repeats no event.
    if (state === 'redirect') return from.at === 'hand-off' ? [] : linkEvent('integrationOAuthStarted')
    // Polling emits the event once. An approval elsewhere counts as an entered code.
    if (state === 'waiting') return from.at === 'hand-off' ? [] : waitingEvents(event)
    if (state === 'failed') return linkEvent('integrationConnectionError', { errorMessage: error?.message ?? '' })
    return [
      ...(from.at === 'hand-off' && from.connection.state === 'waiting' ? linkEvent('integrationMfaEntered') : []),
      ...(coreEmitters.connectionAnswered?.(event, to, from) ?? []),
      ...(to.at === 'pick-account' ? linkEvent('integrationAccountSelectionRequired') : []),
    ]
  },
  callFailed: (event, to, from) => [...refusalEvents(event, to, from), ...failureEvents(event.problem, to, from)],
  executed: (event, to, from) => {
    const { outcome, transfer, errorType, message, mfaType } = event.response
    if (outcome === 'walletRequired') return []
    const isElsewhere = isOutsideStep(from)
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
        ...(outcome === 'failed'
          ? executionErrorEvents(message ?? '', errorType)
          : (coreEmitters.executed?.(event, to, from) ?? [])),
        ...failedEvents(transfer, message, errorType),
      ]
    if (outcome !== 'failed' || to.at !== 'transfer-failed') return []
    return [...executionErrorEvents(to.message, errorType), ...refusedEvents(to, to.message, errorType)]
  },
  transferPolled: (event, to, from) => [
    ...(from.at === 'pay-by-link' && to.at !== from.at
      ? linkEvent('transferExecuted', sentPayload(event.transfer))
      : []),
    ...(coreEmitters.transferPolled?.(event, to, from) ?? []),
    ...failedEvents(event.transfer),
  ],
  fullPagePolled: ({ transfer }, _, from) =>
    from.at === 'on-full-page' ? fullPageEvents(transfer, from.transfer) : [],
  linkReclaimed: (_, to, from) =>
    'transfer' in to && to.at !== 'pending-transfer' && from.at === 'on-full-page'
      ? fullPageEvents(to.transfer, from.transfer)
      : [],
  pendingOpened: (_, to) => outcomeEvents(to),
  leaveRequested: (_, to, from) => [...lostAttemptEvents(to, from), ...closeEvents(to)],
  left: (_, to, from) => [...lostAttemptEvents(to, from), ...closeEvents(to)],
  paymentReported: (_, to) => closeEvents(to),
}

const mainEvents = siteEventsBy(emitters)

export function siteEvents(before: FlowState, event: FlowEvent, after: FlowState): FrameMessage[] {
  const [from, to] = [underlyingState(before), underlyingState(after)]
  return [...mainEvents(from, event, to), ...noAssetsEvents(from, to)]
}

/** The exchange waits for an approval by e-mail or on a device. */
function waitingEvents({ connection: { waitingFor } }: EventOf<'connectionAnswered'>): FrameMessage[] {
  return linkEvent('integrationMfaRequired', { mfaType: `${waitingFor ?? 'email'}Confirmation` })
}

const isOutsideStep = ({ at }: FlowState) => at === 'confirm-elsewhere' || at === 'extra-data'

function noAssetsEvents(from: FlowState, to: FlowState): FrameMessage[] {
  if (to.at !== 'no-eligible-assets' || from.at === to.at) return []
  const arrayOfTokensHeld = holdingsPayload(to.context.holdings ?? [])
  return linkEvent('transferNoEligibleAssets', { ...integrationPayload(to), arrayOfTokensHeld })
}

function holdingsPayload(holdings: Holding[]) {
  return holdings.map(({ symbol, availableBalance, availableBalanceInFiat, ineligibilityReason }) => ({
    symbol,
    ...amountPayload(availableBalance),
    ...fiatPayload('amountInFiat', availableBalanceInFiat),
    ...(ineligibilityReason && { ineligibilityReason }),
  }))
}

function refusalEvents({ problem }: EventOf<'callFailed'>, to: FlowState, from: FlowState): FrameMessage[] {
  const { message: errorMessage, errorType } = problem
  const payload = { errorMessage, errorType }
  const because = { ...integrationPayload(from), ...payload, reason: errorType }
  if (errorType === 'kycRequired') return linkEvent('transferKycRequired', payload)
  if (errorType === 'confirmationDeclined') return linkEvent('connectionDeclined', because)
  const events =
    from.at === 'connect-wallet'
      ? linkEvent('integrationConnectionError', payload)
      : (coreEmitters.callFailed?.({ type: 'callFailed', problem }, to, from) ?? [])
  const isDown = events.length > 0 && /^exchange(Error|Unavailable|Timeout)$/.test(errorType)
  return [...events, ...(isDown ? linkEvent('connectionUnavailable', because) : [])]
}

function executionErrorEvents(errorMessage: string, errorType: string | null) {
  return linkEvent('transferExecutionError', { errorMessage, ...(errorType && { errorType }) })
}

function failureEvents(problem: Problem, to: FlowState, from: FlowState): FrameMessage[] {
  const { message: errorMessage, errorType } = problem
  if (from.pending?.call === 'preview') return linkEvent('transferPreviewError', { errorMessage, errorType })
  if (from.pending?.call !== 'execute' || isOutcomeUnknown(from.pending, problem)) return []
  return [...executionErrorEvents(errorMessage, errorType), ...refusedEvents(to, errorMessage, errorType)]
}

/** Emits each step of a transfer once, however often it is polled. */
function fullPageEvents(transfer: Transfer | null, before: Transfer | null): FrameMessage[] {
  if (transfer === null) return []
  const isNew = before?.transferId !== transfer.transferId
  const isFailed = transfer.status === 'Failed'
  return [
    ...(isNew && !isFailed ? linkEvent('transferExecuted', sentPayload(transfer)) : []),
    ...arrivalEvents(transfer),
    ...(isNew || before.status !== transfer.status ? failedEvents(transfer) : []),
  ]
}

/** An attempt that ended before there was a transfer. */
function refusedEvents(to: FlowState, errorMessage: string, errorType: string | null): FrameMessage[] {
  if (to.at !== 'transfer-failed' || to.transfer !== null) return []
  return [{ type: 'transferFinished', payload: { status: 'error', errorMessage, ...(errorType ? { errorType } : {}) } }]
}

function outcomeEvents(to: FlowState): FrameMessage[] {
  return 'transfer' in to && to.transfer !== null ? [...arrivalEvents(to.transfer), ...failedEvents(to.transfer)] : []
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

/** If the link ends after an amount above the maximum or a refusal, the attempt is reported as failed. */
function lostAttemptEvents(to: FlowState, from: FlowState): FrameMessage[] {
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
