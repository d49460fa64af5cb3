// Transitions from a quote to a sent transfer: the review, a code, an approval elsewhere, and travel-rule data.

import { quotesDiffer } from './compare-quotes.ts'
import { failCall, isAmountProblem, mayHaveSent, problemOf } from './failed-calls.ts'
import type { DeclaredExtra, Execution } from './flow-context.ts'
import type { EventOf } from './flow-event.ts'
import type { ConfirmElsewhere, ExtraData, FlowState, ReviewTransfer, TransferCode } from './flow-state.ts'
import { continueOnFullPage } from './full-page-transitions.ts'
import type { Problem } from './link-responses.ts'
import type { CodeFacts } from './response-parts.ts'
import type { ExecuteResponse } from './transfer-responses.ts'
import { requote, toEnterAmount, toReview, toTransferFailed, toTransferState } from './transfer-states.ts'
import type { Transitions, TransitionTable } from './transition-table.ts'

type Sending = ReviewTransfer | TransferCode | ConfirmElsewhere | ExtraData

/** The preview is no longer valid, and nothing was sent. Request a new preview on the same screen. */
const needsNewQuote = (errorType: string | null) =>
  /^preview(Expired|Changed|Superseded|NotFound)$/.test(errorType ?? '')

const reviewTransfer: Transitions<'review-transfer'> = {
  quoteExpired: (state) => (state.pending === null ? requote(state, state.changedFrom, null) : state),
  previewed: (state, { preview, receivedAtMs }) => {
    if (state.pending?.call !== 'preview') return state
    const seen = state.changedFrom ?? state.quote.preview
    const changedFrom = quotesDiffer(seen, preview) ? seen : null
    return { ...state, pending: null, quote: { preview, receivedAtMs }, changedFrom }
  },
  sendRequested: (state) => (state.pending === null ? requestExecute({ ...state, problem: null }) : state),
  executed: (state, { response }) => (state.pending?.call === 'execute' ? afterExecution(state, response) : state),
  // Another tab is sending the same: then that is the transfer to follow.
  transferPolled: (state, { transfer }) =>
    state.pending?.call === 'pollTransfer' ? toTransferState(state.context, transfer, state.pending) : state,
  callFailed: (state, { problem }) => {
    const { context, choice, quote } = state
    if (problem.errorType === 'walletOwnershipRequired')
      return { at: 'prove-wallet', pending: null, context, choice, quote, problem: null }
    // Shown beside the button, which then only polls the server.
    if (mayHaveSent(problem)) return { ...state, pending: null, problem }
    if (state.pending?.call === 'pollTransfer') return failCall(state, problem)
    if (state.pending?.call === 'execute') return afterFailedExecution(state, problem)
    if (state.pending?.call !== 'preview') return state
    return isAmountProblem(problem) ? backToAmount(state, problem) : failCall(state, problem)
  },
  back: (state) => {
    if (state.pending !== null && state.pending.call !== 'preview') return state
    const { context, choice, quote } = state
    return backToAmount({ ...state, context: { ...context, reviewed: { choice, preview: quote.preview } } }, null)
  },
  fullPageOpened: continueOnFullPage,
}

const transferCode: Transitions<'transfer-code'> = {
  codeEntered: (state, { code }) =>
    state.pending === null ? requestExecute({ ...state, problem: null }, code) : state,
  codeResendRequested: (state, event) => (state.pending === null ? { ...resend(state, event), problem: null } : state),
  executed: (state, { response }) => (state.pending === null ? state : afterExecution(state, response)),
  callFailed: (state, { problem }) => (state.pending === null ? state : afterFailedExecution(state, problem)),
  back: (state) => (state.pending === null ? toReview(state) : state),
  fullPageOpened: continueOnFullPage,
}

const confirmElsewhere: Transitions<'confirm-elsewhere'> = {
  confirmedElsewhere: (state) => (state.pending?.call === 'pollExecute' ? requestExecute(state) : state),
  codeResendRequested: (state, event) => (state.pending?.call === 'pollExecute' ? resend(state, event) : state),
  executed: (state, { response }) => afterExecution(state, response),
  callFailed: (state, { problem }) => afterFailedExecution(state, problem),
  back: (state) => (state.pending?.call === 'execute' ? state : toReview(state)),
  fullPageOpened: continueOnFullPage,
}

const extraData: Transitions<'extra-data'> = {
  extraEntered: (state, { extra }) =>
    state.pending === null
      ? requestExecute({ ...state, problem: null, context: { ...state.context, extra: declaredExtra(state, extra) } })
      : state,
  executed: (state, { response }) => (state.pending === null ? state : afterExecution(state, response)),
  callFailed: (state, { problem }) => {
    if (state.pending === null) return state
    return problem.errorType === 'extraInvalid'
      ? { ...state, pending: null, problem }
      : afterFailedExecution(state, problem)
  },
  back: (state) => (state.pending === null ? toReview(state) : state),
  fullPageOpened: continueOnFullPage,
}

export const sendingTransitions = {
  'review-transfer': reviewTransfer,
  'transfer-code': transferCode,
  'confirm-elsewhere': confirmElsewhere,
  'extra-data': extraData,
} satisfies Partial<TransitionTable>

/** Null for the first request. Required once more, one of the given values was not accepted. */
function refusedExtra(state: Sending, { errorData = {} }: ExecuteResponse): Problem | null {
  if (state.at !== 'extra-data') return null
  return { ...problemOf('extraInvalid', 'One answer was not accepted.'), errorData }
}

