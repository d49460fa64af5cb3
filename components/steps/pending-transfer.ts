import { html } from 'lit'
import { customElement } from 'lit/decorators.js'
import type { PendingTransfer } from '../flow/flow-state.ts'
import { alertIcon } from '../parts/icons.ts'
import '../parts/route-picture.ts'
import { formatMoment, formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { Step } from './step.ts'

const words = texts.pending

/**
 * This user's earlier transfer is still under way: it is offered before a new one.
 *
 * @fires flow - `pendingOpened`
 * @fires flow - `pendingDismissed`
 */
@customElement('pending-transfer')
export class PendingTransferStep extends Step<PendingTransfer> {
  protected override render() {
    const { transfer, known } = this.flow
    const isUnknown = transfer.statusDetail === 'Unknown'
    return html`
      <div class="body">
        <route-picture from=${transfer.fromName} symbol=${transfer.symbol} to=${known.session.client.name}></route-picture>
        <div class="hero"><h1 tabindex="-1" class="long">${words.title}</h1><p class="lead">${words.lead(known.session.client.name)}</p></div>
        ${isUnknown ? html`<div class="alert warn">${alertIcon}<span>${texts.waiting.alert}</span></div>` : ''}
        <dl class="box">
          <div><dt>${texts.track.amount}</dt><dd>${formatToken(transfer.amount, transfer.symbol)}</dd></div>
          <div><dt>${texts.receipt.from}</dt><dd>${transfer.fromName}</dd></div>
          <div><dt>${texts.receipt.network}</dt><dd>${transfer.networkName}</dd></div>
          <div><dt>${words.started}</dt><dd>${formatMoment(transfer.createdAt)}</dd></div>
        </dl>
      </div>
      <footer>
        <button class="button" @click=${() => this.send({ type: 'pendingOpened' })}>${words.open}</button>
        <button class="button quiet" @click=${() => this.send({ type: 'pendingDismissed' })}>${words.dismiss}</button>
      </footer>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pending-transfer': PendingTransferStep
  }
}
