// The tables of a client's page. Without a function for an action, its button is left out.

import { html, nothing } from 'lit'
import type { AllowedPlace, ClientDetail, ClientLimit, ClientSecret } from '../../../server/contract/console/clients.ts'
import { type Column, dataTable } from '../elements/data-table.ts'
import { emptyState } from '../elements/notices.ts'
import '../elements/relative-time.ts'
import '../elements/short-id.ts'
import { stateBadge } from '../elements/state-badge.ts'
import { actionColumn } from '../elements/table-actions.ts'

type Act<Item> = ((item: Item) => void) | undefined

export function secretTable(secrets: readonly ClientSecret[], revoke: Act<ClientSecret>) {
  if (secrets.length === 0) return emptyState('No secret', 'Every request of this client is refused.')
  const columns: Column<ClientSecret>[] = [
    {
      heading: 'Secret',
      cell: ({ id, prefix }) =>
        html`<div><span class="mono">${prefix === null ? nothing : `${prefix}…`}</span> <span class="muted">id ${id.slice(0, 8)}</span></div>`,
    },
    {
      heading: 'State',
      cell: ({ revokedAt }) => (revokedAt === null ? stateBadge('Valid', 'ok') : stateBadge('Revoked', 'neutral')),
    },
    { heading: 'Created', cell: ({ createdAt }) => time(createdAt) },
    {
      // It is written once an hour at most.
      heading: 'Last used (to the hour)',
      cell: ({ prefix, lastUsedAt }) => (lastUsedAt === null ? unused(prefix) : time(lastUsedAt)),
    },
    actionColumn<ClientSecret>(
      [{ label: 'Revoke', act: revoke, isOffered: ({ revokedAt }) => revokedAt === null }],
      ({ id, prefix }) => prefix ?? id.slice(0, 8),
    ),
  ]
  const newestFirst = [...secrets].reverse()
  return dataTable({ label: 'Secrets', rows: newestFirst, columns, keyOf: ({ id }) => id })
}

/** Before uses were recorded, nor was the prefix. */
function unused(prefix: string | null) {
  return html`<span class="muted">${prefix === null ? 'not recorded' : 'never'}</span>`
}

export function callbackTable(urls: readonly string[], remove: Act<string>) {
  if (urls.length === 0) return emptyState('No callback URL', 'Without one, this client cannot create links.')
  const columns: Column<string>[] = [
    { heading: 'URL', cell: (url) => url },
    actionColumn<string>([{ label: 'Remove', act: remove }], (url) => url),
  ]
  return dataTable({ label: 'Callback URLs', rows: urls, columns, keyOf: (url) => url })
}

const meanings: Record<ClientLimit['name'], string> = {
  'transfers-per-client': 'Transfers of the client in a UTC day',
  'usd-per-client': 'Value of its transfers in a UTC day',
  'transfers-per-user': 'Transfers of each user in a UTC day',
  'usd-per-user': 'Value of the transfers of each user in a UTC day',
  'cool-down': 'Wait before a new destination can be used outside of a link',
  'allow-list': 'Only destinations of the allow-list',
}

export function limitTable(
  { limits, dayEndsAt }: ClientDetail,
  { set, remove }: { set: Act<ClientLimit>; remove: Act<ClientLimit> },
) {
  const columns: Column<ClientLimit>[] = [
    {
      heading: 'Limit',
      cell: ({ name }) => html`<div class="limit">${name}<span class="muted">${meanings[name]}</span></div>`,
    },
    {
      heading: 'In force',
      cell: ({ name, inForce }) =>
        inForce === null
          ? html`<span class="muted">${name === 'allow-list' ? 'off' : 'no limit'}</span>`
          : html`<span class="nowrap">${inForce}</span>`,
    },
    { heading: 'Set for', cell: setFor },
    {
      heading: 'Used today',
      cell: ({ usedToday }) =>
        usedToday === null
          ? nothing
          : html`<div>${usedToday} <span class="muted">until ${dayEndsAt.slice(11, 16)} UTC</span></div>`,
    },
    actionColumn<ClientLimit>(
      [
        { label: 'Set', act: set },
        { label: 'Remove', act: remove, isOffered: ({ own }) => own !== null },
      ],
      ({ name }) => name,
    ),
  ]
  return dataTable({ label: 'Limits', rows: limits, columns, keyOf: ({ name }) => name })
}

function setFor({ own, ofAll }: ClientLimit) {
  if (own === null && ofAll === null) return nothing
  return html`<span class="nowrap">${own === null ? 'all clients' : own === 'off' ? 'this client: off' : 'this client'}</span>`
}

export function placeTable({ isUsed, places }: ClientDetail['allowList'], remove: Act<AllowedPlace>) {
  const use = isUsed
    ? 'In use: transfers to other destinations are refused.'
    : 'Not in use: every destination is allowed. To use it, set the limit allow-list to on.'
  const columns: Column<AllowedPlace>[] = [
    { heading: 'Network', cell: ({ network }) => network },
    { heading: 'Address', cell: ({ address }) => html`<short-id text=${address} what="the address"></short-id>` },
    { heading: 'Tag', cell: ({ addressTag }) => addressTag },
    { heading: 'Allowed for', cell: ({ isOfAllClients }) => (isOfAllClients ? 'all clients' : 'this client') },
    { heading: 'Added', cell: ({ addedAt }) => time(addedAt) },
    actionColumn<AllowedPlace>(
      [{ label: 'Remove', act: remove, isOffered: ({ isOfAllClients }) => !isOfAllClients }],
      ({ place }) => place,
    ),
  ]
  return html`<p class="lead muted">${use}</p>${
    places.length === 0
      ? emptyState('The allow-list is empty', isUsed ? 'So every transfer of this client is refused.' : '')
      : dataTable({
          label: 'Allowed destinations',
          rows: places,
          columns,
          keyOf: ({ place, isOfAllClients }) => `${isOfAllClients} ${place}`,
        })
  }`
}

function time(at: string) {
  return html`<relative-time datetime=${at}></relative-time>`
}