function declaredExtra({ quote }: Sending, values: Record<string, string>): DeclaredExtra {
  return { previewId: quote.preview.previewId, values }
}

function executionOf({ quote, context: { extra } }: Sending, code?: string): Execution {
  const { previewId } = quote.preview
  return { previewId, ...(code && { code }), ...(extra?.previewId === previewId && { extra: extra.values }) }
}

function requestExecute<S extends Sending>(state: S, code?: string): S {
  return { ...state, pending: { call: 'execute', ...executionOf(state, code) } }
}

function resend<S extends TransferCode | ConfirmElsewhere>(
  state: S,
  { kind, atMs }: EventOf<'codeResendRequested'>,
): S {
  const { previewId } = state.quote.preview
  return { ...state, pending: { call: 'resendExecute', previewId, ...(kind && { kind }) }, resentAtMs: atMs }
}

function afterExecution(state: Sending, response: ExecuteResponse): FlowState {
  const { context, choice, quote } = state
  const carried = { pending: null, context, choice, quote } as const
  const resentAtMs = 'resentAtMs' in state ? state.resentAtMs : null
  switch (response.outcome) {
    case 'succeeded':
      return response.transfer === null
        ? toTransferFailed(context, null, response)
        : toTransferState(context, response.transfer, null)
    case 'failed':
      if (response.transfer !== null) return toTransferFailed(context, response.transfer, response)
      return afterFailedExecution(
        state,
        problemOf(response.errorType ?? 'failed', response.message ?? 'The transfer was refused.'),
      )
    case 'mfaRequired':
    case 'mfaFailed': {
      const { codeLength, codeSentTo, codeMethods, attemptsLeft } = response
      const code = { codeLength, codeSentTo, codeMethods, attemptsLeft } as CodeFacts
      const wrong = response.outcome === 'mfaFailed'
      const problem = wrong
        ? {
            ...problemOf(response.errorType ?? 'mfaCodeWrong', response.message ?? 'That code did not work.'),
            errorData: response.errorData ?? {},
          }
        : null
      const mfaType = response.mfaType ?? (state.at === 'transfer-code' ? state.mfaType : 'totp')
      return { at: 'transfer-code', ...carried, mfaType, code, problem, resentAtMs }
    }
    case 'walletRequired': {
      const { transfer, walletRequest: request } = response
      const { wallet: chain } = quote.preview
      if (!transfer || !request || !chain) return state
      return {
        at: 'confirm-in-wallet',
        ...carried,
        pending: { call: 'sendWithWallet', transfer, request, chain },
        transfer,
        stage: 'opening',
      }
    }
    case 'travelRuleRequired':
      return { at: 'extra-data', ...carried, fields: response.fields ?? [], problem: refusedExtra(state, response) }
    default: {
      const isSame = state.at === 'confirm-elsewhere' && state.kind === response.outcome
      // The confirmation is still pending. Continue the current poll.
      if (isSame && state.pending?.call === 'pollExecute') return state
      return {
        at: 'confirm-elsewhere',
        ...carried,
        pending: { call: 'pollExecute', ...executionOf(state) },
        kind: response.outcome,
        errorData: response.errorData ?? {},
        isNotYet: isSame && state.pending?.call === 'execute',
        resentAtMs,
      }
    }
  }
}

function afterFailedExecution(state: Sending, problem: Problem): FlowState {
  const { transferId } = problem.errorData ?? {}
  if (problem.errorType === 'duplicateTransferInProgress' && typeof transferId === 'string')
    return { ...toReview(state), pending: { call: 'pollTransfer', transferId } }
  if (needsNewQuote(problem.errorType))
    return requote(state, state.at === 'review-transfer' ? state.changedFrom : null, problem)
  if (state.pending?.call === 'resendExecute' && problem.errorType !== 'sessionEnded') return stayUnsent(state, problem)
  if (problem.errorType === 'mfaLocked') return backToAmount(state, problem)
  // The preview is as good as before: only the code was not.
  if (problem.errorType === 'invalidMfaCodeFormat') return toTransferCode(state, problem)
  if (problem.httpStatus === 422 && problem.errorType !== 'kycRequired')
    return toTransferFailed(state.context, null, problem)
  return failCall(state, problem)
}

/** A resend failed. The state keeps waiting for the code or confirmation. */
function stayUnsent(state: Sending, problem: Problem): FlowState {
  if (state.at === 'confirm-elsewhere') return { ...state, pending: { call: 'pollExecute', ...executionOf(state) } }
  return { ...state, pending: null, problem: problem.errorType === 'nothingToResend' ? null : problem } as FlowState
}

function toTransferCode({ context, choice, quote, ...state }: Sending, problem: Problem): TransferCode {
  const before = state.at === 'transfer-code' ? state : ({ mfaType: 'totp', code: {}, resentAtMs: null } as const)
  const { mfaType, code, resentAtMs } = before
  return { at: 'transfer-code', pending: null, context, choice, quote, mfaType, code, resentAtMs, problem }
}

function backToAmount(state: Sending, problem: Problem | null): FlowState {
  const holding = state.context.holdings?.find((each) => each.symbol === state.choice.symbol)
  const step = holding && toEnterAmount(state.context, holding)
  return step ? { ...step, problem } : state
}
