// From a connected account to a quote.

import { checkAmount } from './check-amount.ts'
import { eligibleNetworks, networkOf } from './choose-network.ts'
import { chooseAccount, enterAmount, failCall, isOfTheAmount, openAccount, refusal } from './enter-step.ts'
import type { Moves } from './flow.ts'
import type { Choice, ChooseAsset, EnterAmount, FlowState, Known } from './flow-state.ts'
import type { Holding } from './link-answers.ts'

export const chooseAssetMoves: Moves<'choose-asset'> = {
  accountOpened: (state, { account }) => (state.asking?.call === 'account' ? openAccount(state.known, account) : state),
  holdingsListed: (state, { status, holdings }) =>
    state.asking?.call === 'holdings' ? showHoldings(state, status, holdings) : state,
  assetChosen: (state, { symbol }) => {
    const holding = state.known.holdings?.find((each) => each.symbol === symbol && each.eligibleForTransfer)
    return (holding && enterAmount(state.known, holding)) ?? state
  },
  callFailed: (state, { problem }) => (state.asking === null ? state : failCall(state, problem)),
  back: (state) => chooseAccount(state.known, null),
}

export const noEligibleAssetsMoves: Moves<'no-eligible-assets'> = {
  otherAccountAsked: (state) => chooseAccount(state.known, null),
}

export const enterAmountMoves: Moves<'enter-amount'> = {
  amountTyped: (state, { typed, unit }) =>
    state.asking !== null || state.draft.locked ? state : redraft(state, { typed, unit }),
  networkChosen: (state, { networkId }) =>
    state.asking === null && networkOf(state.holding, networkId)?.eligibleForTransfer
      ? redraft(state, { networkId })
      : state,
  amountEntered: (state, { amount }) => (state.asking === null ? askForQuote(state, amount) : state),
  previewed: (state, { preview, receivedAtMs }) =>
    state.asking?.call === 'preview'
      ? {
          at: 'review-transfer',
          asking: null,
          known: state.known,
          choice: choiceOf(state.asking),
          quote: { preview, receivedAtMs },
          changedFrom: null,
          problem: null,
        }
      : state,
  callFailed: (state, { problem }) => {
    if (state.asking === null) return state
    return isOfTheAmount(problem) ? { ...state, asking: null, problem } : failCall(state, problem)
  },
  back: (state) => {
    if (state.asking !== null) return state
    if (isAssetFixed(state.known)) return chooseAccount(state.known, null)
    return { at: 'choose-asset', asking: null, known: state.known }
  },
}

function showHoldings(state: ChooseAsset, status: string, holdings: Holding[]) {
  const known = { ...state.known, holdings, place: {} }
  if (status === 'notAuthorizedFrom') return failCall(state, refusal('reconnectRequired', 'The sign-in has ended.'))
  if (status === 'kycRequired')
    return failCall(state, refusal(status, `${known.account?.integrationName} asks you to verify your identity first.`))
  if (status === 'fromIntegrationNotSupported')
    return { at: 'no-eligible-assets', asking: null, known, because: 'integration' } as const
  const eligible = holdings.filter((holding) => holding.eligibleForTransfer)
  const fixed = known.session.fixed?.symbol ?? null
  const choices = eligible.filter(({ symbol }) => fixed === null || symbol === fixed)
  const [only, other] = choices
  if (only === undefined) return { at: 'no-eligible-assets', asking: null, known, because: 'assets' } as const
  const list: ChooseAsset = { ...state, asking: null, known }
  const { draft } = state.known.place
  const kept = draft && choices.find(({ symbol }) => symbol === draft.symbol)
  if (kept) return enterAmount(known, kept) ?? list
  return other === undefined ? takeAsset(list, only) : list
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

function redraft(state: EnterAmount, change: Partial<EnterAmount['draft']>): EnterAmount {
  const draft = { ...state.draft, ...change }
  return { ...state, draft, known: { ...state.known, draft }, problem: null }
}

function askForQuote(state: EnterAmount, amount: string): FlowState {
  const { account } = state.known
  if (account === null) return state
  const { symbol, networkId } = state.draft
  return {
    ...state,
    problem: null,
    asking: { call: 'preview', accountId: account.accountId, networkId, symbol, amount },
  }
}

function choiceOf({ accountId, networkId, symbol, amount }: Choice): Choice {
  return { accountId, networkId, symbol, amount }
}
