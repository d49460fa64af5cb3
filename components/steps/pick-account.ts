import { html } from 'lit'
import { customElement } from 'lit/decorators.js'
import type { PickAccount } from '../flow/flow-state.ts'
import '../parts/letter-disc.ts'
import { texts } from '../texts/texts.ts'
import { Step } from './step.ts'

const words = texts.pickAccount

/**
 * Several accounts behind one sign-in: the user picks the one to send from.
 *
 * @fires flow - `accountChosen`
 */
@customElement('pick-account')
export class PickAccountStep extends Step<PickAccount> {
  protected override render() {
    const { accounts, known } = this.flow
    const color = known.integration?.color ?? ''
    return html`
      <div class="body">
        <h1 tabindex="-1">${words.title}</h1>
        <p class="lead">${words.lead(known.integration?.name ?? accounts[0]?.integrationName ?? '')}</p>
        <ul class="rows">${accounts.map(
          (account) => html`<li><button class="row"
            @click=${() => this.send({ type: 'accountChosen', accountId: account.accountId })}>
            <letter-disc square letter=${account.name} color=${color}></letter-disc>
            <span class="mid"><b>${account.name}</b><small>${account.integrationName}</small></span></button></li>`,
        )}</ul>
      </div>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pick-account': PickAccountStep
  }
}
