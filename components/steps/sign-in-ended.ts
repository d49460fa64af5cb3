import { html } from 'lit'
import { customElement } from 'lit/decorators.js'
import type { SignInEnded } from '../flow/flow-state.ts'
import { lockIcon } from '../parts/icons.ts'
import { texts } from '../texts/texts.ts'
import { Step } from './step.ts'

const words = texts.signInEnded

/**
 * The account's sign-in has ended at the exchange. What was entered is kept.
 *
 * @fires flow - `signInAsked`
 * @fires flow - `otherAccountAsked`
 */
@customElement('sign-in-ended')
export class SignInEndedStep extends Step<SignInEnded> {
  protected override render() {
    const { integration, token } = this.flow.known
    return html`
      <div class="body">
        <div class="sign wait">${lockIcon}</div>
        <div class="hero"><h1 tabindex="-1" class="long">${words.title(integration?.name ?? token?.brokerName ?? '')}</h1>
          <p class="lead">${words.lead}</p></div>
      </div>
      <footer>
        <button class="button" @click=${() => this.send({ type: 'signInAsked' })}>${words.cta}</button>
        <button class="button quiet" @click=${() => this.send({ type: 'otherAccountAsked' })}>${texts.common.anotherAccount}</button>
      </footer>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sign-in-ended': SignInEndedStep
  }
}
