// The transitions of a transfer without special cases. If one returns null or does not exist, flow.ts is loaded and decides.

import { findNetwork } from './choose-network.ts'
import {
  initialContext,
  requote,
  toChooseAccount,
  toChooseIntegration,
  toSignIn,
  tryToConnectionState,
  tryToEnterAmount,
  tryToTransferState,
} from './core-states.ts'
import type { Choice } from './flow-context.ts'
import type { EventOf, FlowEvent } from './flow-event.ts'
import type { At, ChooseAccount, EnterAmount, FlowState, SignIn, StateAt } from './flow-state.ts'
import { leave } from './leave.ts'
import type { Holding, Preview } from './link-responses.ts'

type CoreTransitions<A extends At> = {
  [Type in FlowEvent['type']]?: (state: StateAt<A>, event: EventOf<Type>) => FlowState | null
}

/** Leaves without a confirmation: nothing is lost. */
const leaveNow = (state: FlowState) => leave(state)

/** Signing in with an API key needs further texts, and may show addresses to allow. */
const unlessByKey = (state: SignIn | ChooseAccount) =>
  'integration' in state && state.integration.auth.scheme === 'apiKey' ? null : state

const coreTransitions: { [A in At]?: CoreTransitions<A> } = {
  opening: {
    sessionOpened: (_, { session, recent, integrations = null, resumeState = {} }) => {
      const { start, pendingTransfer, account } = session
      // Without the list that came with the page, the list has to be requested.
      return integrations !== null &&
        start === 'chooseAccount' &&
        pendingTransfer === null &&
        account === null &&
        !resumeState.connection &&
        !resumeState.followed
        ? unlessByKey(toChooseIntegration(initialContext(session, { recent, integrations, resumeState })))
        : null
    },
  },
  'choose-account': {
    integrationChosen: (state, { integrationType }) => {
      const chosen = state.context.integrations?.find((each) => each.type === integrationType)
      if (chosen === undefined || chosen.status === 'down') return state
      return chosen.kind === 'wallet' ? null : unlessByKey(toSignIn(state.context, chosen, null))
    },
    leaveRequested: leaveNow,
  },
  'sign-in': {
    fieldsEntered: (state, { fields }) => {
      if (state.pending !== null) return state
      const open = state.integration.auth.fields.filter((field) => !field.secret)
      const typedFields = Object.fromEntries(open.map(({ name }) => [name, fields[name] ?? '']))
      const pending = { call: 'connect', type: state.integration.type, fields } as const
      return { ...state, pending, problem: null, context: { ...state.context, typedFields } }
    },
    connectionAnswered: (state, { connection }) =>
      state.pending === null ? state : tryToConnectionState(state.context, state.integration, connection),
    callFailed: showOffline,
    back: (state) => (state.pending === null ? toChooseAccount(state.context) : state),
    leaveRequested: leaveNow,
  },
  'enter-code': {
    codeEntered: (state, { code }) =>
      state.pending === null
        ? { ...state, problem: null, pending: { call: 'code', connectionId: state.connection.connectionId, code } }
        : state,
    connectionAnswered: (state, { connection }) =>
      state.pending !== null && connection.state === 'connected'
        ? tryToConnectionState(state.context, state.integration, connection)
        : null,
    callFailed: showOffline,
    back: (state) => (state.pending === null ? toSignIn(state.context, state.integration, null) : state),
    leaveRequested: leaveNow,
  },
  'choose-asset': {
    holdingsListed: (state, { status, holdings }) => {
      const context = { ...state.context, holdings, resumeState: {} }
      const [only, other] = holdings.filter((holding) => holding.eligibleForTransfer)
      if (
        state.pending?.call !== 'holdings' ||
        status !== 'succeeded' ||
        context.session.fixed ||
        !only ||
        state.context.resumeState.draft ||
        state.context.resumeState.choice
      )
        return null
      return other ? { ...state, pending: null, context } : tryToEnterAmount(context, only)
    },
    assetChosen: ({ context }, { symbol }) =>
      enterUnfixed(
        context,
        context.holdings?.find((each) => each.symbol === symbol && each.eligibleForTransfer),
      ),
    back: ({ context }) => (context.accounts ? null : toChooseAccount(context)),
    leaveRequested: leaveNow,
  },
  'enter-amount': {
    amountTyped: (state, { typed, unit }) =>
      state.pending !== null || state.draft.locked ? state : redraft(state, { typed, unit }),
    networkChosen: (state, { networkId }) =>
      state.pending === null && findNetwork(state.holding, networkId)?.eligibleForTransfer
        ? redraft(state, { networkId })
        : state,
    amountEntered: (state, { amount }) => (state.pending === null ? requestQuote(state, amount) : state),
    previewed: (state, { preview, receivedAtMs }) =>
      state.pending?.call === 'preview'
        ? {
            at: 'review-transfer',
            pending: null,
            context: state.context,
            choice: choiceIn(state.pending),
            quote: { preview, receivedAtMs },
            changedFrom: null,
            problem: null,
          }
        : state,
    back: (state) => {
      if (state.pending !== null) return state
      return state.context.session.fixed === null ? { at: 'choose-asset', pending: null, context: state.context } : null
    },
  },
  'review-transfer': {
    quoteExpired: (state) => (state.pending === null ? requote(state, state.changedFrom, null) : state),
    previewed: (state, { preview, receivedAtMs }) => {
      const { pending, changedFrom, quote } = state
      return pending?.call === 'preview' && changedFrom === null && costOf(quote.preview) === costOf(preview)
        ? { ...state, pending: null, quote: { preview, receivedAtMs } }
        : null
    },
    sendRequested: (state) => {
      if (state.pending !== null) return state
      const { previewId } = state.quote.preview
      return state.context.extra === null ? { ...state, problem: null, pending: { call: 'execute', previewId } } : null
    },
    executed: (state, { response: { outcome, transfer } }) =>
      state.pending?.call === 'execute' && outcome === 'succeeded' && transfer !== null
        ? tryToTransferState(state.context, transfer, null)
        : null,
    back: ({ pending, context, choice }) =>
      pending === null || pending.call === 'preview'
        ? enterUnfixed(
            context,
            context.holdings?.find((each) => each.symbol === choice.symbol),
          )
        : null,
  },
  'track-transfer': {
    transferPolled: (state, { transfer }) =>
      transfer.transferId === state.transfer.transferId
        ? tryToTransferState(state.context, transfer, state.pending)
        : state,
    leaveRequested: leaveNow,
  },
  'transfer-receipt': { leaveRequested: leaveNow },
}

