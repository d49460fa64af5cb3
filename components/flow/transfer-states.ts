// Creates the states from the chosen asset to the end of a transfer.

import { formatExact } from '../texts/format.ts'
import { eligibleNetworks } from './choose-network.ts'
import type { AmountDraft, FlowContext } from './flow-context.ts'
import type { FlowRequest } from './flow-request.ts'
import type { EnterAmount, FlowState, ReviewTransfer, TransferFailed, TransferWaiting } from './flow-state.ts'
import type { Problem, Session } from './link-responses.ts'
import type { Holding, Transfer } from './transfer-responses.ts'

/** Null if no network of the holding is eligible. */
export function toEnterAmount(context: FlowContext, holding: Holding): EnterAmount | null {
  const networks = eligibleNetworks(holding)
  const network = networks.find((each) => each.id === context.draft?.networkId) ?? networks[0]
  if (network === undefined) return null
  const sameAsset = context.draft?.symbol === holding.symbol ? context.draft : null
  const draft: AmountDraft = {
    symbol: holding.symbol,
    typed: '',
    unit: 'token',
    locked: false,
    ...sameAsset,
    networkId: network.id,
    ...fixedAmount(context.session, holding.symbol),
  }
  return { at: 'enter-amount', pending: null, context: { ...context, draft }, holding, draft, problem: null }
}

function fixedAmount({ fixed }: Session, symbol: string): Partial<AmountDraft> {
  if (fixed === null || (fixed.symbol ?? symbol) !== symbol) return {}
  if (fixed.amount !== null) return { typed: formatExact(fixed.amount), unit: 'token', locked: true }
  return fixed.amountInFiat === null ? {} : { typed: formatExact(fixed.amountInFiat), unit: 'fiat', locked: true }
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

/** The review of a quote that was received before. */
export function toReview(
  { context, choice, quote }: Pick<ReviewTransfer, 'context' | 'choice' | 'quote'>,
  problem: Problem | null = null,
): ReviewTransfer {
  return { at: 'review-transfer', pending: null, context, choice, quote, changedFrom: null, problem }
}

/** Requests a new quote on the same screen. */
export function requote(
  state: Pick<ReviewTransfer, 'context' | 'choice' | 'quote'>,
  changedFrom: ReviewTransfer['changedFrom'],
  problem: Problem | null,
): ReviewTransfer {
  return { ...toReview(state, problem), changedFrom, pending: { call: 'preview', ...state.choice } }
}

/** The state that shows a transfer, and polls it while it is pending. */
export function toTransferState(context: FlowContext, transfer: Transfer, before: FlowRequest | null): FlowState {
  if (transfer.status === 'Succeeded') return { at: 'transfer-receipt', pending: null, context, transfer }
  if (transfer.status === 'Failed') return toTransferFailed(context, transfer, transfer)
  const shown = { pending: keepPolling(transfer, before), context, transfer }
  return transfer.statusDetail === 'Unknown' ? { at: 'transfer-waiting', ...shown } : { at: 'track-transfer', ...shown }
}

/** Returns the same request while it polls already, so that polling is not restarted. */
export function keepPolling({ transferId }: Transfer, before: FlowRequest | null): FlowRequest {
  return before?.call === 'pollTransfer' ? before : { call: 'pollTransfer', transferId }
}

interface Reason {
  message: string | null
  errorType?: string | null
  errorData?: Record<string, unknown>
}

export function toTransferFailed(context: FlowContext, transfer: Transfer | null, reason: Reason): TransferFailed {
  const { message, errorType = null, errorData = {} } = reason
  const sentence = message ?? 'The transfer did not go through.'
  return { at: 'transfer-failed', pending: null, context, transfer, message: sentence, errorType, errorData }
}

/** The wallet may have paid, and an operator has to find out. Meanwhile the user may start other transfers. */
export function isAmbiguous({ timeline }: Transfer): boolean {
  return timeline.some(({ kind }) => kind === 'unclear')
}

/** Whether the connected wallet can prove by a signature whose payment this is. */
export function isProvable({ context: { account }, transfer: { provableBy } }: TransferWaiting): boolean {
  return account !== null && account.accountId === provableBy
}
