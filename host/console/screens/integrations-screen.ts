import { html } from 'lit'
import '../elements/page-heading.ts'
import { ConsoleScreen } from './console-screen.ts'

export class IntegrationsScreen extends ConsoleScreen {
  protected override render() {
    return html`<page-heading heading="Integrations"></page-heading>`
  }
}

customElements.define('integrations-screen', IntegrationsScreen)

declare global {
  interface HTMLElementTagNameMap {
    'integrations-screen': IntegrationsScreen
  }
}
