// What is asked before leaving, and what the site learns afterwards.

import type { SessionSummary } from '../payloads.ts'
import { checkAmount } from './check-amount.ts'
import { networkOf } from './choose-network.ts'
import { isUnsure } from './enter-step.ts'
import type { EnterAmount, FlowState, LeaveQuestion, Left } from './flow-state.ts'
import type { Transfer } from './link-answers.ts'
import { aboutIntegration, summarizeTransfer } from './told.ts'

/** Nothing is asked where nothing is lost, nor where closing changes nothing. */
export function leaveQuestion(state: FlowState): LeaveQuestion | null {
  if (state.asking?.call === 'execute') return 'sending'
  switch (state.at) {
    case 'review-transfer':
    case 'transfer-code':
    case 'confirm-elsewhere':
    case 'extra-data':
      return 'nothingSent'
    case 'enter-amount':
      return state.draft.typed === '' || state.draft.locked ? null : 'nothingSent'
    default:
      return null
  }
}

export function leave(state: FlowState): Left {
  const transfer = transferOf(state)
  const callbackUrl = 'known' in state ? state.known.session.callbackUrl : null
  const { asking } = state.at === 'show-problem' ? state.retry : state
  const begun = state.at === 'account-connected' ? 'Connected' : asking?.call === 'execute' ? 'Pending' : 'Canceled'
  return {
    at: 'left',
    asking: null,
    finished: state.at === 'transfer-receipt' || state.at === 'account-connected',
    summary: summarize(state),
    callback: callbackUrl
      ? { url: callbackUrl, transferId: transfer?.transferId ?? null, status: transfer?.status ?? begun }
      : null,
  }
}

function summarize(state: FlowState): SessionSummary {
  const { integrationType: id, integrationName: name } = aboutIntegration(state)
  const errorMessage = errorOf(state)
  const transfer = transferOf(state)
  return {
    page: state.at,
    ...(id && { selectedIntegration: { id, name } }),
    ...(transfer === null ? {} : { transfer: summarizeTransfer(transfer) }),
    ...(errorMessage === null ? {} : { errorMessage }),
  }
}

function transferOf(state: FlowState): Transfer | null {
  return 'transfer' in state ? state.transfer : null
}

/** Set where the amount as it stands is more than can be sent. */
function aboveMaximum({ draft, holding }: EnterAmount): string | null {
  const network = networkOf(holding, draft.networkId)
  const checked = network && checkAmount(draft, holding, network)
  return checked && !checked.ok && checked.problem.kind === 'aboveMaximum'
    ? `The amount is above the maximum of ${checked.problem.maximum} ${holding.symbol}.`
    : null
}

function errorOf(state: FlowState): string | null {
  switch (state.at) {
    case 'link-ended':
      return state.reason === 'linkExpired'
        ? 'This link has expired or was already used.'
        : state.reason === 'sessionEnded'
          ? 'This session has ended.'
          : 'The link could not be opened.'
    case 'transfer-failed':
      return state.message
    case 'enter-amount':
      return state.problem?.message ?? aboveMaximum(state)
    case 'show-problem':
      return isUnsure(state.retry.asking, state.problem)
        ? 'No answer has told yet whether it was sent.'
        : state.problem.message
    case 'sign-in-ended':
      return state.problem.message
    case 'no-eligible-assets':
      return 'There are no eligible assets in this account.'
    default:
      return null
  }
}
