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
//                         └► choose-payment ► payment-amount ► pay-by-link ► track-transfer   (transitions in wallet-transitions.ts)
//
//   review-transfer, in a frame that does not send ──► on-full-page ► transfer-receipt        (transitions in full-page-transitions.ts)
//
//   anywhere: show-problem ──(retry)──► where it was;  leaving ──► where it was | left;  link-ended
//
// The transitions of a transfer without special cases are in core-transitions.ts. Those here handle everything else.

import {
  chooseAccountTransitions,
  enterCodeTransitions,
  handOffTransitions,
  pendingTransferTransitions,
  pickAccountTransitions,
  signInEndedTransitions,
  signInTransitions,
} from './account-transitions.ts'
import { chooseAssetTransitions, enterAmountTransitions, noEligibleAssetsTransitions } from './asset-transitions.ts'
import { keepPolling, toChooseAccount } from './core-states.ts'
import { advanceCore } from './core-transitions.ts'
import type { EventOf, FlowEvent } from './flow-event.ts'
import type { FlowState, StateAt } from './flow-state.ts'
import { continueOnFullPage, onFullPageTransitions, resumeOnFullPage } from './full-page-transitions.ts'
import { leaveFrom, leaveQuestion } from './leave-question.ts'
import {
  confirmElsewhereTransitions,
  extraDataTransitions,
  reviewTransferTransitions,
  transferCodeTransitions,
} from './sending-transitions.ts'
import { beginSession, failCall, isProvable, isWallet, toEnterAmount, toTransferState } from './states.ts'
import type { Transitions, TransitionTable } from './transition-table.ts'

const followTransitions: Transitions<'track-transfer'> & Transitions<'transfer-waiting'> = {
  transferPolled: (state: StateAt<'track-transfer' | 'transfer-waiting'>, { transfer }: EventOf<'transferPolled'>) =>
    transfer.transferId === state.transfer.transferId ? toTransferState(state.context, transfer, state.pending) : state,
  callFailed: (state: StateAt<'track-transfer' | 'transfer-waiting'>, { problem }: EventOf<'callFailed'>) =>
    failCall(state, problem),
}

/** Another user has an open payment of the same amount: a signature of the wallet may decide whose payment this is. */
const waitingTransitions: Transitions<'transfer-waiting'> = {
  ...followTransitions,
  transferPolled: (state, event) => {
    const next = followTransitions.transferPolled?.(state, event) ?? state
    const { problem = null } = state
    return next.at === 'transfer-waiting' && problem !== null ? { ...next, problem } : next
  },
  proofRequested: (state) => {
    const { context, transfer } = state
    if (!isProvable(state) || state.pending?.call === 'proveAddress') return state
    const { accountId = '' } = context.account ?? {}
    const site = context.session.client.origin
    return {
      ...state,
      problem: null,
      pending: { call: 'proveAddress', site, accountId, networkId: transfer.networkId },
    }
  },
  walletProved: (state) => {
    if (state.pending?.call !== 'proveAddress') return state
    const transfer = { ...state.transfer, provableBy: null }
    return { ...state, transfer, pending: keepPolling(transfer, null) }
  },
  callFailed: (state, { problem }) =>
    state.pending?.call === 'proveAddress' && problem.errorType !== 'sessionEnded'
      ? { ...state, pending: keepPolling(state.transfer, null), problem }
      : failCall(state, problem),
}

const transitions: TransitionTable = {
  opening: {
    sessionOpened: (_, event) => {
      const { session, recent, integrations = null, resumeState = {} } = event
      return resumeState.followed
        ? resumeOnFullPage(event, resumeState.followed)
        : beginSession(session, { recent, integrations, resumeState })
    },
    linkRefused: (_, { problem }) => ({
      at: 'link-ended',
      pending: null,
      reason: problem.httpStatus === 401 ? 'sessionEnded' : problem.httpStatus === 410 ? 'linkExpired' : 'unavailable',
      mayBeSent: false,
    }),
  },
  'link-ended': {},
  'pending-transfer': pendingTransferTransitions,
  'choose-account': chooseAccountTransitions,
  'sign-in': signInTransitions,
  'enter-code': enterCodeTransitions,
  'hand-off': handOffTransitions,
  'pick-account': pickAccountTransitions,
  'account-connected': {},
  'sign-in-ended': signInEndedTransitions,
  'choose-asset': chooseAssetTransitions,
  'no-eligible-assets': noEligibleAssetsTransitions,
  'enter-amount': enterAmountTransitions,
  'review-transfer': reviewTransferTransitions,
  'transfer-code': transferCodeTransitions,
  'confirm-elsewhere': confirmElsewhereTransitions,
  'extra-data': extraDataTransitions,
  'on-full-page': onFullPageTransitions,
  'track-transfer': followTransitions,
  'transfer-waiting': waitingTransitions,
  'transfer-receipt': {},
  'transfer-failed': {
    changeRequested: (state) => {
      const holding = state.context.holdings?.find((each) => each.symbol === state.context.draft?.symbol)
      return (holding && toEnterAmount(state.context, holding)) ?? toChooseAccount(state.context)
    },
    otherAccountRequested: (state) => toChooseAccount(state.context),
  },
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

/** Adds the transitions of states whose code is loaded later. */
export function addTransitions(more: TransitionTable) {
  Object.assign(transitions, more)
}

export function advance(state: FlowState, event: FlowEvent): FlowState {
  const next = advanceCore(state, event)
  if (next !== null) return next
  if (event.type === 'leaveRequested') return requestLeave(state)
  const move = transitions[state.at]?.[event.type] as ((state: FlowState, event: FlowEvent) => FlowState) | undefined
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

function requestLeave(state: FlowState): FlowState {
  if (state.at === 'left' || state.at === 'leaving' || state.at === 'opening') return state
  const question = leaveQuestion(state)
  return question === null ? leaveFrom(state) : { at: 'leaving', pending: state.pending, from: state, question }
}

/** Responses still arrive while the dialog is open. The step below accepts no user events. */
function advanceUnderlying(state: StateAt<'leaving'>, event: FlowEvent): FlowState {
  if (event.type === 'back') return state
  const from = advance(state.from, event)
  if (from === state.from) return state
  const question = leaveQuestion(from)
  return question === null ? from : { at: 'leaving', pending: from.pending, from, question }
}

/** The same state with its request as a new object, so that the call is made again. */
function repeat(state: FlowState): FlowState {
  return state.pending === null ? state : ({ ...state, pending: { ...state.pending } } as FlowState)
}
