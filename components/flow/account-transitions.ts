// Transitions from the opened link to a connected account, in addition to those in core-transitions.ts.

import { toChooseAccount, toChooseIntegration, toSignIn } from './core-states.ts'
import type { EventOf } from './flow-event.ts'
import type { ChooseAccount, EnterCode, FlowState, HandOff, SignIn } from './flow-state.ts'
import type { Problem } from './link-responses.ts'
import {
  beginTransfer,
  failCall,
  isAmbiguous,
  isAmong,
  isWallet,
  openAccount,
  openToken,
  toChooseWallet,
  toConnectionState,
  toPickAccount,
  toTransferState,
} from './states.ts'
import type { Transitions } from './transition-table.ts'

/** Problems that the step itself can show. A lost session is not one of them. */
const isStepProblem = (problem: Problem) => problem.errorType !== 'sessionEnded'

export const pendingTransferTransitions: Transitions<'pending-transfer'> = {
  pendingOpened: (state) => toTransferState(state.context, state.transfer, null),
  // While the outcome is unknown, the user cannot send again.
  pendingDismissed: (state) => {
    if (state.transfer.statusDetail === 'Unknown' && !isAmbiguous(state.transfer)) return state
    const { choice, quote } = state.context.resumeState
    return beginTransfer({ ...state.context, resumeState: quote ? {} : { choice } })
  },
  tokensReceived: (state, { tokens: [token] }) =>
    token === undefined ? state : { ...state, context: { ...state.context, token } },
}

export const chooseAccountTransitions: Transitions<'choose-account'> = {
  integrationChosen: (state, { integrationType }) => {
    const chosen = state.context.integrations?.find((each) => each.type === integrationType)
    if (chosen === undefined) return state
    return chosen.kind === 'wallet'
      ? toChooseWallet(state.context, { isAgain: false })
      : toSignIn(state.context, chosen, null)
  },
  // The details were loaded together with this file: render again.
  detailsOpened: (state) => ({ ...state }),
  // Continue with the account that is already connected.
  accountChosen: (state) => {
    const { account, accounts = [] } = state.context
    if (account === null || isAmong(accounts, account)) return toPickAccount(state.context, accounts) ?? state
    return openAccount(state.context, account)
  },
  integrationsListed: (state, { integrations }) =>
    state.pending?.call === 'integrations'
      ? toPreselected({ ...state, pending: null, context: { ...state.context, integrations } })
      : state,
  // A link with an account, or one that requires a wallet, takes precedence over the site's tokens.
  tokensReceived: (state, { tokens: [token] }) =>
    token === undefined || state.context.session.start !== 'chooseAccount' || state.context.account !== null
      ? state
      : openToken(state.context, token),
  callFailed: (state, { problem }) => (state.pending === null ? state : failCall(state, problem)),
}

export const signInTransitions: Transitions<'sign-in'> = {
  connectionAnswered: (state, { connection }) =>
    state.pending === null ? state : toConnectionState(state.context, state.integration, connection),
  callFailed: (state, { problem }) => (state.pending === null ? state : refuseInPlace(state, problem)),
}

export const enterCodeTransitions: Transitions<'enter-code'> = {
  codeResendRequested: (state, event) =>
    state.pending === null ? { ...resend(state, event), problem: null, isOpen: false } : state,
  detailsOpened: (state) => (state.pending === null ? { ...state, isOpen: true } : state),
  connectionAnswered: (state, { connection }) => {
    if (state.pending === null) return state
    const next = toConnectionState(state.context, state.integration, connection)
    return next.at === 'enter-code' ? { ...next, resentAtMs: state.resentAtMs } : next
  },
  callFailed: (state, { problem }) => {
    if (state.pending === null) return state
    return endsSignIn(problem) ? restartSignIn(state, problem) : refuseInPlace(state, problem)
  },
}

export const handOffTransitions: Transitions<'hand-off'> = {
  connectionAnswered: (state, { connection }) => {
    const next = toConnectionState(state.context, state.integration, connection)
    if (next.at !== 'hand-off') return next
    if (state.pending?.call !== 'pollConnection') return { ...next, resentAtMs: state.resentAtMs }
    // Still waiting: the same polling continues.
    const { confirmationNumber } = next
    return confirmationNumber === state.confirmationNumber ? state : { ...state, confirmationNumber }
  },
  codeResendRequested: (state, event) => (state.pending?.call === 'resend' ? state : resend(state, event)),
  callFailed: (state, { problem }) => {
    if (endsSignIn(problem) || problem.httpStatus === 422) return restartSignIn(state, problem)
    // The code was not sent again. Polling continues.
    if (state.pending?.call === 'resend' && isStepProblem(problem))
      return { ...state, pending: { call: 'pollConnection', connectionId: state.connection.connectionId } }
    return failCall(state, problem)
  },
  back: (state) => toSignIn(state.context, state.integration, null),
}

export const pickAccountTransitions: Transitions<'pick-account'> = {
  accountChosen: (state, { accountId }) => {
    const chosen = state.accounts.find((each) => each.accountId === accountId)
    return chosen === undefined ? state : openAccount(state.context, chosen)
  },
  back: (state) => toChooseAccount(state.context),
}

export const signInEndedTransitions: Transitions<'sign-in-ended'> = {
  signInRequested: (state) => {
    const { integration } = state.context
    if (isWallet(state.type)) return toChooseWallet(state.context, { isAgain: true })
    return integration?.type === state.type
      ? toSignIn(state.context, integration, null)
      : toChooseIntegration({ ...state.context, integration: null, preselectedType: state.type })
  },
  otherAccountRequested: (state) => toChooseAccount(state.context),
}

function refuseInPlace(state: SignIn | EnterCode, problem: Problem): FlowState {
  return isStepProblem(problem) ? { ...state, pending: null, problem } : failCall(state, problem)
}

const endsSignIn = ({ errorType }: Problem) => /Locked$|^confirmation|^connectionNotFound$/.test(errorType)

/** The server no longer knows the sign-in: it took too long. */
function restartSignIn({ context, integration }: EnterCode | HandOff, problem: Problem): FlowState {
  if (problem.errorType !== 'connectionNotFound') return toSignIn(context, integration, problem)
  const { name } = integration
  return toSignIn(context, integration, { ...problem, errorType: 'confirmationExpired', errorData: { name } })
}

function resend<S extends EnterCode | HandOff>(state: S, { kind, atMs }: EventOf<'codeResendRequested'>): S {
  const { connectionId } = state.connection
  return { ...state, pending: { call: 'resend', connectionId, ...(kind && { kind }) }, resentAtMs: atMs }
}

/** Opens the integration that the app chose, once. */
function toPreselected(state: ChooseAccount): FlowState {
  return state.context.preselectedType !== null ? toChooseIntegration(state.context) : state
}
