import { html } from 'lit'
import '../elements/page-heading.ts'
import { ConsoleScreen } from '../console-screen.ts'

export class TransferScreen extends ConsoleScreen {
  protected override render() {
    return html`<page-heading heading="Transfer"></page-heading>`
  }
}

customElements.define('transfer-screen', TransferScreen)

declare global {
  interface HTMLElementTagNameMap {
    'transfer-screen': TransferScreen
  }
}
