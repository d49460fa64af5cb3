import { html, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import type { WebhookRow } from '../../../server/contract/console/webhooks.ts'
import { PagedRows } from '../api/paged-rows.ts'
import { pathWithFilters } from '../api/path-with-filters.ts'
import { ConsoleScreen } from '../console-screen.ts'
import { consoleStyles } from '../elements/console-styles.ts'
import { type Column, pagedTable } from '../elements/data-table.ts'
import '../elements/filter-form.ts'
import type { Field } from '../elements/form-field.ts'
import { formatCount } from '../elements/format-amount.ts'
import { emptyState, noticeStyles } from '../elements/notices.ts'
import '../elements/page-heading.ts'
import '../elements/relative-time.ts'
import { badgeStyles } from '../elements/state-badge.ts'
import { tableStyles } from '../elements/table-styles.ts'
import { endpointBadge, outcomeOf } from '../elements/webhook-states.ts'

const fields: readonly Field[] = [
  { name: 'client', label: 'Client', type: 'text', placeholder: 'id' },
  {
    name: 'state',
    label: 'State',
    type: 'select',
    options: [
      { value: '', text: 'All' },
      { value: 'on', text: 'On' },
      { value: 'failing', text: 'Failing' },
      { value: 'paused', text: 'Paused' },
      { value: 'off', text: 'Off' },
    ],
  },
]

export class WebhooksScreen extends ConsoleScreen {
  static override styles = [base, consoleStyles, noticeStyles, tableStyles, badgeStyles]

  private readonly list = new PagedRows<WebhookRow>(this, () => pathWithFilters('/api/webhooks', this.query, fields))

  protected override render() {
    const isFiltered = fields.some(({ name }) => this.query.has(name))
    const empty = isFiltered
      ? emptyState('No endpoint matches these filters')
      : emptyState('No webhook endpoints yet', 'Clients create them by the API, or an operator with a command.')
    return html`<page-heading heading="Webhooks"></page-heading>
      <filter-form .fields=${fields} .query=${this.query}></filter-form>
      ${pagedTable({ list: this.list, label: 'Webhook endpoints', columns, keyOf: ({ id }) => id, empty })}`
  }
}

const columns: readonly Column<WebhookRow>[] = [
  {
    heading: 'Endpoint',
    cell: ({ id, url, description }) =>
      html`<div class="two"><a href="/webhooks/${id}">${url}</a>${
        description === '' ? nothing : html`<span class="muted">${description}</span>`
      }</div>`,
  },
  { heading: 'Client', cell: ({ client }) => html`<a href="/clients/${client.id}">${client.name}</a>` },
  { heading: 'State', cell: endpointBadge },
  {
    heading: 'Backlog',
    cell: ({ waiting, oldestWaitingAt }) =>
      waiting === 0
        ? html`<span class="muted">none</span>`
        : html`<div class="two">${formatCount(waiting)} waiting${
            oldestWaitingAt === null
              ? nothing
              : html`<span class="muted">oldest <relative-time datetime=${oldestWaitingAt}></relative-time></span>`
          }</div>`,
  },
  {
    heading: 'Last error',
    cell: ({ lastFailure }) =>
      lastFailure === null
        ? nothing
        : html`<div class="two">${outcomeOf(lastFailure)}<span class="muted"><relative-time
            datetime=${lastFailure.at}></relative-time></span></div>`,
  },
  {
    heading: 'Last success',
    cell: ({ lastSuccessAt }) =>
      lastSuccessAt === null
        ? html`<span class="muted">never</span>`
        : html`<relative-time datetime=${lastSuccessAt}></relative-time>`,
  },
]

customElements.define('webhooks-screen', WebhooksScreen)

declare global {
  interface HTMLElementTagNameMap {
    'webhooks-screen': WebhooksScreen
  }
}
