import { css, html, LitElement, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import { goTo } from '../router.ts'
import { consoleStyles, fieldStyles } from './console-styles.ts'
import { enteredIn, type Field, formField, valuesIn } from './form-field.ts'

/** The filters of a list. They are parameters of the page's address, so the filtered list can be shared. */
export class FilterForm extends LitElement {
  static override styles = [
    base,
    consoleStyles,
    fieldStyles,
    css`
      :host { margin-bottom: 16px }
      form { display: flex; flex-wrap: wrap; gap: 10px 12px; align-items: start }
      .field { flex: 1 1 10rem; max-width: 18rem }
      .field:has([type='datetime-local']) { flex-basis: 13rem }
      .actions { padding-top: 1.4375rem }
      @media (width < 48rem) {
        .field { max-width: none; flex-basis: 45% }
        .field:has([type='datetime-local']) { flex-basis: 100% }
        .actions { padding-top: 0 }
      }
    `,
  ]
  static override properties = {
    fields: { attribute: false },
    query: { attribute: false },
    error: { attribute: false },
  }

  declare fields: readonly Field[]
  declare query: URLSearchParams
  /** The request with these filters was refused. */
  declare error: { field?: string | undefined; message: string } | null
  /** What is entered, also before it is applied. */
  private values: Record<string, string> = {}

  constructor() {
    super()
    this.fields = []
    this.query = new URLSearchParams()
    this.error = null
  }

  protected override willUpdate(changed: Map<string, unknown>) {
    if (changed.has('query') || changed.has('fields'))
      this.values = Object.fromEntries(this.fields.map(({ name }) => [name, this.query.get(name) ?? '']))
  }

  protected override render() {
    const isFiltered = this.fields.some(({ name }) => this.query.has(name))
    const clear = html`<a class="button plain" href=${location.pathname}>Clear filters</a>`
    return html`<form aria-label="Filters" @input=${this.readValues} @submit=${this.apply} @change=${this.apply}>
      ${this.fields.map((field) => formField(field, this.stateOf(field)))}
      <div class="actions"><button class="button">Filter</button>${isFiltered ? clear : nothing}</div>
    </form>`
  }

  private stateOf({ name }: Field) {
    const error = this.error?.field === name ? this.error.message : undefined
    return { value: this.values[name] ?? '', error }
  }

  private readValues(event: Event) {
    this.values = enteredIn(event.currentTarget as HTMLFormElement, this.fields)
  }

  private apply(event: Event) {
    event.preventDefault()
    this.values = valuesIn(event.currentTarget as HTMLFormElement, this.fields)
    const query = new URLSearchParams(Object.entries(this.values).filter(([, value]) => value !== ''))
    const search = query.size === 0 ? '' : `?${query}`
    if (search !== location.search) goTo(`${location.pathname}${search}`)
  }
}

customElements.define('filter-form', FilterForm)

declare global {
  interface HTMLElementTagNameMap {
    'filter-form': FilterForm
  }
}
