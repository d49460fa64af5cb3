import { html, nothing } from 'lit'
import { isAmbiguous } from '../flow/transfer-states.ts'
import { formatMoment, formatToken } from '../texts/format.ts'
import { routeStyles } from '../ui/picture-styles.ts'
import { routePicture } from '../ui/route-picture.ts'
import { button } from './controls.ts'
import { alert, box, page } from './layout.ts'
import { networkName, senderName } from './names.ts'
import { Screen } from './screen.ts'
import { brandNamed } from './sender-brand.ts'

/** An earlier transfer of this user is still pending, and is offered before a new one. */
export class PendingTransferScreen extends Screen<'pending-transfer'> {
  static override styles = [...Screen.styles, routeStyles]

  protected override render() {
    const { transfer, context } = this.state
    const { texts } = this
    const words = texts.pending
    const fromName = senderName(texts, transfer)
    const isUnknown = transfer.statusDetail === 'Unknown'
    const isOfWallet = isAmbiguous(transfer)
    return page(
      [
        routePicture({ from: fromName, token: transfer, to: this.app, fromBrand: brandNamed(context, fromName) }),
        html`<div class="hero"><h1 tabindex="-1" class="long">${words.title}</h1><p class="lead">${words.lead(this.app)}</p></div>`,
        isUnknown ? alert('warn', isOfWallet ? texts.wallets.unclear(fromName) : texts.waiting.alert) : nothing,
        box(
          [texts.track.amount, formatToken(transfer.amount, transfer.symbol)],
          [texts.receipt.from, fromName],
          [texts.receipt.network, networkName(texts, transfer.networkName, transfer.simulated)],
          [words.started, formatMoment(transfer.createdAt)],
        ),
      ],
      [
        button(this, { label: words.open, event: { type: 'pendingOpened' } }),
        isUnknown && !isOfWallet
          ? nothing
          : button(this, { label: words.dismiss, event: { type: 'pendingDismissed' }, isQuiet: true }),
      ],
    )
  }
}

customElements.define('pending-transfer-screen', PendingTransferScreen)
