// Transitions from a connected account to a quote, in addition to those in core-transitions.ts.

import { formatTyped } from '../texts/format.ts'
import { checkAmount } from './check-amount.ts'
import { eligibleNetworks } from './choose-network.ts'
import { toChooseAccount } from './core-states.ts'
import { requestQuote } from './core-transitions.ts'
import type { AmountDraft, Choice, FlowContext, Quote } from './flow-context.ts'
import type { ChooseAsset, FlowState } from './flow-state.ts'
import { continueOnFullPage } from './full-page-transitions.ts'
import type { Holding } from './link-responses.ts'
import {
  failCall,
  isAmong,
  isAmountProblem,
  openAccount,
  problemOf,
  toEnterAmount,
  toNoEligibleAssets,
  toPickAccount,
} from './states.ts'
import type { Transitions } from './transition-table.ts'

export const chooseAssetTransitions: Transitions<'choose-asset'> = {
  accountOpened: (state, { account }) =>
    state.pending?.call === 'account' ? openAccount(state.context, account) : state,
  holdingsListed: (state, { status, holdings }) =>
    state.pending?.call === 'holdings' ? showHoldings(state, status, holdings) : state,
  assetChosen: (state, { symbol }) => {
    const holding = state.context.holdings?.find((each) => each.symbol === symbol && each.eligibleForTransfer)
    return (holding && toEnterAmount(state.context, holding)) ?? state
  },
  callFailed: (state, { problem }) => (state.pending === null ? state : failCall(state, problem)),
  back: ({ context }) => {
    const { account, accounts = [] } = context
    return (isAmong(accounts, account) ? toPickAccount(context, accounts) : null) ?? toChooseAccount(context)
  },
}

export const noEligibleAssetsTransitions: Transitions<'no-eligible-assets'> = {
  // Other accounts of the same sign-in may hold eligible assets.
  otherAccountRequested: ({ context }) => toChooseAccount({ ...context, account: null }),
}

export const enterAmountTransitions: Transitions<'enter-amount'> = {
  detailsOpened: (state) => (state.pending === null ? { ...state, isOpen: !state.isOpen } : state),
  callFailed: (state, { problem }) => {
    if (state.pending === null) return state
    return isAmountProblem(problem) ? { ...state, pending: null, problem } : failCall(state, problem)
  },
  back: (state) => {
    if (isAssetFixed(state.context)) return toChooseAccount(state.context)
    return { at: 'choose-asset', pending: null, context: state.context }
  },
  // The user went back meanwhile.
  fullPageOpened: continueOnFullPage,
}

function showHoldings(state: ChooseAsset, status: string, holdings: Holding[]) {
  const context = { ...state.context, holdings, resumeState: {} }
  if (status === 'notAuthorizedFrom') return failCall(state, problemOf('reconnectRequired', 'The sign-in has ended.'))
  if (status === 'kycRequired')
    return failCall(
      state,
      problemOf(status, `${context.account?.integrationName} asks you to verify your identity first.`),
    )
  if (status === 'fromIntegrationNotSupported') return toNoEligibleAssets(context, 'integration')
  const eligible = holdings.filter((holding) => holding.eligibleForTransfer)
  const fixed = context.session.fixed?.symbol ?? null
  const choices = eligible.filter(({ symbol }) => fixed === null || symbol === fixed)
  const [only, other] = choices
  if (only === undefined) return toNoEligibleAssets(context, 'assets')
  const list: ChooseAsset = { ...state, pending: null, context }
  const { draft, choice, quote } = state.context.resumeState
  if (choice && quote) return repeatOrder(context, choice, quote)
  const continued = choice && choices.find(({ symbol }) => symbol === choice.symbol)
  if (choice && continued) return resumeReview(context, continued, choice) ?? list
  const saved = draft && choices.find(({ symbol }) => symbol === draft.symbol)
  if (saved) return toEnterAmount(context, saved) ?? list
  return other === undefined ? selectOnlyAsset(list, only) : list
}

/** Repeats the order that was given before a reload. The response contains its current status. */
function repeatOrder(context: FlowContext, choice: Choice, { preview }: Quote): FlowState {
  const pending = { call: 'execute', previewId: preview.previewId } as const
  // After a reload the age of the quote is unknown, so sending again requires a new quote.
  const quote = { preview, receivedAtMs: -Infinity }
  return { at: 'review-transfer', pending, context, choice, quote, changedFrom: null, problem: null }
}

/** Resumes the review that the link moved from, with a new quote. */
function resumeReview(context: FlowContext, holding: Holding, { symbol, networkId, amount }: Choice): FlowState | null {
  const draft: AmountDraft = { symbol, networkId, typed: formatTyped(amount), unit: 'token', locked: false }
  const step = toEnterAmount({ ...context, draft }, holding)
  return step?.draft.networkId === networkId ? requestQuote(step, amount) : step
}

function isAssetFixed({ session: { fixed } }: FlowContext): boolean {
  return fixed !== null && fixed.symbol !== null
}

/** Skips a step with only one choice. With a fixed amount and one network, the amount step is skipped, too. */
function selectOnlyAsset(state: ChooseAsset, holding: Holding): FlowState {
  const amountStep = toEnterAmount(state.context, holding)
  if (amountStep === null) return state
  const [network, other] = eligibleNetworks(holding)
  if (!amountStep.draft.locked || network === undefined || other !== undefined) return amountStep
  const checked = checkAmount(amountStep.draft, holding, network)
  return checked.ok ? requestQuote(amountStep, checked.amount) : amountStep
}
