import { html, nothing } from 'lit'
import type { DeclaredField, SelectOption } from '../flow/link-responses.ts'
import { findText, texts } from '../texts/texts.ts'
import type { Screen } from './screen.ts'

/** A field that an integration or a legal requirement declares, with its label above and its problem below. */
export function field(
  screen: Screen,
  declared: DeclaredField,
  { value, isRefused }: { value: string; isRefused: boolean },
) {
  const { name, label: own, secret = false, optional = false, options } = declared
  const words = texts.signIn
  const label = findText(words.fields, name) ?? findText(texts.keyFields, own) ?? own
  if (options !== undefined)
    return selectField({ name, label, options, value: value || declared.defaultValue, isRefused })
  const { missing, shown = [], capsLock } = screen.local
  const isMissing = missing === name
  const isShown = shown.includes(name)
  const toggle = () => screen.set({ shown: isShown ? shown.filter((each) => each !== name) : [...shown, name] })
  const seeKey = (event: KeyboardEvent) => {
    const isOn = event.getModifierState?.('CapsLock') ?? false
    if (isOn !== (capsLock ?? false)) screen.set({ capsLock: isOn })
  }
  return html`<div class="entry"><label for=${name}>${label}</label>
    <div class="field"><input id=${name} name=${name} type=${secret && !isShown ? 'password' : 'text'} ?required=${!optional}
          autocomplete=${autocompleteOf(name, secret)} autocapitalize="none" spellcheck="false" .defaultValue=${value}
          aria-invalid=${isMissing || isRefused} aria-describedby="error-${name}" @keyup=${secret ? seeKey : nothing} />${
            secret
              ? html`<button type="button" class="link" aria-pressed=${isShown} @click=${toggle}>
          ${isShown ? words.hide : words.show}<span class="sr"> ${label}</span></button>`
              : nothing
          }</div>
    ${secret && capsLock ? html`<p class="hint" role="status">${words.capsLock}</p>` : nothing}
    <p class="error" id="error-${name}" role="alert">${isMissing ? words.missing(label) : nothing}</p></div>`
}

interface SelectField {
  name: string
  label: string
  options: SelectOption[]
  value: string | undefined
  isRefused: boolean
}

function selectField({ name, label, options, value, isRefused }: SelectField) {
  return html`<div class="entry"><label for=${name}>${label}</label>
    <div class="field"><select id=${name} name=${name} aria-invalid=${isRefused}>${options.map(
      (option) => html`<option value=${option.value} ?selected=${option.value === value}>${option.label}</option>`,
    )}</select></div></div>`
}

/** The typed values. If a required field is empty, returns null and moves the focus to that field. */
export function readFields(screen: Screen): Record<string, string> | null {
  const inputs = screen.inputs()
  const missing = inputs.find(({ required, value }) => required && value.trim() === '')?.name ?? null
  screen.set({ missing })
  if (missing === null) return Object.fromEntries(inputs.map(({ name, value }) => [name, value]))
  screen.focusOn(`#${CSS.escape(missing)}`)
  return null
}

function autocompleteOf(name: string, secret: boolean) {
  if (/^(user(name)?|e?-?mail|login)$/i.test(name)) return 'username'
  return secret && /^password$/i.test(name) ? 'current-password' : 'off'
}
