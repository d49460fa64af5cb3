import { html, nothing } from 'lit'
import type { PendingTransfer } from '../flow/flow-state.ts'
import { isAmbiguous } from '../flow/transfer-states.ts'
import { formatMoment, formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { routePicture } from '../ui/route-picture.ts'
import { alert, page, type Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'
import { shownSender } from './shown-sender.ts'
import { box, button } from './templates.ts'

/** An earlier transfer of this user is still pending, and is offered before a new one. */
export function pendingTransfer({ transfer }: PendingTransfer, screen: Screen) {
  const words = texts.pending
  const { symbol, statusDetail } = transfer
  const fromName = shownSender(transfer)
  const isOfWallet = isAmbiguous(transfer)
  return page(
    [
      routePicture({ from: fromName, token: transfer, to: screen.app }),
      html`<div class="hero"><h1 tabindex="-1" class="long">${words.title}</h1><p class="lead">${words.lead(screen.app)}</p></div>`,
      statusDetail === 'Unknown'
        ? alert('warn', isOfWallet ? texts.wallets.unclear(fromName) : texts.waiting.alert)
        : nothing,
      box(
        [texts.track.amount, formatToken(transfer.amount, symbol)],
        [texts.receipt.from, fromName],
        [texts.receipt.network, shownNetwork(transfer.networkName, transfer.simulated)],
        [words.started, formatMoment(transfer.createdAt)],
      ),
    ],
    [
      button(screen, { label: words.open, event: { type: 'pendingOpened' } }),
      statusDetail === 'Unknown' && !isOfWallet
        ? nothing
        : button(screen, { label: words.dismiss, event: { type: 'pendingDismissed' }, isQuiet: true }),
    ],
  )
}