export function advanceCore(state: FlowState, event: FlowEvent): FlowState | null {
  const move = coreTransitions[state.at]?.[event.type] as
    | ((state: FlowState, event: FlowEvent) => FlowState | null)
    | undefined
  return move?.(state, event) ?? null
}

/** The step below the dialog before leaving, which continues. */
export function underlyingState(state: FlowState): FlowState {
  return state.at === 'leaving' ? state.from : state
}

/** Whether a `back` event would change the state. */
export function canGoBack(state: FlowState, advance: (state: FlowState, event: FlowEvent) => FlowState | null) {
  const from = underlyingState(state)
  const back = advance(from, { type: 'back' })
  return back !== null && back !== from
}

/** Shown without loading further code, since the connection is lost. */
function showOffline(state: StateAt<'sign-in' | 'enter-code'>, { problem }: EventOf<'callFailed'>) {
  return state.pending !== null && problem.errorType === 'offline' ? { ...state, pending: null, problem } : null
}

function enterUnfixed(context: EnterAmount['context'], holding: Holding | undefined) {
  return holding && context.session.fixed === null ? tryToEnterAmount(context, holding) : null
}

function redraft(state: EnterAmount, change: Partial<EnterAmount['draft']>): EnterAmount {
  const draft = { ...state.draft, ...change }
  return { ...state, draft, context: { ...state.context, draft }, problem: null }
}

export function requestQuote(state: EnterAmount, amount: string): EnterAmount {
  const { account } = state.context
  if (account === null) return state
  const { symbol, networkId } = state.draft
  return {
    ...state,
    problem: null,
    pending: { call: 'preview', accountId: account.accountId, networkId, symbol, amount },
  }
}

function choiceIn({ accountId, networkId, symbol, amount }: Choice): Choice {
  return { accountId, networkId, symbol, amount }
}

/** The exact costs, as a text to compare. */
export function costOf({ networkFee, exchangeFee, recipientReceives, totalDeducted }: Preview): string {
  const fees = [networkFee, exchangeFee].map(({ fee, feeCurrency }) => [fee, feeCurrency])
  return JSON.stringify([fees, recipientReceives, totalDeducted])
}
