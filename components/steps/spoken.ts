import type { FlowState } from '../flow/flow-state.ts'
import { formatList, formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'

/** What is said aloud when it changes: the progress of a transfer. */
export function spoken(state: FlowState): string {
  if (state.at === 'track-transfer') {
    const { confirmations, requiredConfirmations, networkName } = state.transfer
    return confirmations === 0
      ? ''
      : formatList([
          texts.track.confirming(networkName),
          texts.track.confirmations(Math.min(confirmations, requiredConfirmations), requiredConfirmations),
        ])
  }
  if (state.at === 'transfer-receipt')
    return texts.receipt.title(
      formatToken(state.transfer.amount, state.transfer.symbol),
      state.known.session.client.name,
    )
  return ''
}
