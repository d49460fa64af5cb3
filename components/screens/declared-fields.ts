import { html, nothing } from 'lit'
import type { DeclaredField } from '../flow/response-parts.ts'
import { findText } from '../texts/find-text.ts'
import type { Texts } from '../texts/texts.ts'

/** The label of a field that an integration declares. */
export function fieldLabel({ signIn, keyFields }: Texts, { name, label }: DeclaredField): string {
  return findText(signIn.fields, name) ?? findText(keyFields, label) ?? label
}

interface FieldState {
  label: string
  value: string
  isInvalid: boolean
}

export function selectField({ name, options = [] }: DeclaredField, { label, value, isInvalid }: FieldState) {
  return html`<div class="entry"><label for=${name}>${label}</label>
    <div class="field"><select id=${name} name=${name} aria-invalid=${isInvalid}>${options.map(
      (option) => html`<option value=${option.value} ?selected=${option.value === value}>${option.label}</option>`,
    )}</select></div></div>`
}

interface TextFieldState extends FieldState {
  /** The sentence below the field. */
  error: string | null
  /** A secret is shown as text. */
  isShown: boolean
  hasCapsLock: boolean
}

interface TextFieldEvents {
  toggle: () => void
  keyUp: (event: KeyboardEvent) => void
}

/** A text field that an integration declares, with its label above and its problem below. */
export function textField(
  words: Texts['signIn'],
  { name, secret = false, optional = false }: DeclaredField,
  { label, value, isInvalid, error, isShown, hasCapsLock, toggle, keyUp }: TextFieldState & TextFieldEvents,
) {
  return html`<div class="entry"><label for=${name}>${label}</label>
    <div class="field"><input id=${name} name=${name} type=${secret && !isShown ? 'password' : 'text'} ?required=${!optional}
          autocomplete=${autocompleteOf(name, secret)} autocapitalize="none" spellcheck="false" .defaultValue=${value}
          aria-invalid=${isInvalid} aria-describedby="error-${name}" @keyup=${secret ? keyUp : nothing} />${
            secret
              ? html`<button type="button" class="link" aria-pressed=${isShown} @click=${toggle}>
          ${isShown ? words.hide : words.show}<span class="sr"> ${label}</span></button>`
              : nothing
          }</div>
    ${secret && hasCapsLock ? html`<p class="hint" role="status">${words.capsLock}</p>` : nothing}
    <p class="error" id="error-${name}" role="alert">${error ?? nothing}</p></div>`
}

function autocompleteOf(name: string, secret: boolean) {
  if (/^(user(name)?|e?-?mail|login)$/i.test(name)) return 'username'
  return secret && /^password$/i.test(name) ? 'current-password' : 'off'
}
