import { html } from 'lit'
import '../elements/page-heading.ts'
import { ConsoleScreen } from '../console-screen.ts'

export class TransfersScreen extends ConsoleScreen {
  protected override render() {
    return html`<page-heading heading="Transfers"></page-heading>`
  }
}

customElements.define('transfers-screen', TransfersScreen)

declare global {
  interface HTMLElementTagNameMap {
    'transfers-screen': TransfersScreen
  }
}
