import type { FlowState } from '../flow/flow-state.ts'

/** The state whose screen is visible: the one below a dialog, or the transfer that continues on a full page. */
export function visibleState(state: FlowState): Exclude<FlowState, { at: 'leaving' }> {
  if (state.at === 'leaving') return visibleState(state.from)
  if (state.at !== 'on-full-page') return state
  const { transfer, context, pending, page } = state
  if (transfer?.status === 'Pending')
    return transfer.statusDetail === 'Unknown'
      ? { at: 'transfer-waiting', pending, context, transfer }
      : { at: 'track-transfer', pending, context, transfer }
  return page === 'ended' && transfer === null
    ? { at: 'link-ended', pending: null, reason: 'linkExpired', mayBeSent: false }
    : state
}
