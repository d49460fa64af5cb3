// How lists show a transfer.

import { html, nothing } from 'lit'
import type { TransferRow } from '../../../server/contract/console/transfers.ts'
import type { Column } from './data-table.ts'
import { formatAsset } from './format-amount.ts'
import { shellCommand } from './quote-shell.ts'
import './relative-time.ts'
import './short-id.ts'
import { stateBadge } from './state-badge.ts'

const erased = html`<span class="muted">erased</span>`

export const transferColumns: readonly Column<TransferRow>[] = [
  { heading: 'Created', cell: ({ createdAt }) => html`<relative-time datetime=${createdAt}></relative-time>` },
  {
    heading: 'Transfer',
    cell: ({ id }) => html`<short-id text=${id} what="the transfer" href="/transfers/${id}"></short-id>`,
  },
  {
    heading: 'State',
    cell: ({ state, attention }) =>
      html`<span class="states">${stateBadge(state.label, state.tone)}${
        attention === null ? nothing : stateBadge('Needs an operator', 'warn')
      }</span>`,
  },
  { heading: 'Amount', isNumber: true, cell: ({ amount, symbol }) => formatAsset(amount, symbol) },
  { heading: 'From', cell: ({ from }) => from },
  { heading: 'To', cell: recipientCell },
  {
    heading: 'User',
    cell: ({ user }) =>
      user === null
        ? erased
        : html`<div class="user"><short-id text=${user} what="the user" href=${searchOf(user)} copyless></short-id></div>`,
  },
  { heading: 'Client', cell: ({ client }) => html`<a href="/clients/${client.id}">${client.name}</a>` },
]

function recipientCell(row: TransferRow) {
  return html`<div>${recipientOf(row)}<br /><span class="muted">${row.network}</span></div>`
}

/** Links to all transfers to this address. */
export function recipientOf({ to, user }: TransferRow) {
  return to === 'erased' && user === null
    ? erased
    : html`<short-id text=${to} what="the address" href=${searchOf(to)} copyless></short-id>`
}

export function searchOf(text: string): string {
  return `/transfers?${new URLSearchParams({ search: text })}`
}

/** Erasing a user is a command, because it cannot be undone. */
export function eraseCommand(clientId: string, user: string): string {
  return shellCommand('transfer-link', 'erase', '--client', clientId, '--user', user)
}
