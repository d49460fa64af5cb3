import { css, html, LitElement, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import { goTo } from '../router.ts'
import { consoleStyles, fieldStyles } from './console-styles.ts'
import { type Field, formField, valuesIn } from './form-field.ts'

/** The filters of a list. They are parameters of the page's address, so the filtered list can be shared. */
export class FilterForm extends LitElement {
  static override styles = [
    base,
    consoleStyles,
    fieldStyles,
    css`
      :host { margin-bottom: 16px }
      form { display: flex; flex-wrap: wrap; gap: 10px 12px; align-items: end }
      .field { flex: 1 1 10rem; max-width: 18rem }
      .field:has(.error) { align-self: start }
      @media (width < 48rem) { .field { max-width: none; flex-basis: 45% } }
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

  constructor() {
    super()
    this.fields = []
    this.query = new URLSearchParams()
    this.error = null
  }

  protected override render() {
    const isFiltered = this.fields.some(({ name }) => this.query.has(name))
    const clear = html`<a class="button plain" href=${location.pathname}>Clear filters</a>`
    return html`<form aria-label="Filters" @submit=${this.apply} @change=${this.apply}>
      ${this.fields.map((field) => formField(field, this.stateOf(field)))}
      <div class="actions"><button class="button">Filter</button>${isFiltered ? clear : nothing}</div>
    </form>`
  }

  private stateOf({ name }: Field) {
    const error = this.error?.field === name ? this.error.message : undefined
    return { value: this.query.get(name) ?? '', error }
  }

  private apply(event: Event) {
    event.preventDefault()
    const values = valuesIn(event.currentTarget as HTMLFormElement, this.fields)
    const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
    const search = query.size === 0 ? '' : `?${query}`
    if (search !== location.search) goTo(`${location.pathname}${search}`)
  }
}

/** The request for a list with the filters of the page's address, which have the same names. */
export function pathWithFilters(path: string, query: URLSearchParams, fields: readonly Field[]): string {
  const used = fields.flatMap(({ name }) => (query.get(name) ? [[name, query.get(name) ?? '']] : []))
  return used.length === 0 ? path : `${path}?${new URLSearchParams(used)}`
}

customElements.define('filter-form', FilterForm)

declare global {
  interface HTMLElementTagNameMap {
    'filter-form': FilterForm
  }
}
