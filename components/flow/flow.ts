// The flow as one pure function of state and event. Steps make no calls and do not depend on each other.
//
//   opening ──► pending-transfer ──(open)──────────────────────────────────────────► track-transfer
//      │               │(dismiss)
//      ▼               ▼
//   choose-account ► sign-in ► enter-code | hand-off ► pick-account ──► account-connected (connect-only link)
//      ▲                 └───────────┴──────────────────────┘
//      │                                     ▼
//      ├── no-eligible-assets ◄──────── choose-asset ► enter-amount ► review-transfer ◄┐ (a new quote, in place)
//      │                                                                  │  └─────────┘
//      └── sign-in-ended ◄── (the account's sign-in ended, anywhere)      ▼
//                                            transfer-code | confirm-elsewhere | extra-data ► track-transfer ◄► transfer-waiting
//                                                                                   │
//                                                                                   ▼
//                                                                     transfer-receipt | transfer-failed
//
//   choose-account ► choose-wallet ► connect-wallet ► choose-asset … review-transfer ◄► confirm-in-wallet ► track-transfer
//                         │              └► other-account          (first prove-wallet, where an equal payment is open)
//                         └► choose-payment ► payment-amount ► pay-by-link ► track-transfer
//
//   review-transfer, in a frame that does not send ──► on-full-page ► transfer-receipt
//
//   anywhere: show-problem ──(retry)──► where it was;  leaving ──► where it was | left;  link-ended

import { isWallet, toChooseAccount } from './account-states.ts'
import { accountTransitions } from './account-transitions.ts'
import { assetTransitions } from './asset-transitions.ts'
import type { FlowEvent } from './flow-event.ts'
import type { FlowState, LeaveQuestion, StateAt } from './flow-state.ts'
import { continueOnFullPage, fullPageTransitions } from './full-page-transitions.ts'
import { underlyingState } from './leave.ts'
import { leaveFrom, leaveQuestion } from './leave-question.ts'
import { sendingTransitions } from './sending-transitions.ts'
import { trackingTransitions } from './tracking-transitions.ts'
import { toTransferState } from './transfer-states.ts'
import type { TransitionTable } from './transition-table.ts'
import { walletTransitions } from './wallet-transitions.ts'

const transitions: TransitionTable = {
  ...accountTransitions,
  ...assetTransitions,
  ...sendingTransitions,
  ...walletTransitions,
  ...fullPageTransitions,
  ...trackingTransitions,
  'show-problem': {
    retried: (state) => repeat(state.retry),
    otherAccountRequested: (state) => toChooseAccount(state.context),
    back: (state) => (state.retry.at === 'enter-amount' ? { ...state.retry, pending: null } : state),
    fullPageOpened: continueOnFullPage,
  },
  leaving: {
    stayed: (state) => state.from,
    left: (state) => leaveFrom(state.from),
  },
  left: {},
}

export function advance(state: FlowState, event: FlowEvent): FlowState {
  if (event.type === 'leaveRequested') return requestLeave(state)
  const move = transitions[state.at][event.type] as ((state: FlowState, event: FlowEvent) => FlowState) | undefined
  if (move !== undefined) return move(state, event)
  // The user left the step on the page, and confirmed in the wallet.
  if (
    event.type === 'walletSent' &&
    'context' in state &&
    !('transfer' in state) &&
    isWallet(state.context.account?.type)
  )
    return toTransferState(state.context, event.transfer, null)
  return state.at === 'leaving' ? advanceUnderlying(state, event) : state
}

/** Whether a `back` event would change the state. */
export function canGoBack(state: FlowState): boolean {
  const from = underlyingState(state)
  return advance(from, { type: 'back' }) !== from
}

function requestLeave(state: FlowState): FlowState {
  if (state.at === 'left' || state.at === 'leaving' || state.at === 'opening') return state
  const question = leaveQuestion(state)
  return question === null ? leaveFrom(state) : toLeaving(state, question)
}

/** Responses still arrive while the dialog is open. The step below accepts no user events. */
function advanceUnderlying(state: StateAt<'leaving'>, event: FlowEvent): FlowState {
  if (event.type === 'back') return state
  const from = advance(state.from, event)
  if (from === state.from) return state
  const question = leaveQuestion(from)
  return question === null ? from : toLeaving(from, question)
}

function toLeaving(from: FlowState, question: LeaveQuestion): FlowState {
  return { at: 'leaving', pending: from.pending, from, question }
}

/** The same state with its request as a new object, so that the call is made again. */
function repeat(state: FlowState): FlowState {
  return state.pending === null ? state : ({ ...state, pending: { ...state.pending } } as FlowState)
}
