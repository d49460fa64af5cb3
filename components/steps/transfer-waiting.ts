import { html } from 'lit'
import type { TransferWaiting } from '../flow/flow-state.ts'
import { formatClock, formatToken, shorten } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { box, button, copyable } from './pieces.ts'
import { alert, heading, page, type Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'

/** Nobody knows yet whether the exchange sends. There is no way to try again here, on purpose. */
export function transferWaiting({ transfer }: TransferWaiting, screen: Screen) {
  const words = texts.waiting
  const { amount, symbol, networkName, simulated, transferId } = transfer
  return page(
    [
      alert('warn', html`<b>${words.alertTitle(transfer.fromName)}</b>${words.alert}`),
      heading(words.title, words.lead(screen.app)),
      box(
        [words.amount, words.amountOn(formatToken(amount, symbol), shownNetwork(networkName, simulated))],
        [words.asked, formatClock(transfer.createdAt)],
        [words.reference, copyable(screen, transferId, words.reference, shorten(transferId))],
      ),
    ],
    button(screen, words.close, { type: 'leaveAsked' }, true),
  )
}
