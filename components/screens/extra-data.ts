import { css, html, nothing } from 'lit'
import type { TravelRuleField } from '../flow/response-parts.ts'
import { countries } from '../texts/countries.ts'
import { findText } from '../texts/find-text.ts'
import { moneyButton } from './controls.ts'
import { alert, heading, page } from './layout.ts'
import { Screen } from './screen.ts'

/** The user's entry in a field, and its error. */
interface FieldEntry {
  value: string
  error: string | null
}

/** Legally required data about the recipient, with the fields that the exchange declares. */
export class ExtraDataScreen extends Screen<'extra-data'> {
  static override properties = { ...Screen.properties, missing: { state: true }, chosen: { state: true } }
  static override styles = [
    ...Screen.styles,
    css`
      .check { display: grid; grid-template-columns: auto 1fr; align-items: center; gap: 0 10px }
      .check input { width: 22px; height: 22px; margin: 0; accent-color: var(--accent) }
      .check label { margin: 0; padding-block: 12px; font-size: 0.9375rem }
      .check .error { grid-column: 1 / -1 }
    `,
  ]

  /** The name of the required field that is empty. */
  declare private missing: string | null
  /** Values of the selects that other fields depend on. */
  declare private chosen: Record<string, string>

  constructor() {
    super()
    this.missing = null
    this.chosen = {}
  }

  protected override render() {
    const words = this.texts.extra
    const { problem, pending, quote } = this.state
    const refused = problem?.errorData?.field
    return page(
      [
        heading(words.title, words.lead(quote.preview.fromName)),
        problem && !refused ? alert('danger', words.invalid) : nothing,
        this.shownFields.map((field) => {
          const isRefused = refused === field.name && !this.missing
          const error = this.missing === field.name ? words.missing : isRefused ? words.invalid : null
          return this.entry(field, { value: this.valueFor(field.name), error })
        }),
      ],
      moneyButton(this, {
        label: this.texts.common.continue,
        busyLabel: this.texts.common.checking,
        isBusy: pending !== null,
      }),
      () => this.submit(),
    )
  }

  private valueFor(name: string): string {
    const { extra } = this.state.context
    const declared = extra?.previewId === this.state.quote.preview.previewId ? extra.values : null
    return this.chosen[name] ?? declared?.[name] ?? ''
  }

  /** Fields may depend on the value of another field. */
  private get shownFields(): TravelRuleField[] {
    return this.state.fields.filter(({ requiredIf: condition }) => {
      return !condition || this.valueFor(condition.field) === condition.value
    })
  }

  private entry(field: TravelRuleField, { value, error }: FieldEntry) {
    const { name, kind, label } = field
    const title = html`<label for=${name}>${findText(this.texts.extra.labels, name) ?? label}</label>`
    const control = this.control(field, { value, error })
    const problem = html`<p class="error" id="error-${name}" role="alert">${error ?? nothing}</p>`
    return kind === 'checkbox'
      ? html`<div class="entry check">${control}${title}${problem}</div>`
      : html`<div class="entry">${title}<div class="field">${control}</div>${problem}</div>`
  }

  private control({ name, kind, maxLength, options }: TravelRuleField, { value, error }: FieldEntry) {
    const words = this.texts.extra
    const choose = ({ target }: Event) => {
      this.chosen = { ...this.chosen, [name]: (target as HTMLSelectElement).value }
    }
    if (kind === 'select' || kind === 'country')
      return html`<select id=${name} name=${name} aria-invalid=${error !== null} aria-describedby="error-${name}" @change=${choose}>
        <option value="">${words.choose}</option>${(kind === 'country' ? countries(this.locale) : options).map(
          (option) => html`<option value=${option.value} ?selected=${option.value === value}>
            ${findText(words.options, option.value) ?? option.label}</option>`,
        )}</select>`
    return html`<input id=${name} name=${name} type=${kind} maxlength=${maxLength ?? nothing} .defaultValue=${value}
      ?checked=${value === 'true'} autocomplete="off" aria-invalid=${error !== null} aria-describedby="error-${name}" />`
  }

  private submit() {
    if (this.state.pending !== null) return
    const extra = Object.fromEntries(
      this.inputs.map((input) => [input.name, input.type === 'checkbox' ? String(input.checked) : input.value.trim()]),
    )
    const isMissing = ({ name, required, requiredIf }: TravelRuleField) =>
      (required || requiredIf) && /^(false)?$/.test(extra[name] ?? '')
    this.missing = this.shownFields.find(isMissing)?.name ?? null
    if (this.missing === null) this.send({ type: 'extraEntered', extra })
    else this.focusOn(`#${CSS.escape(this.missing)}`)
  }
}

customElements.define('extra-data-screen', ExtraDataScreen)
