import { html } from 'lit'
import { ConsoleScreen } from '../console-screen.ts'
import '../elements/page-heading.ts'

export class NotFoundScreen extends ConsoleScreen {
  protected override render() {
    return html`<page-heading heading="Page not found"></page-heading>
      <p class="lead">The console has no page at this address. The address may be incomplete.</p>
      <p><a href="/attention">Go to Attention</a></p>`
  }
}

customElements.define('not-found-screen', NotFoundScreen)

declare global {
  interface HTMLElementTagNameMap {
    'not-found-screen': NotFoundScreen
  }
}
