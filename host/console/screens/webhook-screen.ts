import { html } from 'lit'
import '../elements/page-heading.ts'
import { ConsoleScreen } from './console-screen.ts'

export class WebhookScreen extends ConsoleScreen {
  protected override render() {
    return html`<page-heading heading="Webhook"></page-heading>`
  }
}

customElements.define('webhook-screen', WebhookScreen)

declare global {
  interface HTMLElementTagNameMap {
    'webhook-screen': WebhookScreen
  }
}
