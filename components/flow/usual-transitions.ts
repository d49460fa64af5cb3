// The transitions of a transfer in which nothing rare happens. Where one of them returns null, or there is none, the
// transitions in flow.ts decide, which are loaded for it.

import { networkOf } from './choose-network.ts'
import type { Choice } from './flow-context.ts'
import type { EventOf, FlowEvent } from './flow-event.ts'
import type { At, ChooseAccount, EnterAmount, FlowState, SignIn, StateAt } from './flow-state.ts'
import { leave } from './leave.ts'
import type { Holding, Preview } from './link-answers.ts'
import {
  chooseAccount,
  chooseIntegration,
  enterAmount,
  followConnection,
  followTransfer,
  initialContext,
  requote,
  signIn,
} from './usual-states.ts'

type UsualTransitions<A extends At> = {
  [Type in FlowEvent['type']]?: (state: StateAt<A>, event: EventOf<Type>) => FlowState | null
}

/** Where nothing is lost by it. */
const leaveNow = (state: FlowState) => leave(state)

/** A key has words of its own, and may have addresses that it has to be allowed for. */
const unlessByKey = (state: SignIn | ChooseAccount) =>
  'integration' in state && state.integration.auth.scheme === 'apiKey' ? null : state

const usualTransitions: { [A in At]?: UsualTransitions<A> } = {
  opening: {
    sessionOpened: (_, { session, recent, integrations = null, resumeState = {} }) => {
      const { start, pendingTransfer, account } = session
      // Without the list that came with the page it has to be asked for.
      return integrations !== null &&
        start === 'chooseAccount' &&
        pendingTransfer === null &&
        account === null &&
        !resumeState.connection &&
        !resumeState.followed
        ? unlessByKey(chooseIntegration(initialContext(session, recent, integrations, resumeState)))
        : null
    },
  },
  'choose-account': {
    integrationChosen: (state, { integrationType }) => {
      const chosen = state.context.integrations?.find((each) => each.type === integrationType)
      if (chosen === undefined || chosen.status === 'down') return state
      return chosen.kind === 'wallet' ? null : unlessByKey(signIn(state.context, chosen, null))
    },
    leaveAsked: leaveNow,
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
      state.pending === null ? state : followConnection(state.context, state.integration, connection),
    callFailed: showOffline,
    back: (state) => (state.pending === null ? chooseAccount(state.context) : state),
    leaveAsked: leaveNow,
  },
  'enter-code': {
    codeEntered: (state, { code }) =>
      state.pending === null
        ? { ...state, problem: null, pending: { call: 'code', connectionId: state.connection.connectionId, code } }
        : state,
    connectionAnswered: (state, { connection }) =>
      state.pending !== null && connection.state === 'connected'
        ? followConnection(state.context, state.integration, connection)
        : null,
    callFailed: showOffline,
    back: (state) => (state.pending === null ? signIn(state.context, state.integration, null) : state),
    leaveAsked: leaveNow,
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
      return other ? { ...state, pending: null, context } : enterAmount(context, only)
    },
    assetChosen: ({ context }, { symbol }) =>
      enterUnfixed(
        context,
        context.holdings?.find((each) => each.symbol === symbol && each.eligibleForTransfer),
      ),
    back: ({ context }) => (context.accounts ? null : chooseAccount(context)),
    leaveAsked: leaveNow,
  },
  'enter-amount': {
    amountTyped: (state, { typed, unit }) =>
      state.pending !== null || state.draft.locked ? state : redraft(state, { typed, unit }),
    networkChosen: (state, { networkId }) =>
      state.pending === null && networkOf(state.holding, networkId)?.eligibleForTransfer
        ? redraft(state, { networkId })
        : state,
    amountEntered: (state, { amount }) => (state.pending === null ? askForQuote(state, amount) : state),
    previewed: (state, { preview, receivedAtMs }) =>
      state.pending?.call === 'preview'
        ? {
            at: 'review-transfer',
            pending: null,
            context: state.context,
            choice: choiceOf(state.pending),
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
    sendAsked: (state) => {
      if (state.pending !== null) return state
      const { previewId } = state.quote.preview
      return state.context.extra === null ? { ...state, problem: null, pending: { call: 'execute', previewId } } : null
    },
    executed: (state, { answer: { outcome, transfer } }) =>
      state.pending?.call === 'execute' && outcome === 'succeeded' && transfer !== null
        ? followTransfer(state.context, transfer, null)
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
    transferSeen: (state, { transfer }) =>
      transfer.transferId === state.transfer.transferId
        ? followTransfer(state.context, transfer, state.pending)
        : state,
    leaveAsked: leaveNow,
  },
  'transfer-receipt': { leaveAsked: leaveNow },
}

export function advanceUsually(state: FlowState, event: FlowEvent): FlowState | null {
  const move = usualTransitions[state.at]?.[event.type] as
    | ((state: FlowState, event: FlowEvent) => FlowState | null)
    | undefined
  return move?.(state, event) ?? null
}

/** The question before leaving stands over a step that goes on. */
export function underlyingState(state: FlowState): FlowState {
  return state.at === 'leaving' ? state.from : state
}

/** Whether going back would lead anywhere. */
export function canGoBack(state: FlowState, advance: (state: FlowState, event: FlowEvent) => FlowState | null) {
  const from = underlyingState(state)
  const back = advance(from, { type: 'back' })
  return back !== null && back !== from
}

/** Said without anything that would have to be loaded. */
function showOffline(state: StateAt<'sign-in' | 'enter-code'>, { problem }: EventOf<'callFailed'>) {
  return state.pending !== null && problem.errorType === 'offline' ? { ...state, pending: null, problem } : null
}

function enterUnfixed(context: EnterAmount['context'], holding: Holding | undefined) {
  return holding && context.session.fixed === null ? enterAmount(context, holding) : null
}

function redraft(state: EnterAmount, change: Partial<EnterAmount['draft']>): EnterAmount {
  const draft = { ...state.draft, ...change }
  return { ...state, draft, context: { ...state.context, draft }, problem: null }
}

export function askForQuote(state: EnterAmount, amount: string): EnterAmount {
  const { account } = state.context
  if (account === null) return state
  const { symbol, networkId } = state.draft
  return {
    ...state,
    problem: null,
    pending: { call: 'preview', accountId: account.accountId, networkId, symbol, amount },
  }
}

function choiceOf({ accountId, networkId, symbol, amount }: Choice): Choice {
  return { accountId, networkId, symbol, amount }
}

/** What the user would pay and receive, to the letter. */
export function costOf({ networkFee, exchangeFee, recipientReceives, totalDeducted }: Preview): string {
  const fees = [networkFee, exchangeFee].map(({ fee, feeCurrency }) => [fee, feeCurrency])
  return JSON.stringify([fees, recipientReceives, totalDeducted])
}
