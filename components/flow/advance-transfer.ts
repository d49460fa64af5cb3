// From a connected account to a quote, beyond the usual way.

import { formatTyped } from '../texts/format.ts'
import { checkAmount } from './check-amount.ts'
import { eligibleNetworks } from './choose-network.ts'
import {
  enterAmount,
  failCall,
  isAmong,
  isOfTheAmount,
  lackAssets,
  openAccount,
  pickAccount,
  refusal,
} from './enter-rare-step.ts'
import { chooseAccount } from './enter-step.ts'
import type { Moves } from './flow.ts'
import type { AmountDraft, Choice, ChooseAsset, FlowState, Known, Quote } from './flow-state.ts'
import { continueOnFullPage } from './follow-full-page.ts'
import type { Holding } from './link-answers.ts'
import { askForQuote } from './usual-moves.ts'

export const chooseAssetMoves: Moves<'choose-asset'> = {
  accountOpened: (state, { account }) =>
    state.pending?.call === 'account' ? openAccount(state.known, account) : state,
  holdingsListed: (state, { status, holdings }) =>
    state.pending?.call === 'holdings' ? showHoldings(state, status, holdings) : state,
  assetChosen: (state, { symbol }) => {
    const holding = state.known.holdings?.find((each) => each.symbol === symbol && each.eligibleForTransfer)
    return (holding && enterAmount(state.known, holding)) ?? state
  },
  callFailed: (state, { problem }) => (state.pending === null ? state : failCall(state, problem)),
  back: ({ known }) => {
    const { account, accounts = [] } = known
    return (isAmong(accounts, account) ? pickAccount(known, accounts) : null) ?? chooseAccount(known)
  },
}

export const noEligibleAssetsMoves: Moves<'no-eligible-assets'> = {
  // It is in nobody's way; others of the same sign-in may hold more.
  otherAccountAsked: ({ known }) => chooseAccount({ ...known, account: null }),
}

export const enterAmountMoves: Moves<'enter-amount'> = {
  moreAsked: (state) => (state.pending === null ? { ...state, isOpen: !state.isOpen } : state),
  callFailed: (state, { problem }) => {
    if (state.pending === null) return state
    return isOfTheAmount(problem) ? { ...state, pending: null, problem } : failCall(state, problem)
  },
  back: (state) => {
    if (isAssetFixed(state.known)) return chooseAccount(state.known)
    return { at: 'choose-asset', pending: null, known: state.known }
  },
  // Its user went back meanwhile.
  fullPageOpened: continueOnFullPage,
}

function showHoldings(state: ChooseAsset, status: string, holdings: Holding[]) {
  const known = { ...state.known, holdings, place: {} }
  if (status === 'notAuthorizedFrom') return failCall(state, refusal('reconnectRequired', 'The sign-in has ended.'))
  if (status === 'kycRequired')
    return failCall(state, refusal(status, `${known.account?.integrationName} asks you to verify your identity first.`))
  if (status === 'fromIntegrationNotSupported') return lackAssets(known, 'integration')
  const eligible = holdings.filter((holding) => holding.eligibleForTransfer)
  const fixed = known.session.fixed?.symbol ?? null
  const choices = eligible.filter(({ symbol }) => fixed === null || symbol === fixed)
  const [only, other] = choices
  if (only === undefined) return lackAssets(known, 'assets')
  const list: ChooseAsset = { ...state, pending: null, known }
  const { draft, choice, quote } = state.known.place
  if (choice && quote) return orderAgain(known, choice, quote)
  const continued = choice && choices.find(({ symbol }) => symbol === choice.symbol)
  if (choice && continued) return quoteAgain(known, continued, choice) ?? list
  const kept = draft && choices.find(({ symbol }) => symbol === draft.symbol)
  if (kept) return enterAmount(known, kept) ?? list
  return other === undefined ? takeAsset(list, only) : list
}

/** The order that was given before a reload. Whatever became of it, this is its answer. */
function orderAgain(known: Known, choice: Choice, { preview }: Quote): FlowState {
  const pending = { call: 'execute', previewId: preview.previewId } as const
  // This page's clock does not know since when the price is held: to send anew, there is a new one.
  const quote = { preview, receivedAtMs: -Infinity }
  return { at: 'review-transfer', pending, known, choice, quote, changedFrom: null, problem: null }
}

/** What was about to be sent where the link moved from: its review comes with a new quote. */
function quoteAgain(known: Known, holding: Holding, { symbol, networkId, amount }: Choice): FlowState | null {
  const draft: AmountDraft = { symbol, networkId, typed: formatTyped(amount), unit: 'token', locked: false }
  const step = enterAmount({ ...known, draft }, holding)
  return step?.draft.networkId === networkId ? askForQuote(step, amount) : step
}

function isAssetFixed({ session: { fixed } }: Known): boolean {
  return fixed !== null && fixed.symbol !== null
}

/** One choice is none: the app's, or the only one there is. With the amount fixed and one network, the next one too. */
function takeAsset(state: ChooseAsset, holding: Holding): FlowState {
  const amountStep = enterAmount(state.known, holding)
  if (amountStep === null) return state
  const [network, other] = eligibleNetworks(holding)
  if (!amountStep.draft.locked || network === undefined || other !== undefined) return amountStep
  const checked = checkAmount(amountStep.draft, holding, network)
  return checked.ok ? askForQuote(amountStep, checked.amount) : amountStep
}
