import { css, html, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import type { TransferChoices, TransferList, TransferRow } from '../../../server/contract/console/transfers.ts'
import { ConsoleApiError } from '../api/console-api-error.ts'
import { PagedRows } from '../api/paged-rows.ts'
import { pathWithFilters } from '../api/path-with-filters.ts'
import { ConsoleScreen } from '../console-screen.ts'
import { consoleStyles } from '../elements/console-styles.ts'
import '../elements/copy-button.ts'
import { pagedTable } from '../elements/data-table.ts'
import '../elements/filter-form.ts'
import type { Field } from '../elements/form-field.ts'
import { emptyState, noticeStyles } from '../elements/notices.ts'
import '../elements/page-heading.ts'
import { badgeStyles } from '../elements/state-badge.ts'
import { tableStyles } from '../elements/table-styles.ts'
import { eraseCommand, transferColumns } from '../elements/transfer-cells.ts'
import { goTo } from '../router.ts'

const statuses = [
  { value: 'Pending', text: 'Pending' },
  { value: 'Succeeded', text: 'Succeeded' },
  { value: 'Failed', text: 'Failed' },
  { value: 'Hidden', text: 'Not shown by the API' },
]

export class TransfersScreen extends ConsoleScreen {
  static override styles = [
    base,
    consoleStyles,
    noticeStyles,
    tableStyles,
    badgeStyles,
    css`
      .states { display: inline-flex; flex-wrap: wrap; gap: 4px }
      .user { min-width: 6.5rem }
      .erase { margin: 0 0 12px; display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline }
      code { font: 0.8125rem/1.5 var(--mono); overflow-wrap: anywhere }
    `,
  ]
  static override properties = { choices: { state: true } }

  declare private choices: TransferChoices | null
  private readonly list = new PagedRows<TransferRow>(this, () =>
    pathWithFilters('/api/transfers', this.query, this.fields),
  )

  constructor() {
    super()
    this.choices = null
  }

  override connectedCallback() {
    super.connectedCallback()
    void this.loadChoices()
  }

  protected override render() {
    const { error } = this.list.poll
    const { fields } = this
    const ofField = error?.field === undefined ? null : error
    return html`<page-heading heading="Transfers"></page-heading>
      <filter-form .fields=${fields} .query=${this.query} .error=${ofField}></filter-form>
      ${this.erasure()}
      ${
        ofField === null
          ? pagedTable({
              list: this.list,
              label: 'Transfers',
              columns: transferColumns,
              keyOf: ({ id }) => id,
              empty: this.empty(),
            })
          : nothing
      }`
  }

  protected override updated() {
    const { data, isOutdated } = this.list.poll
    const { opens = null } = (data ?? {}) as Partial<TransferList>
    // Back must not lead to the search, which would open the page again.
    if (opens !== null && !isOutdated) goTo(opens, { isReplacement: true })
  }

  private get fields(): readonly Field[] {
    const { clients = [], exchanges = [], states = [] } = this.choices ?? {}
    const select = (name: string, label: string, options: readonly { value: string; text: string }[]): Field => {
      // A value of the address that is not offered is kept.
      const given = this.query.get(name)
      const isOffered = given === null || given === '' || options.some(({ value }) => value === given)
      const offered = isOffered ? options : [...options, { value: given, text: given }]
      return { name, label, type: 'select', options: [{ value: '', text: 'All' }, ...offered] }
    }
    return [
      { name: 'search', label: 'Search', type: 'text', placeholder: 'id, hash, address or user' },
      select('status', 'Status', statuses),
      select(
        'state',
        'State',
        states.map(({ name, label }) => ({ value: name, text: label })),
      ),
      select(
        'exchange',
        'Exchange or wallet',
        exchanges.map(({ type, name }) => ({ value: type, text: name })),
      ),
      select(
        'client',
        'Client',
        clients.map(({ id, name }) => ({ value: id, text: name })),
      ),
      { name: 'amount', label: 'Amount', type: 'text', placeholder: '25.9' },
      { name: 'since', label: 'Created since (UTC)', type: 'utcTime' },
      { name: 'until', label: 'Created before (UTC)', type: 'utcTime' },
    ]
  }

  private empty() {
    if (this.query.get('search')) {
      return emptyState(
        'Nothing has this id, hash, address or user',
        html`Search for the whole text, not for a part of it. Amounts have their own filter. Transfers of an erased user are found by
          their ids and transaction hashes only.`,
      )
    }
    if (this.fields.some(({ name }) => this.query.has(name))) return emptyState('No transfer matches these filters')
    return emptyState('No transfers yet', 'Each transfer appears here when its user confirms it.')
  }

  private erasure() {
    const user = this.query.get('search')?.trim() ?? ''
    const of = this.list.rows?.find((row) => row.user !== null && row.user === user)
    if (of === undefined) return nothing
    const command = eraseCommand(of.client.id, user)
    return html`<p class="erase muted"><span>These are transfers of one user. A command erases the user, which cannot be undone. The page of a
        transfer states whether that was requested already:</span>
      <span><code>${command}</code> <copy-button text=${command} what="the command"></copy-button></span></p>`
  }

  private async loadChoices() {
    try {
      this.choices = await this.api.get<TransferChoices>('/api/transfers/choices')
    } catch (error) {
      // The list shows why the server does not answer.
      if (!(error instanceof ConsoleApiError)) throw error
    }
  }
}

customElements.define('transfers-screen', TransfersScreen)

declare global {
  interface HTMLElementTagNameMap {
    'transfers-screen': TransfersScreen
  }
}
