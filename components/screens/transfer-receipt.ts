import { css, html } from 'lit'
import { totalFees } from '../flow/total-fees.ts'
import { formatMoment, formatToken } from '../texts/format.ts'
import { explorerLink } from '../ui/explorer-link.ts'
import { bigCheckIcon } from '../ui/icons.ts'
import { saveText } from '../ui/save-file.ts'
import '../ui/copy-text.ts'
import { button, plainLink } from './controls.ts'
import { addressRow, amountHero, box, page, type Row } from './layout.ts'
import { isPaidByLink, networkName, senderName } from './names.ts'
import { receiptText } from './receipt-text.ts'
import { senderCell } from './review-rows.ts'
import { Screen } from './screen.ts'

/** The transfer has arrived. */
export class TransferReceiptScreen extends Screen<'transfer-receipt'> {
  static override properties = { ...Screen.properties, isCopied: { state: true } }
  static override styles = [
    ...Screen.styles,
    css`.save { display: grid; justify-items: center; margin-block: -4px -8px }`,
  ]

  declare private isCopied: boolean

  constructor() {
    super()
    this.isCopied = false
  }

  protected override render() {
    const { transfer } = this.state
    const words = this.texts.receipt
    const amount = formatToken(transfer.amount, transfer.symbol)
    return page(
      [
        html`<div class="sign good">${bigCheckIcon}</div>`,
        amountHero(amount, words.title(amount, this.app), words.received(this.app)),
        box(...this.rows()),
      ],
      [button(this, { label: this.texts.common.done, event: { type: 'leaveRequested' } }), this.saveLink()],
    )
  }

  private rows(): Row[] {
    const { texts } = this
    const words = texts.receipt
    const { transfer, context } = this.state
    const { hash, transferId } = transfer
    const fees = totalFees(transfer).map((fee) => formatToken(fee.amount, fee.symbol))
    return [
      [words.from, senderCell(senderName(texts, transfer), context.account?.name ?? '')],
      addressRow(this, transfer),
      [words.network, networkName(texts, transfer.networkName, transfer.simulated)],
      !isPaidByLink(transfer) && [words.fees, fees.join(' + ') || texts.review.none],
      [words.time, formatMoment(transfer.updatedAt), 'firm'],
      hash !== '' && [
        words.transaction,
        html`<copy-text .text=${hash} .what=${words.transaction}>${explorerLink(texts, hash, transfer.explorerUrl)}</copy-text>`,
      ],
      transfer.provedBy === 'exchange' && [words.confirmedBy, transfer.fromName],
      [words.reference, html`<copy-text .text=${transferId} .what=${words.reference}></copy-text>`, 'wide'],
    ]
  }

  /** In a frame the policy of the site may block downloads, so the receipt is copied there. */
  private saveLink() {
    const { receipt: words, common } = this.texts
    const label = window.parent === window ? words.save : this.isCopied ? common.copied : words.copy
    return html`<div class="save" aria-live="polite">${plainLink(label, () => this.save())}</div>`
  }

  private async save() {
    const { transfer } = this.state
    const text = receiptText(this.texts, transfer, this.app)
    if (window.parent === window) return saveText(`transfer-${transfer.transferId}.txt`, text)
    await navigator.clipboard.writeText(text)
    this.isCopied = true
  }
}

customElements.define('transfer-receipt-screen', TransferReceiptScreen)
