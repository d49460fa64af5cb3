// What the site is told when the flow moves, whatever it is that happens.

import type { FrameMessage } from '../protocol/link-messages.ts'
import { announceUsually, type Tellers, tell, tellArrival, tellEnd, tellers } from './announce-usual.ts'
import type { EventOf, FlowEvent } from './flow-event.ts'
import type { FlowState } from './flow-state.ts'
import type { Holding, Problem, Transfer } from './link-answers.ts'
import { isUnsure } from './states.ts'
import { aboutIntegration, aboutSent, exact, inFiat } from './told.ts'
import { underlyingState } from './usual-transitions.ts'

const allTellers: Tellers = {
  ...tellers,
  linkRefused: () => [{ type: 'loaded' }],
  // A link that is taken up again may find its transfer at its end.
  sessionOpened: (_, to) => [{ type: 'loaded' }, ...tellEnded(to)],
  integrationChosen: (event, to, from) =>
    to.at === 'choose-wallet'
      ? tell('integrationSelected', aboutIntegration(to))
      : (tellers.integrationChosen?.(event, to, from) ?? []),
  walletSent: ({ transfer }) => [...tell('transferExecuted', aboutSent(transfer)), ...tellArrival(transfer)],
  walletRefused: ({ problem: { message, errorType } }) => tellExecutionError(message, errorType),
  connectionAnswered: (event, to, from) => {
    const { state, error } = event.connection
    // Polling repeats no event.
    if (state === 'redirect') return from.at === 'hand-off' ? [] : tell('integrationOAuthStarted')
    // Looking again and again is told once; the yes that was waited for stands for a code that was entered.
    if (state === 'waiting') return from.at === 'hand-off' ? [] : tellWaiting(event)
    if (state === 'failed') return tell('integrationConnectionError', { errorMessage: error?.message ?? '' })
    return [
      ...(from.at === 'hand-off' && from.connection.state === 'waiting' ? tell('integrationMfaEntered') : []),
      ...(tellers.connectionAnswered?.(event, to, from) ?? []),
      ...(to.at === 'pick-account' ? tell('integrationAccountSelectionRequired') : []),
    ]
  },
  callFailed: (event, to, from) => [...tellRefusal(event, to, from), ...tellFailure(event.problem, to, from)],
  executed: (event, to, from) => {
    const { outcome, transfer, errorType, message, mfaType } = event.answer
    if (outcome === 'walletRequired') return []
    const isElsewhere = isAskedElsewhere(from)
    if (/Required$/.test(outcome) && transfer === null) {
      const wanted = outcome === 'mfaRequired' ? mfaType : outcome.replace('Required', '')
      // Looking again and again is told once.
      return to.at === from.at && isElsewhere
        ? []
        : tell('transferMfaRequired', wanted === null ? {} : { mfaType: wanted })
    }
    if (transfer !== null)
      return [
        ...(isElsewhere && outcome !== 'failed' ? tell('transferMfaEntered') : []),
        ...(outcome === 'failed'
          ? tellExecutionError(message ?? '', errorType)
          : (tellers.executed?.(event, to, from) ?? [])),
        ...tellFailed(transfer, message, errorType),
      ]
    if (outcome !== 'failed' || to.at !== 'transfer-failed') return []
    return [...tellExecutionError(to.message, errorType), ...tellRefused(to, to.message, errorType)]
  },
  transferSeen: (event, to, from) => [
    ...(from.at === 'pay-by-link' && to.at !== from.at ? tell('transferExecuted', aboutSent(event.transfer)) : []),
    ...(tellers.transferSeen?.(event, to, from) ?? []),
    ...tellFailed(event.transfer),
  ],
  fullPageSeen: ({ transfer }, _, from) => (from.at === 'on-full-page' ? tellSentThere(transfer, from.transfer) : []),
  takenBack: (_, to, from) =>
    'transfer' in to && to.at !== 'pending-transfer' && from.at === 'on-full-page'
      ? tellSentThere(to.transfer, from.transfer)
      : [],
  pendingOpened: (_, to) => tellEnded(to),
  leaveAsked: (_, to, from) => [...tellLost(to, from), ...tellEnd(to)],
  left: (_, to, from) => [...tellLost(to, from), ...tellEnd(to)],
  paidTold: (_, to) => tellEnd(to),
}

export function announce(before: FlowState, event: FlowEvent, after: FlowState): FrameMessage[] {
  const [from, to] = [underlyingState(before), underlyingState(after)]
  return [...announceUsually(from, event, to, allTellers), ...tellLack(from, to)]
}

