// What the site is told when the flow moves: a pure function of the move, so that nothing is told twice.

import type { FrameMessage } from '../link-messages.ts'
import type { BrokerConnectedPayload, LinkEvent, LinkEventName, LinkEventPayloads } from '../payloads.ts'
import { networkOf } from './choose-network.ts'
import { isUnsure } from './enter-step.ts'
import type { FlowEvent } from './flow-event.ts'
import type { FlowState, Left } from './flow-state.ts'
import type { Problem, Transfer } from './link-answers.ts'
import { aboutHoldings, aboutIntegration, aboutPreview, aboutSent, aboutSuccess, exact } from './told.ts'

export function announce(before: FlowState, event: FlowEvent, after: FlowState): FrameMessage[] {
  if (before === after) return []
  const [from, to] = [below(before), below(after)]
  return [
    ...announceAccount(from, event, to),
    ...announceChoices(from, event, to),
    ...announceTransfer(from, event, to),
  ]
}

function announceAccount(before: FlowState, event: FlowEvent, after: FlowState): FrameMessage[] {
  switch (event.type) {
    case 'sessionOpened':
    case 'linkRefused':
      return [{ type: 'loaded' }]
    case 'integrationChosen':
      return after.at === 'sign-in' ? [tell('integrationSelected', aboutIntegration(after))] : []
    case 'fieldsEntered':
      return [tell('credentialsEntered')]
    case 'codeEntered':
      return [tell(before.at === 'enter-code' ? 'integrationMfaEntered' : 'transferMfaEntered')]
    case 'connectionAnswered': {
      const { state, authData, error } = event.connection
      if (before === after) return []
      if (state === 'codeRequired' && before.at !== 'enter-code') return [tell('integrationMfaRequired')]
      if (state === 'redirect') return [tell('integrationOAuthStarted')]
      if (state === 'failed') return [tell('integrationConnectionError', { errorMessage: error?.message ?? '' })]
      if (state !== 'connected') return []
      const asksAccount = after.at === 'pick-account'
      return [
        ...(authData === undefined ? [] : [tokensOf(authData)]),
        ...(asksAccount ? [tell('integrationAccountSelectionRequired')] : []),
      ]
    }
    case 'callFailed':
      return announceRefusal(before, event.problem)
    default:
      return []
  }
}

/** The published payload is the inside of `accessToken`; the flat tokens travel in it. */
function tokensOf({ accessToken, ...flat }: BrokerConnectedPayload): FrameMessage {
  return { type: 'brokerageAccountAccessToken', payload: { ...accessToken, ...flat } }
}

function announceRefusal(before: FlowState, { message: errorMessage, errorType }: Problem): FrameMessage[] {
  const payload = { errorMessage, errorType }
  const because = { ...aboutIntegration(before), ...payload, reason: errorType }
  if (errorType === 'kycRequired') return [tell('transferKycRequired', payload)]
  if (errorType === 'confirmationDeclined') return [tell('connectionDeclined', because)]
  if (!/^(sign-in|enter-code|hand-off|choose-asset)$/.test(before.at)) return []
  const isDown = /^exchange(Error|Unavailable|Timeout)$/.test(errorType)
  return [tell('integrationConnectionError', payload), ...(isDown ? [tell('connectionUnavailable', because)] : [])]
}

function announceChoices(before: FlowState, event: FlowEvent, after: FlowState): FrameMessage[] {
  const told: FrameMessage[] = []
  if (after.at === 'no-eligible-assets' && before.at !== after.at)
    told.push(
      tell('transferNoEligibleAssets', {
        ...aboutIntegration(after),
        arrayOfTokensHeld: aboutHoldings(after.known.holdings ?? []),
      }),
    )
  if (event.type === 'holdingsListed' && event.holdings.some((holding) => holding.eligibleForTransfer))
    told.push(tell('transferStarted', aboutIntegration(after)))
  if (after.at === 'enter-amount' && (before.at === 'choose-asset' || event.type === 'networkChosen')) {
    const { symbol, networkId } = after.draft
    if (before.at === 'choose-asset') told.push(tell('transferAssetSelected', { symbol }))
    const name = networkOf(after.holding, networkId)?.name ?? ''
    told.push(tell('transferNetworkSelected', { id: networkId, name }))
  }
  if (event.type === 'amountEntered') told.push(tell('transferAmountEntered', exact(event.amount)))
  return told
}

