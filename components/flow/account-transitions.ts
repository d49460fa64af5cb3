// Transitions from the opened link to a connected account.

import {
  beginSession,
  beginTransfer,
  isAmong,
  isWallet,
  openAccount,
  openToken,
  toChooseAccount,
  toChooseIntegration,
  toChooseWallet,
  toConnectionState,
  toPickAccount,
  toSignIn,
} from './account-states.ts'
import { failCall, isStepProblem, toLinkEnded } from './failed-calls.ts'
import type { EventOf } from './flow-event.ts'
import type { EnterCode, FlowState, HandOff, LinkEnded, SignIn } from './flow-state.ts'
import { resumeOnFullPage } from './full-page-transitions.ts'
import type { Problem } from './link-responses.ts'
import { isAmbiguous, toTransferState } from './transfer-states.ts'
import type { Transitions, TransitionTable } from './transition-table.ts'

const opening: Transitions<'opening'> = {
  sessionOpened: (_, event) => {
    const { session, recent, integrations = null, resumeState = {} } = event
    return resumeState.followed
      ? resumeOnFullPage(event, resumeState.followed)
      : beginSession(session, { recent, integrations, resumeState })
  },
  linkRefused: (_, { problem }) => toLinkEnded(refusalOf(problem), false),
}

function refusalOf({ errorType, httpStatus }: Problem): LinkEnded['reason'] {
  if (errorType === 'linkOfOtherClient') return 'otherClient'
  return httpStatus === 401 ? 'sessionEnded' : httpStatus === 410 ? 'linkExpired' : 'unavailable'
}

const pendingTransfer: Transitions<'pending-transfer'> = {
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

const chooseAccount: Transitions<'choose-account'> = {
  integrationChosen: (state, { integrationType }) => {
    const chosen = state.context.integrations?.find((each) => each.type === integrationType)
    if (chosen === undefined || chosen.status === 'down') return state
    return chosen.kind === 'wallet'
      ? toChooseWallet(state.context, { isAgain: false })
      : toSignIn(state.context, chosen, null)
  },
  // Continue with the account that is already connected.
  accountChosen: (state) => {
    const { account, accounts = [] } = state.context
    if (account !== null && !isAmong(accounts, account)) return openAccount(state.context, account)
    return accounts.length === 0 ? state : toPickAccount(state.context, accounts)
  },
  integrationsListed: (state, { integrations }) =>
    state.pending?.call === 'integrations' ? toChooseIntegration({ ...state.context, integrations }) : state,
  // A link with an account, or one that requires a wallet, takes precedence over the site's tokens.
  tokensReceived: (state, { tokens: [token] }) =>
    token === undefined || state.context.session.start !== 'chooseAccount' || state.context.account !== null
      ? state
      : openToken(state.context, token),
  callFailed: (state, { problem }) => (state.pending === null ? state : failCall(state, problem)),
}

const signIn: Transitions<'sign-in'> = {
  fieldsEntered: (state, { fields }) => {
    if (state.pending !== null) return state
    const open = state.integration.auth.fields.filter((field) => !field.secret)
    const typedFields = Object.fromEntries(open.map(({ name }) => [name, fields[name] ?? '']))
    const pending = { call: 'connect', type: state.integration.type, fields } as const
    return { ...state, pending, problem: null, context: { ...state.context, typedFields } }
  },
  connectionAnswered: (state, { connection }) =>
    state.pending === null ? state : toConnectionState(state.context, state.integration, connection),
  callFailed: (state, { problem }) => (state.pending === null ? state : refuseInPlace(state, problem)),
  back: (state) => (state.pending === null ? toChooseAccount(state.context) : state),
}

const enterCode: Transitions<'enter-code'> = {
  codeEntered: (state, { code }) =>
    state.pending === null
      ? { ...state, problem: null, pending: { call: 'code', connectionId: state.connection.connectionId, code } }
      : state,
  codeResendRequested: (state, event) => (state.pending === null ? { ...resend(state, event), problem: null } : state),
  connectionAnswered: (state, { connection }) => {
    if (state.pending === null) return state
    const next = toConnectionState(state.context, state.integration, connection)
    return next.at === 'enter-code' ? { ...next, resentAtMs: state.resentAtMs } : next
  },
  callFailed: (state, { problem }) => {
    if (state.pending === null) return state
    return endsSignIn(problem) ? restartSignIn(state, problem) : refuseInPlace(state, problem)
  },
  back: (state) => (state.pending === null ? toSignIn(state.context, state.integration, null) : state),
}

const handOff: Transitions<'hand-off'> = {
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

const pickAccount: Transitions<'pick-account'> = {
  accountChosen: (state, { accountId }) => {
    const chosen = state.accounts.find((each) => each.accountId === accountId)
    if (chosen === undefined) return state
    const { tokens } = state.context
    return openAccount({ ...state.context, ...(tokens && { tokens: { ...tokens, isReported: true } }) }, chosen)
  },
  balancesRead: (state, { balances }) => ({ ...state, pending: null, balances }),
  back: (state) => toChooseAccount(state.context),
}

const signInEnded: Transitions<'sign-in-ended'> = {
  signInRequested: (state) => {
    const { integration } = state.context
    if (isWallet(state.type)) return toChooseWallet(state.context, { isAgain: true })
    return integration?.type === state.type
      ? toSignIn(state.context, integration, null)
      : toChooseIntegration({ ...state.context, integration: null, preselectedType: state.type })
  },
  otherAccountRequested: (state) => toChooseAccount(state.context),
}

const linkEnded: Transitions<'link-ended'> = {
  newLinkRequested: (state) => (state.isNewRequested ? state : { ...state, isNewRequested: true }),
}

export const accountTransitions = {
  opening,
  'link-ended': linkEnded,
  'pending-transfer': pendingTransfer,
  'choose-account': chooseAccount,
  'sign-in': signIn,
  'enter-code': enterCode,
  'hand-off': handOff,
  'pick-account': pickAccount,
  'account-connected': {},
  'sign-in-ended': signInEnded,
} satisfies Partial<TransitionTable>

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
