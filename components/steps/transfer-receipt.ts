import { css, html, nothing } from 'lit'
import { customElement } from 'lit/decorators.js'
import type { TransferReceipt } from '../flow/flow-state.ts'
import { totalFees } from '../flow/total-fees.ts'
import { explorerLink } from '../parts/explorer-link.ts'
import { bigCheckIcon } from '../parts/icons.ts'
import { formatMoment, formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { Step, stepStyles } from './step.ts'

const words = texts.receipt

/**
 * The transfer has arrived.
 *
 * @fires flow - `leaveAsked`
 */
@customElement('transfer-receipt')
export class TransferReceiptStep extends Step<TransferReceipt> {
  static override styles = [
    ...stepStyles,
    css`
      .explorer { display: inline-flex; align-items: center; gap: 4px; text-decoration: none; font-weight: 600 }
      .save { align-self: center; margin-top: 8px }
      .sign { animation: pop 0.3s ease-out }
      @keyframes pop { from { scale: 0.7; opacity: 0 } }
      @media print { footer, .save { display: none } }
    `,
  ]

  protected override render() {
    const { transfer, known } = this.flow
    const amount = formatToken(transfer.amount, transfer.symbol)
    const fees = totalFees(transfer).map((fee) => formatToken(fee.amount, fee.symbol))
    return html`
      <div class="body">
        <div class="sign good">${bigCheckIcon}</div>
        <div class="hero">
          <h1 tabindex="-1" class=${amount.length > 26 ? 'longest' : amount.length > 16 ? 'long' : ''}>${amount}</h1>
          <p class="lead">${words.received(known.session.client.name)}</p>
        </div>
        <dl class="box">
          <div><dt>${words.from}</dt><dd>${transfer.fromName}</dd></div>
          <div><dt>${words.network}</dt><dd>${transfer.networkName}</dd></div>
          <div><dt>${words.fees}</dt><dd>${fees.length === 0 ? texts.review.none : fees.join(' + ')}</dd></div>
          <div><dt>${words.time}</dt><dd>${formatMoment(transfer.updatedAt)}</dd></div>
          ${
            transfer.hash === ''
              ? html`<div><dt>${words.reference}</dt><dd class="mono">${transfer.transferId}</dd></div>`
              : html`<div><dt>${words.transaction}</dt><dd>${explorerLink(transfer.hash, transfer.explorerUrl)}</dd></div>`
          }
        </dl>
        ${navigator.maxTouchPoints > 1 && window.parent !== window ? nothing : html`<button class="link save" @click=${() => window.print()}>${words.save}</button>`}
      </div>
      <footer><button class="button" @click=${() => this.send({ type: 'leaveAsked' })}>${texts.common.done}</button></footer>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'transfer-receipt': TransferReceiptStep
  }
}
