import { html, nothing } from 'lit'
import { customElement } from 'lit/decorators.js'
import type { HandOff } from '../flow/flow-state.ts'
import { isWebAddress } from '../link-messages.ts'
import { clockIcon, outsideIcon } from '../parts/icons.ts'
import { texts } from '../texts/texts.ts'
import { Step } from './step.ts'

const words = texts.handOff

/** The user approves on the exchange's own page; this one goes on by itself. The window opens from the click. */
@customElement('hand-off')
export class HandOffStep extends Step<HandOff> {
  protected override render() {
    const { integration, connection } = this.flow
    return html`
      <div class="body">
        <div class="sign wait">${clockIcon}</div>
        <div class="hero"><h1 tabindex="-1" class="long">${words.title(integration.name)}</h1>
          <p class="lead">${words.lead}</p></div>
        <p class="hint center" role="status">${words.waiting}</p>
      </div>
      <footer>
        ${
          isWebAddress(connection.redirectUrl)
            ? html`<a class="button" href=${connection.redirectUrl} target="_blank" rel="noopener noreferrer">
              ${words.open(integration.name)}${outsideIcon}<span class="sr">${texts.common.opensNewWindow}</span></a>`
            : nothing
        }
        <p class="note">${words.note}</p>
      </footer>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hand-off': HandOffStep
  }
}
