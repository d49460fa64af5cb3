import { html, nothing } from 'lit'
import { customElement } from 'lit/decorators.js'
import type { TransferFailed } from '../flow/flow-state.ts'
import { explorerLink } from '../parts/explorer-link.ts'
import { bigCrossIcon } from '../parts/icons.ts'
import { formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { Step } from './step.ts'

const words = texts.failed
const neverLeft = new Set(['Rejected', 'NotSent', 'Canceled'])

/**
 * Why it failed, where the money is, and what to do.
 *
 * @fires flow - `changeAsked`
 * @fires flow - `leaveAsked`
 */
@customElement('transfer-failed')
export class TransferFailedStep extends Step<TransferFailed> {
  protected override render() {
    const { transfer, message, known } = this.flow
    const canChange = this.neverLeft && known.draft !== null && known.session.fixed?.amount == null
    return html`
      <div class="body">
        <div class="sign bad">${bigCrossIcon}</div>
        <div class="hero"><h1 tabindex="-1" class="long">${words.title}</h1></div>
        <dl class="box">
          <div class="wide"><dt>${words.reason}</dt><dd>${message}</dd></div>
          <div class="wide"><dt>${words.money}</dt><dd>${this.money()}</dd></div>
          ${
            transfer === null
              ? nothing
              : html`<div><dt>${words.amount}</dt><dd>${formatToken(transfer.amount, transfer.symbol)}</dd></div>
              <div><dt>${texts.receipt.reference}</dt><dd class="mono">${transfer.transferId}</dd></div>`
          }
          ${
            transfer === null || transfer.hash === ''
              ? nothing
              : html`<div><dt>${texts.receipt.transaction}</dt><dd>${explorerLink(transfer.hash, transfer.explorerUrl)}</dd></div>`
          }
        </dl>
      </div>
      <footer>
        ${canChange ? html`<button class="button" @click=${() => this.send({ type: 'changeAsked' })}>${words.change}</button>` : nothing}
        <button class="button ${canChange ? 'quiet' : ''}" @click=${() => this.send({ type: 'leaveAsked' })}>${texts.common.close}</button>
      </footer>
    `
  }

  private money() {
    const exchange = this.flow.transfer?.fromName ?? this.flow.known.account?.integrationName ?? ''
    if (this.neverLeft) return words.notSent(exchange)
    return this.flow.transfer?.statusDetail === 'Returned' ? words.returned(exchange) : words.ask(exchange)
  }

  private get neverLeft(): boolean {
    const { transfer } = this.flow
    return transfer === null || neverLeft.has(transfer.statusDetail)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'transfer-failed': TransferFailedStep
  }
}
