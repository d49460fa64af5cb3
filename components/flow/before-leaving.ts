// What is asked before leaving, and what stood in the way of what the user wanted.

import { checkAmount } from './check-amount.ts'
import { networkOf } from './choose-network.ts'
import { isUnsure } from './enter-rare-step.ts'
import type { EnterAmount, FlowState, LeaveQuestion } from './flow-state.ts'

/** Nothing is asked where nothing is lost, nor where closing changes nothing. */
export function leaveQuestion(state: FlowState): LeaveQuestion | null {
  if (state.asking?.call === 'execute') return 'sending'
  switch (state.at) {
    case 'confirm-in-wallet':
      return 'sending'
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

export function errorOf(state: FlowState): string | null {
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

/** Set where the amount as it stands is more than can be sent. */
function aboveMaximum({ draft, holding }: EnterAmount): string | null {
  const network = networkOf(holding, draft.networkId)
  const checked = network && checkAmount(draft, holding, network)
  return checked && !checked.ok && checked.problem.kind === 'aboveMaximum'
    ? `The amount is above the maximum of ${checked.problem.maximum} ${holding.symbol}.`
    : null
}
