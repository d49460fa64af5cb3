import { html } from 'lit'
import '../elements/page-heading.ts'
import { ConsoleScreen } from './console-screen.ts'

export class WebhooksScreen extends ConsoleScreen {
  protected override render() {
    return html`<page-heading heading="Webhooks"></page-heading>`
  }
}

customElements.define('webhooks-screen', WebhooksScreen)

declare global {
  interface HTMLElementTagNameMap {
    'webhooks-screen': WebhooksScreen
  }
}
