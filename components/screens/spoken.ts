import type { FlowState } from '../flow/flow-state.ts'
import { formatList, formatToken } from '../texts/format.ts'
import type { Texts } from '../texts/texts.ts'

/** The text that screen readers announce when it changes: the progress of a transfer. */
export function spoken(texts: Texts, state: FlowState): string {
  const followed = state.at === 'track-transfer' || state.at === 'on-full-page' ? state.transfer : null
  if (followed?.status === 'Pending') {
    const { confirmations, requiredConfirmations, networkName } = followed
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
      state.context.session.client.name,
    )
  return ''
}