/** A yes in a mail or on a device is waited for. */
function tellWaiting({ connection: { waitingFor } }: EventOf<'connectionAnswered'>): FrameMessage[] {
  return tell('integrationMfaRequired', { mfaType: `${waitingFor ?? 'email'}Confirmation` })
}

const isAskedElsewhere = ({ at }: FlowState) => at === 'confirm-elsewhere' || at === 'extra-data'

function tellLack(from: FlowState, to: FlowState): FrameMessage[] {
  if (to.at !== 'no-eligible-assets' || from.at === to.at) return []
  const arrayOfTokensHeld = aboutHoldings(to.context.holdings ?? [])
  return tell('transferNoEligibleAssets', { ...aboutIntegration(to), arrayOfTokensHeld })
}

function aboutHoldings(holdings: Holding[]) {
  return holdings.map(({ symbol, availableBalance, availableBalanceInFiat, ineligibilityReason }) => ({
    symbol,
    ...exact(availableBalance),
    ...inFiat('amountInFiat', availableBalanceInFiat),
    ...(ineligibilityReason && { ineligibilityReason }),
  }))
}

function tellRefusal({ problem }: EventOf<'callFailed'>, to: FlowState, from: FlowState): FrameMessage[] {
  const { message: errorMessage, errorType } = problem
  const payload = { errorMessage, errorType }
  const because = { ...aboutIntegration(from), ...payload, reason: errorType }
  if (errorType === 'kycRequired') return tell('transferKycRequired', payload)
  if (errorType === 'confirmationDeclined') return tell('connectionDeclined', because)
  const told =
    from.at === 'connect-wallet'
      ? tell('integrationConnectionError', payload)
      : (tellers.callFailed?.({ type: 'callFailed', problem }, to, from) ?? [])
  const isDown = told.length > 0 && /^exchange(Error|Unavailable|Timeout)$/.test(errorType)
  return [...told, ...(isDown ? tell('connectionUnavailable', because) : [])]
}

function tellExecutionError(errorMessage: string, errorType: string | null) {
  return tell('transferExecutionError', { errorMessage, ...(errorType && { errorType }) })
}

function tellFailure(problem: Problem, to: FlowState, from: FlowState): FrameMessage[] {
  const { message: errorMessage, errorType } = problem
  if (from.pending?.call === 'preview') return tell('transferPreviewError', { errorMessage, errorType })
  if (from.pending?.call !== 'execute' || isUnsure(from.pending, problem)) return []
  return [...tellExecutionError(errorMessage, errorType), ...tellRefused(to, errorMessage, errorType)]
}

/** Each step of a transfer once, however often it is polled. */
function tellSentThere(transfer: Transfer | null, before: Transfer | null): FrameMessage[] {
  if (transfer === null) return []
  const isNew = before?.transferId !== transfer.transferId
  const isFailed = transfer.status === 'Failed'
  return [
    ...(isNew && !isFailed ? tell('transferExecuted', aboutSent(transfer)) : []),
    ...tellArrival(transfer),
    ...(isNew || before.status !== transfer.status ? tellFailed(transfer) : []),
  ]
}

/** An attempt that ended before there was a transfer. */
function tellRefused(to: FlowState, errorMessage: string, errorType: string | null): FrameMessage[] {
  if (to.at !== 'transfer-failed' || to.transfer !== null) return []
  return [{ type: 'transferFinished', payload: { status: 'error', errorMessage, ...(errorType ? { errorType } : {}) } }]
}

function tellEnded(to: FlowState): FrameMessage[] {
  return 'transfer' in to && to.transfer !== null ? [...tellArrival(to.transfer), ...tellFailed(to.transfer)] : []
}

function tellFailed(
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

/** An attempt at more than the maximum, or one that was refused, ends with the link: then it is told as one that failed. */
function tellLost(to: FlowState, from: FlowState): FrameMessage[] {
  if (to.at !== 'left') return []
  const { errorMessage } = to.summary
  const errorType = ('problem' in from && from.problem?.errorType) || 'amountAboveMaximum'
  return [
    ...((from.at === 'enter-amount' || /^(risk|addr)/.test(errorType)) && errorMessage !== undefined
      ? [{ type: 'transferFinished', payload: { status: 'error', errorMessage, errorType } } as const]
      : []),
    ...(/^(review-transfer|transfer-code|confirm-elsewhere|extra-data)$/.test(from.at) &&
    from.pending?.call !== 'execute'
      ? tell('transferDeclined', { ...aboutIntegration(from), status: 'declined' })
      : []),
  ]
}
