import { html } from 'lit'
import '../elements/page-heading.ts'
import { ConsoleScreen } from './console-screen.ts'

export class ClientsScreen extends ConsoleScreen {
  protected override render() {
    return html`<page-heading heading="Clients"></page-heading>`
  }
}

customElements.define('clients-screen', ClientsScreen)

declare global {
  interface HTMLElementTagNameMap {
    'clients-screen': ClientsScreen
  }
}
