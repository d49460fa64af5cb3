import { html } from 'lit'
import { customElement } from 'lit/decorators.js'
import type { AccountConnected } from '../flow/flow-state.ts'
import { bigCheckIcon } from '../parts/icons.ts'
import { texts } from '../texts/texts.ts'
import { Step } from './step.ts'

/**
 * The end of a link that only connects an account.
 *
 * @fires flow - `leaveAsked`
 */
@customElement('account-connected')
export class AccountConnectedStep extends Step<AccountConnected> {
  protected override render() {
    const { session, account, integration } = this.flow.known
    const exchange = account?.integrationName ?? integration?.name ?? ''
    return html`
      <div class="body">
        <div class="sign good">${bigCheckIcon}</div>
        <div class="hero"><h1 tabindex="-1" class="long">${texts.accountConnected.title}</h1>
          <p class="lead">${texts.accountConnected.lead(exchange, session.client.name)}</p></div>
      </div>
      <footer><button class="button" @click=${() => this.send({ type: 'leaveAsked' })}>${texts.common.done}</button></footer>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'account-connected': AccountConnectedStep
  }
}
