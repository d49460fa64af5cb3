// The confirmation before leaving, and the error that the site receives on exit.

import { checkAmount } from './check-amount.ts'
import { findNetwork } from './choose-network.ts'
import { isOutcomeUnknown } from './failed-calls.ts'
import type { EnterAmount, FlowState, LeaveQuestion, Left, LinkEnded, ReviewTransfer } from './flow-state.ts'
import { leave } from './leave.ts'

const endSentences: Record<LinkEnded['reason'], string> = {
  linkExpired: 'This link has expired or was already used.',
  sessionEnded: 'This session has ended.',
  otherClient: 'This link belongs to another client than the one in its URL.',
  unavailable: 'The link could not be opened.',
}

const outcomeUnknown = 'It is not known yet whether it was sent.'

/** No confirmation if nothing is lost, or if closing changes nothing. */
export function leaveQuestion(state: FlowState): LeaveQuestion | null {
  if (state.pending?.call === 'execute') return 'sending'
  switch (state.at) {
    case 'confirm-in-wallet':
      return 'sending'
    case 'review-transfer':
      return walletMayHaveSent(state) ? 'sending' : 'nothingSent'
    case 'transfer-code':
    case 'confirm-elsewhere':
    case 'extra-data':
    case 'prove-wallet':
      return 'nothingSent'
    case 'enter-amount':
      return state.draft.typed === '' || state.draft.locked ? null : 'nothingSent'
    default:
      return null
  }
}

function exitErrorOf(state: FlowState): string | null {
  switch (state.at) {
    case 'link-ended':
      return endSentences[state.reason]
    case 'transfer-failed':
      return state.message
    case 'enter-amount':
      return state.problem?.message ?? aboveMaximum(state)
    case 'show-problem':
      return isOutcomeUnknown(state.retry.pending, state.problem) ? outcomeUnknown : state.problem.message
    case 'review-transfer':
      return walletMayHaveSent(state) ? outcomeUnknown : null
    case 'sign-in-ended':
      return state.problem.message
    case 'no-eligible-assets':
      return state.because === 'permission'
        ? 'The exchange does not allow withdrawals with this sign-in.'
        : 'There are no eligible assets in this account.'
    default:
      return null
  }
}

/** The last request to the wallet was not definitely refused, so the wallet may have sent. */
function walletMayHaveSent({ problem }: ReviewTransfer): boolean {
  return /^wallet(MayHaveSent|Failed|Disconnected|Pending)$/.test(problem?.errorType ?? '')
}

export function leaveFrom(state: FlowState): Left {
  const left = leave(state, exitErrorOf(state))
  const isOpen = state.at === 'review-transfer' && walletMayHaveSent(state)
  return isOpen && left.callback ? { ...left, callback: { ...left.callback, status: 'Pending' } } : left
}

/** The error if the current amount is above the maximum. */
function aboveMaximum({ draft, holding }: EnterAmount): string | null {
  const network = findNetwork(holding, draft.networkId)
  const checked = network && checkAmount(draft, holding, network)
  return checked && !checked.ok && checked.problem.kind === 'aboveMaximum'
    ? `The amount is above the maximum of ${checked.problem.maximum} ${holding.symbol}.`
    : null
}