function announceTransfer(before: FlowState, event: FlowEvent, after: FlowState): FrameMessage[] {
  switch (event.type) {
    case 'previewed':
      return [tell('transferPreviewed', aboutPreview(event.preview, after))]
    case 'callFailed': {
      const { errorType, message: errorMessage } = event.problem
      if (before.asking?.call === 'preview') return [tell('transferPreviewError', { errorMessage, errorType })]
      if (before.asking?.call !== 'execute' || isUnsure(before.asking, event.problem)) return []
      return [tell('transferExecutionError', { errorMessage, errorType }), ...refused(after, errorMessage, errorType)]
    }
    case 'sendAsked':
      return [tell('transferInitiated', { ...aboutIntegration(after), status: 'pending' })]
    case 'executed':
      return announceExecution(event, after)
    case 'transferSeen':
      return isEnded(event.transfer) ? finish(event.transfer) : []
    case 'pendingOpened':
      return 'transfer' in after && after.transfer !== null && isEnded(after.transfer) ? finish(after.transfer) : []
    case 'left':
    case 'leaveAsked':
      return after.at === 'left' ? announceEnd(before, after) : []
    default:
      return []
  }
}

/** An attempt at more than the maximum, or one that was refused, ends with the link: then it is told as one that failed. */
function announceEnd(before: FlowState, { finished, summary }: Left): FrameMessage[] {
  const { errorMessage } = summary
  const errorType = ('problem' in before && before.problem?.errorType) || 'amountAboveMaximum'
  return [
    ...((before.at === 'enter-amount' || /^(risk|addr)/.test(errorType)) && errorMessage !== undefined
      ? [{ type: 'transferFinished', payload: { status: 'error', errorMessage, errorType } } as const]
      : []),
    ...(/^(review-transfer|transfer-code|confirm-elsewhere|extra-data)$/.test(before.at) &&
    before.asking?.call !== 'execute'
      ? [tell('transferDeclined', { ...aboutIntegration(before), status: 'declined' })]
      : []),
    // Published clients of one age read the sentence from `message`.
    {
      type: finished ? 'done' : 'close',
      payload: summary,
      ...(errorMessage !== undefined && { message: errorMessage }),
    },
  ]
}

function announceExecution(event: Extract<FlowEvent, { type: 'executed' }>, after: FlowState): FrameMessage[] {
  const { outcome, transfer, errorType, message } = event.answer
  if (transfer !== null) {
    return [
      outcome === 'failed' ? executionError(message ?? '', errorType) : tell('transferExecuted', aboutSent(transfer)),
      ...(isEnded(transfer) ? finish(transfer, message, errorType) : []),
    ]
  }
  if (outcome === 'mfaRequired') {
    const { mfaType } = event.answer
    return [tell('transferMfaRequired', mfaType === null ? {} : { mfaType })]
  }
  if (outcome === 'failed' && after.at === 'transfer-failed') {
    const { message: errorMessage } = after
    return [executionError(errorMessage, errorType), ...refused(after, errorMessage, errorType)]
  }
  return []
}

/** An attempt that ended before there was a transfer. */
function refused(after: FlowState, errorMessage: string, errorType: string | null): FrameMessage[] {
  if (after.at !== 'transfer-failed' || after.transfer !== null) return []
  return [{ type: 'transferFinished', payload: { status: 'error', errorMessage, ...(errorType ? { errorType } : {}) } }]
}

const isEnded = (transfer: Transfer) => transfer.status !== 'Pending'

function finish(transfer: Transfer, message: string | null = null, errorType: string | null = null): FrameMessage[] {
  if (transfer.status !== 'Failed') return [{ type: 'transferFinished', payload: aboutSuccess(transfer) }]
  const errorMessage = message ?? transfer.message ?? 'The transfer did not go through.'
  const { transferId } = transfer
  const payload = { status: 'error', errorMessage, transferId, ...(errorType ? { errorType } : {}) } as const
  return [{ type: 'transferFinished', payload }]
}

function executionError(errorMessage: string, errorType: string | null): LinkEvent {
  return tell('transferExecutionError', { errorMessage, ...(errorType && { errorType }) })
}

function tell<Name extends LinkEventName>(
  type: Name,
  ...[payload]: LinkEventPayloads[Name] extends undefined ? [] : [LinkEventPayloads[Name]]
): LinkEvent {
  return (payload === undefined ? { type } : { type, payload }) as LinkEvent
}

function below(state: FlowState): FlowState {
  return state.at === 'leaving' ? state.from : state
}
