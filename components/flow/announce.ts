// What the site is told when the flow moves: a pure function of the move, so that nothing is told twice.

import type { FrameMessage } from '../link-messages.ts'
import type { LinkEventName, TransferFinishedPayload } from '../payloads.ts'
import { notation } from '../texts/notation.ts'
import { networkOf } from './choose-network.ts'
import type { FlowEvent } from './flow-event.ts'
import type { FlowState, Left } from './flow-state.ts'
import type { Problem, Transfer } from './link-answers.ts'

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
      return [{ type: 'loaded' }, { type: 'pageLoaded' }]
    case 'linkRefused':
      return [{ type: 'loaded' }]
    case 'integrationChosen':
      return after.at === 'sign-in'
        ? [
            tell('integrationSelected', {
              integrationType: after.integration.type,
              integrationName: after.integration.name,
            }),
          ]
        : []
    case 'fieldsEntered':
      return [tell('credentialsEntered')]
    case 'codeEntered':
      return [tell(before.at === 'enter-code' ? 'integrationMfaEntered' : 'transferMfaEntered')]
    case 'connectionAnswered': {
      const { state, authData } = event.connection
      if (before === after) return []
      if (state === 'codeRequired' && before.at !== 'enter-code') return [tell('integrationMfaRequired')]
      if (state === 'redirect') return [tell('integrationOAuthStarted')]
      if (state === 'failed')
        return [tell('integrationConnectionError', { errorMessage: event.connection.error?.message })]
      if (state !== 'connected') return []
      return [
        ...(authData === undefined ? [] : [{ type: 'brokerageAccountAccessToken', payload: authData } as const]),
        tell('integrationConnected'),
        ...(after.at === 'pick-account' ? [tell('integrationAccountSelectionRequired')] : []),
      ]
    }
    case 'callFailed':
      return announceRefusal(before, event.problem)
    default:
      return []
  }
}

function announceRefusal(before: FlowState, { message: errorMessage, errorType }: Problem): FrameMessage[] {
  const payload = { errorMessage, errorType }
  if (errorType === 'kycRequired') return [tell('transferKycRequired', payload)]
  if (errorType === 'confirmationDeclined') return [tell('connectionDeclined', payload)]
  if (!/^(sign-in|enter-code|hand-off)$/.test(before.at)) return []
  const isDown = /^exchange(Error|Unavailable|Timeout)$/.test(errorType)
  return [tell('integrationConnectionError', payload), ...(isDown ? [tell('connectionUnavailable', payload)] : [])]
}

function announceChoices(before: FlowState, event: FlowEvent, after: FlowState): FrameMessage[] {
  const told: FrameMessage[] = []
  if (after.at === 'no-eligible-assets' && before.at !== after.at)
    told.push(
      tell('transferNoEligibleAssets', {
        arrayOfTokensHeld: (after.known.holdings ?? []).map(({ symbol, availableBalance, ineligibilityReason }) => ({
          symbol,
          amount: availableBalance,
          ineligibilityReason,
        })),
      }),
    )
  if (event.type === 'holdingsListed' && event.holdings.some((holding) => holding.eligibleForTransfer))
    told.push(tell('transferStarted'))
  if (after.at === 'enter-amount' && (before.at === 'choose-asset' || event.type === 'networkChosen')) {
    const { symbol, networkId } = after.draft
    if (before.at === 'choose-asset') told.push(tell('transferAssetSelected', { symbol }))
    told.push(tell('transferNetworkSelected', { id: networkId, name: networkOf(after.holding, networkId)?.name }))
  }
  if (event.type === 'amountEntered') told.push(tell('transferAmountEntered', { amount: event.amount }))
  return told
}

function announceTransfer(before: FlowState, event: FlowEvent, after: FlowState): FrameMessage[] {
  switch (event.type) {
    case 'previewed': {
      const { symbol, amount, networkName, networkId, toAddress, totalFeeInFiat } = event.preview
      const { fiatCurrency } = notation
      return [
        tell('transferPreviewed', { symbol, amount, networkName, networkId, toAddress, totalFeeInFiat, fiatCurrency }),
      ]
    }
    case 'callFailed': {
      const { errorType, message: errorMessage } = event.problem
      if (before.asking?.call === 'preview') return [tell('transferPreviewError', { errorMessage, errorType })]
      if (before.asking?.call !== 'execute') return []
      return [tell('transferExecutionError', { errorMessage, errorType }), ...refused(after, errorMessage, errorType)]
    }
    case 'sendAsked':
      return [tell('transferInitiated')]
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

/** An attempt at more than the maximum ends with the link: then it is told as one that failed. */
function announceEnd(before: FlowState, { finished, summary }: Left): FrameMessage[] {
  const { errorMessage } = summary
  const errorType = 'amountAboveMaximum'
  return [
    ...(before.at === 'enter-amount' && errorMessage !== undefined
      ? [{ type: 'transferFinished', payload: { status: 'error', errorMessage, errorType } } as const]
      : []),
    ...(/^(review-transfer|transfer-code|confirm-elsewhere|extra-data)$/.test(before.at) &&
    before.asking?.call !== 'execute'
      ? [tell('transferDeclined')]
      : []),
    { type: finished ? 'done' : 'close', payload: summary },
  ]
}

function announceExecution(event: Extract<FlowEvent, { type: 'executed' }>, after: FlowState): FrameMessage[] {
  const { outcome, transfer, errorType, message } = event.answer
  if (transfer !== null) {
    const { transferId, status, symbol, amount, networkId, networkName } = transfer
    const summary = { transferId, status: status.toLowerCase(), symbol, amount, networkId, networkName }
    return [
      outcome === 'failed'
        ? tell('transferExecutionError', { errorMessage: message, errorType })
        : tell('transferExecuted', summary),
      ...(isEnded(transfer) ? finish(transfer, message, errorType) : []),
    ]
  }
  if (outcome === 'mfaRequired') return [tell('transferMfaRequired', { mfaType: event.answer.mfaType })]
  if (outcome === 'failed' && after.at === 'transfer-failed') {
    const { message: errorMessage } = after
    return [tell('transferExecutionError', { errorMessage, errorType }), ...refused(after, errorMessage, errorType)]
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
  const { transferId, amount, fromAddress, toAddress, networkId, symbol, hash } = transfer
  if (transfer.status === 'Failed') {
    const errorMessage = message ?? transfer.message ?? 'The transfer did not go through.'
    const payload = { status: 'error', errorMessage, transferId, ...(errorType ? { errorType } : {}) } as const
    return [{ type: 'transferFinished', payload }]
  }
  const payload: TransferFinishedPayload['payload'] = {
    status: 'success',
    // The specification's field is a JavaScript number; the exact text stands beside it.
    amount: Number(amount),
    amountText: amount,
    fromAddress,
    toAddress,
    networkId,
    symbol,
    txId: hash === '' ? transferId : hash,
    transferId,
  }
  return [tell('transferCompleted', { transferId, symbol, amount }), { type: 'transferFinished', payload }]
}

function tell(type: LinkEventName, payload?: Record<string, unknown>): FrameMessage {
  return payload === undefined ? { type } : { type, payload }
}

function below(state: FlowState): FlowState {
  return state.at === 'leaving' ? state.from : state
}
