import { css, html, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import type { AuditRow, AuditVerification } from '../../../server/contract/console/audit.ts'
import { ConsoleApiError } from '../api/console-api-error.ts'
import { PagedRows } from '../api/paged-rows.ts'
import { pathWithFilters } from '../api/path-with-filters.ts'
import { ConsoleScreen } from '../console-screen.ts'
import { consoleStyles } from '../elements/console-styles.ts'
import { type Column, pagedTable } from '../elements/data-table.ts'
import '../elements/filter-form.ts'
import type { Field } from '../elements/form-field.ts'
import { emptyState, noticeStyles } from '../elements/notices.ts'
import '../elements/page-heading.ts'
import '../elements/relative-time.ts'
import '../elements/short-id.ts'
import { tableStyles } from '../elements/table-styles.ts'
import { auditChange, auditChangeStyles } from './audit-change.ts'
import { auditVerification } from './audit-verification.ts'

const fields: readonly Field[] = [
  { name: 'action', label: 'Action', type: 'text', placeholder: 'client or client.revoke' },
  { name: 'target', label: 'Target', type: 'text', placeholder: 'id' },
  { name: 'actor', label: 'Operator', type: 'text' },
  { name: 'since', label: 'Since (UTC)', type: 'utcTime' },
]

export class AuditLogScreen extends ConsoleScreen {
  static override styles = [
    base,
    consoleStyles,
    noticeStyles,
    tableStyles,
    auditChangeStyles,
    css`.what { display: grid; gap: 2px }`,
  ]
  static override properties = { verification: { state: true } }

  declare private verification: AuditVerification | ConsoleApiError | 'loading'
  private readonly list = new PagedRows<AuditRow>(this, () => pathWithFilters('/api/audit', this.query, fields))

  constructor() {
    super()
    this.verification = 'loading'
  }

  override connectedCallback() {
    super.connectedCallback()
    void this.verify()
  }

  protected override render() {
    const { error } = this.list.poll
    const isFiltered = fields.some(({ name }) => this.query.has(name))
    const empty = isFiltered
      ? emptyState('No entry matches these filters')
      : emptyState(
          'No entries yet',
          'Every action in the console and every command that changes something is recorded here.',
        )
    return html`<page-heading heading="Audit log">
        <button type="button" class="button" @click=${this.verify}>Verify the chain</button>
      </page-heading>
      ${auditVerification(this.verification)}
      <filter-form .fields=${fields} .query=${this.query} .error=${error?.field === undefined ? null : error}></filter-form>
      ${
        error?.field === undefined
          ? pagedTable({ list: this.list, label: 'Audit log', columns, keyOf: ({ n }) => n, empty })
          : nothing
      }`
  }

  private async verify() {
    this.verification = 'loading'
    try {
      this.verification = await this.api.get<AuditVerification>('/api/audit/verify')
    } catch (error) {
      if (!(error instanceof ConsoleApiError)) throw error
      this.verification = error
    }
  }
}

const columns: readonly Column<AuditRow>[] = [
  { heading: 'Entry', cell: ({ n }) => n, isNumber: true },
  { heading: 'Time', cell: ({ at }) => html`<relative-time datetime=${at}></relative-time>` },
  {
    heading: 'Operator',
    cell: ({ actor, origin }) => html`<div>${actor}<br /><span class="muted">${origin}</span></div>`,
  },
  { heading: 'Action', cell: ({ action }) => html`<span class="nowrap">${action}</span>` },
  { heading: 'Target', cell: targetOf },
  { heading: 'Reason and change', cell: auditChange },
]

function targetOf({ action, target }: AuditRow) {
  const id = html`<short-id text=${target} what="the target"></short-id>`
  return action.startsWith('transfer.') ? html`${id} <a href=${`/transfers/${target}`}>Open</a>` : id
}

customElements.define('audit-log-screen', AuditLogScreen)

declare global {
  interface HTMLElementTagNameMap {
    'audit-log-screen': AuditLogScreen
  }
}
