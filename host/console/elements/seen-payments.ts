import { css, html, LitElement, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import type { SeenPayments as Response, SeenPayment } from '../../../server/contract/console/seen-payments.ts'
import type { ConsoleApi } from '../api/console-api.ts'
import { ConsoleApiError } from '../api/console-api-error.ts'
import { consoleStyles } from './console-styles.ts'
import { type Column, dataTable } from './data-table.ts'
import { formatAsset } from './format-amount.ts'
import { errorNotice, noticeStyles, skeleton } from './notices.ts'
import './short-id.ts'
import { tableStyles } from './table-styles.ts'

const columns: readonly Column<SeenPayment>[] = [
  { heading: 'Amount', isNumber: true, cell: ({ amount, symbol }) => formatAsset(amount, symbol) },
  {
    heading: 'From',
    cell: ({ from }) => (from === null ? null : html`<short-id text=${from} what="the address"></short-id>`),
  },
  { heading: 'Transaction', cell: transaction },
]

function transaction({ hash, explorerUrl }: SeenPayment) {
  const link = html` <a href=${explorerUrl} target="_blank" rel="noreferrer">Explorer</a>`
  return html`<short-id text=${hash} what="the transaction"></short-id>${explorerUrl === null ? nothing : link}`
}

/** The payments at the address of a wallet's transfer that no transfer has. Each search calls the node, so it does not refresh itself. */
export class SeenPayments extends LitElement {
  static override styles = [
    base,
    consoleStyles,
    noticeStyles,
    tableStyles,
    css`
      p { max-width: 80ch; margin: 0 0 8px }
      .actions { margin-bottom: 12px }
    `,
  ]
  static override properties = {
    transferId: { attribute: 'transfer-id' },
    api: { attribute: false },
    found: { state: true },
    error: { state: true },
    isBusy: { state: true },
  }

  declare transferId: string
  declare api: ConsoleApi
  /** Null before the first search. */
  declare private found: Response | null
  declare private error: ConsoleApiError | null
  declare private isBusy: boolean

  constructor() {
    super()
    this.transferId = ''
    this.found = null
    this.error = null
    this.isBusy = false
  }

  protected override firstUpdated() {
    void this.search()
  }

  protected override render() {
    const { found, error, isBusy } = this
    const notice = error === null ? nothing : errorNotice(error, () => this.search())
    if (found === null) return error === null ? skeleton(2) : notice
    const { payments, text, next } = found
    const label = next === null ? 'Search again' : 'Search later blocks'
    const keyOf = ({ hash, from, amount }: SeenPayment) => `${hash} ${from} ${amount}`
    return html`<p class="muted" role="status">${text}</p>${notice}
      ${payments.length === 0 ? nothing : dataTable({ label: 'Payments at the address', rows: payments, columns, keyOf })}
      <div class="actions"><button type="button" class="button" aria-disabled=${isBusy}
        @click=${() => this.search(next)}>${isBusy ? 'Searching…' : label}</button></div>`
  }

  private async search(after: number | null = null) {
    if (this.isBusy) return
    this.isBusy = true
    this.error = null
    try {
      const query = after === null ? '' : `?after=${after}`
      this.found = await this.api.get<Response>(`/api/transfers/${this.transferId}/seen-payments${query}`)
    } catch (error) {
      if (!(error instanceof ConsoleApiError)) throw error
      this.error = error
    } finally {
      this.isBusy = false
    }
  }
}

customElements.define('seen-payments', SeenPayments)

declare global {
  interface HTMLElementTagNameMap {
    'seen-payments': SeenPayments
  }
}
