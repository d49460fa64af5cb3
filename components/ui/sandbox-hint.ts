import { html } from 'lit'
import { texts } from '../texts/texts.ts'

/** A hint in sandbox links: what to type here. */
export function sandboxHint(text: string, fill: () => void) {
  return html`<p class="spring"></p><div class="alert sandbox"><span class="mid"><b>${texts.sandbox.title}</b>${text}</span>
    <button type="button" class="small" @click=${fill}>${texts.sandbox.fill}</button></div>`
}
