import { html, nothing } from 'lit'
import type { ExtraData } from '../flow/flow-state.ts'
import type { SelectOption, TravelRuleField } from '../flow/link-responses.ts'
import { notation } from '../texts/notation.ts'
import { findText, texts } from '../texts/texts.ts'
import { alert, heading, page, type Screen } from './screen.ts'
import { moneyButton } from './templates.ts'

/** Legally required data about the recipient, with the fields that the exchange declares. */
export function extraData({ fields, problem, pending, context, quote }: ExtraData, screen: Screen) {
  const words = texts.extra
  const refused = problem?.errorData?.field
  const declared = context.extra?.previewId === quote.preview.previewId ? context.extra.values : null
  const valueFor = (name: string) => screen.local.chosen?.[name] ?? declared?.[name] ?? ''
  const shown = fields.filter(({ requiredIf }) => !requiredIf || valueFor(requiredIf.field) === requiredIf.value)
  const submit = () => {
    if (pending !== null) return
    const extra = Object.fromEntries(
      screen
        .inputs()
        .map((input) => [input.name, input.type === 'checkbox' ? String(input.checked) : input.value.trim()]),
    )
    const isMissing = ({ name, required, requiredIf }: TravelRuleField) =>
      (required || requiredIf) && /^(false)?$/.test(extra[name] ?? '')
    const missing = shown.find(isMissing)?.name ?? null
    screen.set({ missing })
    if (missing === null) screen.send({ type: 'extraEntered', extra })
    else screen.focusOn(`#${CSS.escape(missing)}`)
  }
  return page(
    [
      heading(words.title, words.lead(quote.preview.fromName)),
      problem && !refused ? alert('danger', words.invalid) : nothing,
      shown.map((field) => {
        const { missing } = screen.local
        const error = missing === field.name ? words.missing : refused === field.name && !missing ? words.invalid : null
        return entry(screen, field, { value: valueFor(field.name), error })
      }),
    ],
    moneyButton(screen, { label: texts.common.continue, busyLabel: texts.common.checking, isBusy: pending !== null }),
    submit,
  )
}

/** The user's entry in a field, and its error. */
interface FieldEntry {
  value: string
  error: string | null
}

function entry(screen: Screen, field: TravelRuleField, { value, error }: FieldEntry) {
  const { name, kind, label } = field
  const shown = findText(texts.extra.labels, name) ?? label
  const isCheckbox = kind === 'checkbox'
  const title = html`<label for=${name}>${shown}</label>`
  return html`<div class="entry ${isCheckbox ? 'check' : ''}">${isCheckbox ? nothing : title}
    ${isCheckbox ? control(screen, field, { value, error }) : html`<div class="field">${control(screen, field, { value, error })}</div>`}${isCheckbox ? title : nothing}
    <p class="error" id="error-${name}" role="alert">${error ?? nothing}</p></div>`
}

function control(screen: Screen, { name, kind, maxLength, options }: TravelRuleField, { value, error }: FieldEntry) {
  const choose = (event: Event) => {
    const { value: chosen } = event.target as HTMLSelectElement
    screen.set({ chosen: { ...screen.local.chosen, [name]: chosen } })
  }
  if (kind === 'select' || kind === 'country')
    return html`<select id=${name} name=${name} aria-invalid=${error !== null} aria-describedby="error-${name}" @change=${choose}>
      <option value="">${texts.extra.choose}</option>${(kind === 'country' ? countries() : options).map(
        (option) => html`<option value=${option.value} ?selected=${option.value === value}>
          ${findText(texts.extra.options, option.value) ?? option.label}</option>`,
      )}</select>`
  return html`<input id=${name} name=${name} type=${kind} maxlength=${maxLength ?? nothing} .defaultValue=${value}
    ?checked=${value === 'true'} autocomplete="off" aria-invalid=${error !== null} aria-describedby="error-${name}" />`
}

const made = new Map<string, SelectOption[]>()

function countries(): SelectOption[] {
  const { locale } = notation
  const found = made.get(locale) ?? listCountries(locale)
  made.set(locale, found)
  return found
}

/** Every country that the browser has a name for, in the user's language. */
function listCountries(locale: string): SelectOption[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((one) => letters.map((other) => one + other))
  return codes
    .filter((code) => !/^(E[UZ]|UN|QO|X[A-J]|ZZ)$/.test(code) && new Intl.Locale(`und-${code}`).region === code)
    .map((value) => ({ value, label: names.of(value) ?? '' }))
    .filter(({ label }) => label !== '')
    .sort((one, other) => one.label.localeCompare(other.label, locale))
}
