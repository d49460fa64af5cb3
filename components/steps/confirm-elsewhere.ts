import { html, nothing } from 'lit'
import { customElement } from 'lit/decorators.js'
import type { ConfirmElsewhere } from '../flow/flow-state.ts'
import '../parts/copy-button.ts'
import '../parts/full-address.ts'
import { clockIcon } from '../parts/icons.ts'
import { texts } from '../texts/texts.ts'
import { Step, submitButton } from './step.ts'

const words = texts.confirmElsewhere

/**
 * The exchange wants something done outside of this page before it sends. The preview stays good meanwhile.
 *
 * @fires flow - `confirmedElsewhere`
 */
@customElement('confirm-elsewhere')
export class ConfirmElsewhereStep extends Step<ConfirmElsewhere> {
  protected override render() {
    const { kind, message, quote, asking } = this.flow
    const { preview } = quote
    return html`
      <form novalidate @submit=${this.submit}>
        <div class="body">
          <div class="sign wait">${clockIcon}</div>
          <div class="hero"><h1 tabindex="-1" class="long">${words.titles[kind]}</h1>
            <p class="lead">${words.leads[kind](preview.fromName)}</p></div>
          ${message === null ? nothing : html`<p class="alert">${message}</p>`}
          ${
            kind === 'addressWhitelistRequired'
              ? html`<dl class="box"><div class="wide"><dt>${words.address}
                  <copy-button .text=${preview.toAddress} .what=${words.address}></copy-button></dt>
                  <dd><full-address .address=${preview.toAddress}></full-address></dd></div>
                <div><dt>${words.network}</dt><dd>${preview.networkName}</dd></div></dl>`
              : nothing
          }
        </div>
        <footer>${submitButton(words.cta, texts.common.checking, asking !== null)}</footer>
      </form>
    `
  }

  private submit(event: SubmitEvent) {
    event.preventDefault()
    if (this.flow.asking === null) this.send({ type: 'confirmedElsewhere' })
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'confirm-elsewhere': ConfirmElsewhereStep
  }
}
