import { html } from 'lit'
import '../elements/page-heading.ts'
import { ConsoleScreen } from '../console-screen.ts'

export class AttentionScreen extends ConsoleScreen {
  protected override render() {
    return html`<page-heading heading="Attention"></page-heading>`
  }
}

customElements.define('attention-screen', AttentionScreen)

declare global {
  interface HTMLElementTagNameMap {
    'attention-screen': AttentionScreen
  }
}
