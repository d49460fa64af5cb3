import { css, html } from 'lit'
import { customElement } from 'lit/decorators.js'
import type { TransferWaiting } from '../flow/flow-state.ts'
import '../parts/copy-button.ts'
import { alertIcon } from '../parts/icons.ts'
import { formatClock, formatToken, shorten } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { Step, stepStyles } from './step.ts'

const words = texts.waiting

/**
 * Nobody knows yet whether the exchange sends. There is no way to try again here, on purpose.
 *
 * @fires flow - `leaveAsked`
 */
@customElement('transfer-waiting')
export class TransferWaitingStep extends Step<TransferWaiting> {
  static override styles = [...stepStyles, css`.reference { white-space: nowrap }`]

  protected override render() {
    const { transfer, known } = this.flow
    const amount = formatToken(transfer.amount, transfer.symbol)
    return html`
      <div class="body">
        <div class="alert warn" role="alert">${alertIcon}<span><b>${words.alertTitle(transfer.fromName)}</b>${words.alert}</span></div>
        <h1 tabindex="-1">${words.title}</h1>
        <p class="lead">${words.lead(known.session.client.name)}</p>
        <dl class="box">
          <div><dt>${words.amount}</dt><dd>${words.amountOn(amount, transfer.networkName)}</dd></div>
          <div><dt>${words.asked}</dt><dd>${formatClock(transfer.createdAt)}</dd></div>
          <div><dt>${words.reference}</dt><dd class="reference"><span class="mono">${shorten(transfer.transferId)}</span>
            <copy-button .text=${transfer.transferId} .what=${words.reference}></copy-button></dd></div>
        </dl>
      </div>
      <footer><button class="button quiet" @click=${() => this.send({ type: 'leaveAsked' })}>${words.close}</button></footer>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'transfer-waiting': TransferWaitingStep
  }
}
