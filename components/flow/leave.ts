// Ends the flow and builds the summary for the site.

import { mayHaveSentMoney } from './call-traits.ts'
import { integrationPayload, summarizeTransfer } from './event-payloads.ts'
import type { FlowState, Left } from './flow-state.ts'

/** `errorMessage` is the error that the user left with, if any. */
export function leave(state: FlowState, errorMessage: string | null = null): Left {
  const context = 'context' in state ? state.context : null
  const transfer = 'transfer' in state ? state.transfer : null
  const { integrationType: id, integrationName: name } = integrationPayload(state)
  const { callbackUrl, transactionId } = context?.session ?? {}
  const { pending } = state.at === 'show-problem' ? state.retry : state
  const begun = state.at === 'account-connected' ? 'Connected' : mayHaveSentMoney(pending) ? 'Pending' : 'Canceled'
  return {
    at: 'left',
    pending: null,
    finished: state.at === 'transfer-receipt' || state.at === 'account-connected',
    summary: {
      page: state.at,
      ...(id && { selectedIntegration: { id, name } }),
      ...(transfer && { transfer: summarizeTransfer(transfer) }),
      ...(transactionId && { clientTransactionId: transactionId }),
      ...(errorMessage !== null && { errorMessage }),
    },
    callback: callbackUrl
      ? { url: callbackUrl, transferId: transfer?.transferId ?? null, status: transfer?.status ?? begun }
      : null,
  }
}

/** The step below the dialog before leaving, which continues. */
export function underlyingState(state: FlowState): FlowState {
  return state.at === 'leaving' ? state.from : state
}
