import { html } from 'lit'
import { payableDestinations } from '../flow/wallet-transitions.ts'
import { destinationRow } from './destination-row.ts'
import { heading, page } from './layout.ts'
import { Screen } from './screen.ts'

/** The assets that the app accepts. The wallet's balances are unknown here. */
export class ChoosePaymentScreen extends Screen<'choose-payment'> {
  protected override render() {
    const words = this.texts.chooseAsset
    return page([
      heading(words.title, words.lead(this.app)),
      html`<ul class="rows">${payableDestinations(this.state.context).map(
        (destination, index) => html`<li><button type="button" class="row"
          @click=${() => this.send({ type: 'destinationChosen', index })}>${destinationRow(destination)}</button></li>`,
      )}</ul>`,
    ])
  }
}

customElements.define('choose-payment-screen', ChoosePaymentScreen)
