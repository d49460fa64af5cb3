import { html } from 'lit'
import type { Texts } from '../texts/texts.ts'

/** A hint in sandbox links: what to type here. */
export function sandboxHint(words: Texts['sandbox'], hint: 'logins' | 'code', fill: () => void) {
  return html`<p class="spring"></p><div class="alert sandbox"><span class="mid"><b>${words.title}</b>${words[hint]}</span>
    <button type="button" class="small" @click=${fill}>${words.fill}</button></div>`
}
