// Transitions from a connected account to a quote.

import { formatExact } from '../texts/format.ts'
import {
  isAmong,
  openAccount,
  toChooseAccount,
  toChooseAsset,
  toNoEligibleAssets,
  toPickAccount,
  toSignIn,
} from './account-states.ts'
import { checkAmount } from './check-amount.ts'
import { eligibleNetworks, findNetwork } from './choose-network.ts'
import { quotesDiffer } from './compare-quotes.ts'
import { endsAccount, failCall, isAmountProblem, problemOf } from './failed-calls.ts'
import type { AmountDraft, Choice, FlowContext, Quote } from './flow-context.ts'
import type { ChooseAsset, EnterAmount, FlowState } from './flow-state.ts'
import { continueOnFullPage } from './full-page-transitions.ts'
import type { Problem } from './link-responses.ts'
import type { Holding } from './transfer-responses.ts'
import { requestQuote, toEnterAmount, toReview } from './transfer-states.ts'
import type { Transitions, TransitionTable } from './transition-table.ts'

const chooseAsset: Transitions<'choose-asset'> = {
  accountOpened: (state, { account }) =>
    state.pending?.call === 'account' ? openAccount(state.context, account) : state,
  holdingsListed: (state, { status, holdings }) =>
    state.pending?.call === 'holdings' ? showHoldings(state, status, holdings) : state,
  assetChosen: (state, { symbol }) => {
    const holding = state.context.holdings?.find((each) => each.symbol === symbol && each.eligibleForTransfer)
    return (holding && toEnterAmount(state.context, holding)) ?? state
  },
  callFailed: (state, { problem }) => {
    if (state.pending === null) return state
    if (state.pending.call === 'holdings' && problem.errorType === 'missingExchangePermission')
      return toNoEligibleAssets(state.context, 'permission')
    return state.pending.call === 'account' && endsAccount(problem)
      ? refuseToken(state, problem)
      : failCall(state, problem)
  },
  back: ({ context }) => {
    const { account, accounts = [] } = context
    return isAmong(accounts, account) ? toPickAccount(context, accounts) : toChooseAccount(context)
  },
}

const noEligibleAssets: Transitions<'no-eligible-assets'> = {
  // Other accounts of the same sign-in may hold eligible assets.
  otherAccountRequested: ({ context }) => toChooseAccount({ ...context, account: null }),
}

const enterAmount: Transitions<'enter-amount'> = {
  amountTyped: (state, { typed, unit }) =>
    state.pending !== null || state.draft.locked ? state : redraft(state, { typed, unit }),
  networkChosen: (state, { networkId }) =>
    state.pending === null && findNetwork(state.holding, networkId)?.eligibleForTransfer
      ? redraft(state, { networkId })
      : state,
  amountEntered: (state, { amount }) => (state.pending === null ? requestQuote(state, amount) : state),
  previewed: (state, { preview, receivedAtMs }) => {
    const { pending, context } = state
    if (pending?.call !== 'preview') return state
    const { call: _, ...choice } = pending
    const review = toReview({ context, choice, quote: { preview, receivedAtMs } })
    const seen = context.reviewed
    const hasChanged = seen !== undefined && isSameChoice(seen.choice, choice) && quotesDiffer(seen.preview, preview)
    return hasChanged ? { ...review, changedFrom: seen.preview } : review
  },
  callFailed: (state, { problem }) => {
    if (state.pending === null) return state
    return isAmountProblem(problem) ? { ...state, pending: null, problem } : failCall(state, problem)
  },
  back: (state) => {
    if (state.pending !== null) return state
    if (isAssetFixed(state.context)) return toChooseAccount(state.context)
    return toChooseAsset(state.context)
  },
  // The user went back meanwhile.
  fullPageOpened: continueOnFullPage,
}

export const assetTransitions = {
  'choose-asset': chooseAsset,
  'no-eligible-assets': noEligibleAssets,
  'enter-amount': enterAmount,
} satisfies Partial<TransitionTable>

/** The site's token no longer works: the user signs in again, and sees why. */
function refuseToken(state: ChooseAsset, problem: Problem): FlowState {
  const { token, integrations } = state.context
  const brokerType = token?.brokerType.toLowerCase()
  const integration = integrations?.find(({ type }) => type.toLowerCase() === brokerType)
  if (integration === undefined || integration.status === 'down') return failCall(state, problem)
  return toSignIn({ ...state.context, token: null }, integration, problem)
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
  return { ...toReview({ context, choice, quote }), pending }
}

function isSameChoice(one: Choice, other: Choice): boolean {
  const facts = ['accountId', 'networkId', 'symbol', 'amount'] as const
  return facts.every((fact) => one[fact] === other[fact])
}

/** Resumes the review that the link moved from, with a new quote. */
function resumeReview(context: FlowContext, holding: Holding, { symbol, networkId, amount }: Choice): FlowState | null {
  const draft: AmountDraft = { symbol, networkId, typed: formatExact(amount), unit: 'token', locked: false }
  const step = toEnterAmount({ ...context, draft }, holding)
  return step?.draft.networkId === networkId ? requestQuote(step, amount) : step
}

function redraft(state: EnterAmount, change: Partial<AmountDraft>): EnterAmount {
  const draft = { ...state.draft, ...change }
  return { ...state, draft, context: { ...state.context, draft }, problem: null }
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
