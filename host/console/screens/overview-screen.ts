import { html } from 'lit'
import '../elements/page-heading.ts'
import { ConsoleScreen } from '../console-screen.ts'

export class OverviewScreen extends ConsoleScreen {
  protected override render() {
    return html`<page-heading heading="Overview"></page-heading>`
  }
}

customElements.define('overview-screen', OverviewScreen)

declare global {
  interface HTMLElementTagNameMap {
    'overview-screen': OverviewScreen
  }
}
