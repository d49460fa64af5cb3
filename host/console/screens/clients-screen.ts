import { css, html } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import type { ClientRow, NewSecret } from '../../../server/contract/console/clients.ts'
import { PagedRows } from '../api/paged-rows.ts'
import { pathWithFilters } from '../api/path-with-filters.ts'
import { consoleStyles } from '../elements/console-styles.ts'
import { type Column, pagedTable } from '../elements/data-table.ts'
import '../elements/filter-form.ts'
import type { Field } from '../elements/form-field.ts'
import { formatCount } from '../elements/format-amount.ts'
import { emptyState, noticeStyles } from '../elements/notices.ts'
import '../elements/page-heading.ts'
import { shellCommand } from '../elements/quote-shell.ts'
import '../elements/relative-time.ts'
import '../elements/secret-dialog.ts'
import '../elements/short-id.ts'
import { badgeStyles, stateBadge } from '../elements/state-badge.ts'
import { tableStyles } from '../elements/table-styles.ts'
import { ActionScreen } from './action-screen.ts'

const fields: readonly Field[] = [{ name: 'search', label: 'Name or id', type: 'text' }]

const newClientFields: readonly Field[] = [
  { name: 'name', label: 'Name', type: 'text', hint: 'Users see this name.', isRequired: true },
  {
    name: 'callbackUrls',
    label: 'Callback URLs',
    type: 'textarea',
    hint: 'Pages of the app that links may return to, one on each line. A client without one cannot create links.',
  },
]

export class ClientsScreen extends ActionScreen {
  static override styles = [
    base,
    consoleStyles,
    noticeStyles,
    tableStyles,
    badgeStyles,
    css`.name { display: grid; gap: 2px; justify-items: start }`,
  ]

  private readonly list = new PagedRows<ClientRow>(this, () => pathWithFilters('/api/clients', this.query, fields))

  protected override render() {
    const empty = this.query.has('search')
      ? emptyState('No client matches', 'Search by a part of the name, or by the beginning of the id.')
      : emptyState('No clients yet', 'A client is an app that may use this server.')
    return html`<page-heading heading="Clients">${this.mayAct('admin') ? this.createButton() : ''}</page-heading>
      <filter-form .fields=${fields} .query=${this.query}></filter-form>
      ${pagedTable({ list: this.list, label: 'Clients', columns, keyOf: ({ id }) => id, empty })}
      ${this.renderAction()}<secret-dialog></secret-dialog>`
  }

  protected override refresh() {
    this.list.showNewest()
  }

  private createButton() {
    return html`<button type="button" class="button primary" @click=${this.create}>Create client</button>`
  }

  private create() {
    void this.start({
      heading: 'Create a client',
      description: 'Registers an app that may use this server. Its secret is shown once.',
      submitLabel: 'Create client',
      fields: newClientFields,
      command: ({ name = '', callbackUrls = '' }) =>
        shellCommand(
          'transfer-link',
          'client',
          'create',
          name,
          ...linesOf(callbackUrls).flatMap((url) => ['--callback', url]),
        ),
      act: ({ name, callbackUrls = '', reason }) =>
        this.api.post<NewSecret>('/api/clients', { name, callbackUrls: linesOf(callbackUrls), reason }),
      done: (created) => void this.renderRoot.querySelector('secret-dialog')?.open(created as NewSecret),
    })
  }
}

function linesOf(text: string): string[] {
  return text.split(/\s+/).filter((line) => line !== '')
}

const columns: readonly Column<ClientRow>[] = [
  {
    heading: 'Client',
    cell: ({ id, name }) => html`<div class="name"><a href="/clients/${id}">${name}</a>
      <short-id text=${id} what="the client id"></short-id></div>`,
  },
  { heading: 'State', cell: ({ isPaused, validSecrets }) => stateOf(isPaused, validSecrets) },
  { heading: 'Created', cell: ({ createdAt }) => html`<relative-time datetime=${createdAt}></relative-time>` },
  {
    heading: 'Transfers, 30 days',
    isNumber: true,
    cell: ({ id, transfers }) => html`<a href="/transfers?client=${id}">${formatCount(transfers)}</a>`,
  },
  {
    heading: 'Webhooks',
    isNumber: true,
    cell: ({ id, webhooks }) => html`<a href="/webhooks?client=${id}">${formatCount(webhooks)}</a>`,
  },
  { heading: 'Valid secrets', isNumber: true, cell: ({ validSecrets }) => formatCount(validSecrets) },
]

function stateOf(isPaused: boolean, validSecrets: number) {
  if (isPaused) return stateBadge('Paused', 'warn')
  return validSecrets === 0 ? stateBadge('No valid secret', 'danger') : stateBadge('Active', 'ok')
}

customElements.define('clients-screen', ClientsScreen)

declare global {
  interface HTMLElementTagNameMap {
    'clients-screen': ClientsScreen
  }
}
