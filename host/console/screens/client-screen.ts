import { html } from 'lit'
import '../elements/page-heading.ts'
import { ConsoleScreen } from './console-screen.ts'

export class ClientScreen extends ConsoleScreen {
  protected override render() {
    return html`<page-heading heading="Client"></page-heading>`
  }
}

customElements.define('client-screen', ClientScreen)

declare global {
  interface HTMLElementTagNameMap {
    'client-screen': ClientScreen
  }
}
