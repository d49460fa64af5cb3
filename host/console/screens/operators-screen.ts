import { html } from 'lit'
import '../elements/page-heading.ts'
import { ConsoleScreen } from '../console-screen.ts'

export class OperatorsScreen extends ConsoleScreen {
  protected override render() {
    return html`<page-heading heading="Operators"></page-heading>`
  }
}

customElements.define('operators-screen', OperatorsScreen)

declare global {
  interface HTMLElementTagNameMap {
    'operators-screen': OperatorsScreen
  }
}
