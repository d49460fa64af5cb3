import { css, html, nothing } from 'lit'
import { totalFees } from '../flow/total-fees.ts'
import { formatMoment, formatToken } from '../texts/format.ts'
import { explorerLink } from '../ui/explorer-link.ts'
import { bigCheckIcon } from '../ui/icons.ts'
import '../ui/copy-text.ts'
import { button, plainLink } from './controls.ts'
import { addressRow, amountHero, box, page, type Row } from './layout.ts'
import { networkName, senderName } from './names.ts'
import { Screen } from './screen.ts'

/** The transfer has arrived. */
export class TransferReceiptScreen extends Screen<'transfer-receipt'> {
  static override styles = [
    ...Screen.styles,
    css`
      .save { display: grid; justify-items: center; margin-top: 8px }
      .paper { display: none }
      @media print { footer, .save, .screen { display: none } .paper { display: inline } }
    `,
  ]

  protected override render() {
    const { transfer } = this.state
    const words = this.texts.receipt
    const amount = formatToken(transfer.amount, transfer.symbol)
    return page(
      [
        html`<div class="sign good">${bigCheckIcon}</div>`,
        amountHero(amount, words.title(amount, this.app), words.received(this.app)),
        box(...this.rows()),
        this.saveLink(),
      ],
      button(this, { label: this.texts.common.done, event: { type: 'leaveRequested' } }),
    )
  }

  private rows(): Row[] {
    const { texts } = this
    const words = texts.receipt
    const { transfer } = this.state
    const { hash, transferId } = transfer
    const fees = totalFees(transfer).map((fee) => formatToken(fee.amount, fee.symbol))
    return [
      [words.from, senderName(texts, transfer)],
      addressRow(this, transfer),
      [words.network, networkName(texts, transfer.networkName, transfer.simulated)],
      [words.fees, fees.join(' + ') || texts.review.none],
      [words.time, formatMoment(transfer.updatedAt)],
      hash !== '' && [
        words.transaction,
        // The full hash for printing, since paper has no links.
        html`<copy-text .text=${hash} .what=${words.transaction}><span class="screen">${explorerLink(texts, hash, transfer.explorerUrl)}</span><span
          class="paper">${hash}</span></copy-text>`,
      ],
      transfer.provedBy === 'exchange' && [words.confirmedBy, transfer.fromName],
      [words.reference, html`<copy-text .text=${transferId} .what=${words.reference}></copy-text>`, 'wide'],
    ]
  }

  private saveLink() {
    // Printing from inside a frame on a phone prints the page around it.
    const canPrint = navigator.maxTouchPoints < 2 || window.parent === window
    return canPrint
      ? html`<div class="save">${plainLink(this.texts.receipt.save, () => window.print())}</div>`
      : nothing
  }
}

customElements.define('transfer-receipt-screen', TransferReceiptScreen)
