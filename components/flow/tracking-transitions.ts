// Transitions of a transfer that was sent, to its end.

import { toChooseAccount } from './account-states.ts'
import { failCall } from './failed-calls.ts'
import type { EventOf } from './flow-event.ts'
import type { StateAt } from './flow-state.ts'
import { isProvable, keepPolling, toEnterAmount, toTransferState } from './transfer-states.ts'
import type { Transitions, TransitionTable } from './transition-table.ts'

const followTransitions: Transitions<'track-transfer'> & Transitions<'transfer-waiting'> = {
  transferPolled: (state: StateAt<'track-transfer' | 'transfer-waiting'>, { transfer }: EventOf<'transferPolled'>) =>
    transfer.transferId === state.transfer.transferId ? toTransferState(state.context, transfer, state.pending) : state,
  callFailed: (state: StateAt<'track-transfer' | 'transfer-waiting'>, { problem }: EventOf<'callFailed'>) =>
    failCall(state, problem),
}

/** Another user has an open payment of the same amount: a signature of the wallet may decide whose payment this is. */
const waitingTransitions: Transitions<'transfer-waiting'> = {
  ...followTransitions,
  transferPolled: (state, event) => {
    const next = followTransitions.transferPolled?.(state, event) ?? state
    const { problem = null } = state
    return next.at === 'transfer-waiting' && problem !== null ? { ...next, problem } : next
  },
  proofRequested: (state) => {
    const { context, transfer } = state
    if (!isProvable(state) || state.pending?.call === 'proveAddress') return state
    const { accountId = '' } = context.account ?? {}
    const site = context.session.client.origin
    return {
      ...state,
      problem: null,
      pending: { call: 'proveAddress', site, accountId, networkId: transfer.networkId },
    }
  },
  walletProved: (state) => {
    if (state.pending?.call !== 'proveAddress') return state
    const transfer = { ...state.transfer, provableBy: null }
    return { ...state, transfer, pending: keepPolling(transfer, null) }
  },
  callFailed: (state, { problem }) =>
    state.pending?.call === 'proveAddress' && problem.errorType !== 'sessionEnded'
      ? { ...state, pending: keepPolling(state.transfer, null), problem }
      : failCall(state, problem),
}

export const trackingTransitions = {
  'track-transfer': followTransitions,
  'transfer-waiting': waitingTransitions,
  'transfer-receipt': {},
  'transfer-failed': {
    changeRequested: (state) => {
      const holding = state.context.holdings?.find((each) => each.symbol === state.context.draft?.symbol)
      return (holding && toEnterAmount(state.context, holding)) ?? toChooseAccount(state.context)
    },
    otherAccountRequested: (state) => toChooseAccount(state.context),
  },
} satisfies Partial<TransitionTable>
