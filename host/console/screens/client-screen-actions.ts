// The actions of a client's page, each with its command.

import { html } from 'lit'
import type {
  AllowedPlace,
  ClientDetail,
  ClientLimit,
  ClientSecret,
  NewSecret,
} from '../../../server/contract/console/clients.ts'
import type { ConsoleApi } from '../api/console-api.ts'
import { shellCommand } from '../elements/quote-shell.ts'
import type { ScreenAction } from './action-screen.ts'

export interface ClientActionContext {
  api: ConsoleApi
  client: ClientDetail
}

const pathOf = ({ id }: ClientDetail, rest: string) => `/api/clients/${id}/${rest}`

export function addSecretAction({ api, client }: ClientActionContext): ScreenAction {
  return {
    heading: 'Add a secret',
    description: `The new secret is shown once. The app can use both until the old one is revoked, so it changes over without downtime. A client has at most ${client.maximumSecrets} valid secrets.`,
    submitLabel: 'Add secret',
    fields: [
      {
        name: 'revokesOthers',
        label: 'Revoke all other secrets at once',
        type: 'checkbox',
        hint: 'After a leak. Requests of the app are refused until it has the new secret.',
      },
    ],
    command: ({ revokesOthers }) =>
      shellCommand('transfer-link', 'client', 'rotate', client.id, ...(revokesOthers ? ['--revoke-others'] : [])),
    act: ({ revokesOthers, reason }) =>
      api.post<NewSecret>(pathOf(client, 'secrets'), { revokesOthers: revokesOthers === 'on', reason }),
  }
}

export function revokeSecretAction({ api, client }: ClientActionContext, secret: ClientSecret): ScreenAction {
  const valid = client.secrets.filter(({ revokedAt }) => revokedAt === null).length
  const last =
    valid === 1
      ? 'It is the last valid secret: every request of the app is refused until another one is added.'
      : 'The app must use another one by then.'
  return {
    heading: `Revoke secret ${secret.prefix === null ? secret.id.slice(0, 8) : `${secret.prefix}…`}`,
    description: `The next request with this secret is refused. ${last} This cannot be undone.`,
    submitLabel: 'Revoke secret',
    isDangerous: true,
    command: () => shellCommand('transfer-link', 'client', 'revoke', client.id, secret.id),
    act: ({ reason }) => api.delete(pathOf(client, `secrets/${secret.id}`), { reason }),
  }
}

export function addCallbackAction({ api, client }: ClientActionContext): ScreenAction {
  return {
    heading: 'Add a callback URL',
    description: 'Links may return to this page of the app. Requests must name it in exactly this spelling.',
    submitLabel: 'Add URL',
    fields: [{ name: 'url', label: 'URL', type: 'url', isRequired: true }],
    command: ({ url = '' }) => shellCommand('transfer-link', 'callback', 'add', client.id, url),
    act: ({ url, reason }) => api.post(pathOf(client, 'callback-urls'), { url, reason }),
  }
}

export function removeCallbackAction({ api, client }: ClientActionContext, url: string): ScreenAction {
  return {
    heading: 'Remove a callback URL',
    description: 'New links cannot return to this page. Links that exist still can.',
    submitLabel: 'Remove URL',
    isDangerous: true,
    content: html`<p><b>${url}</b></p>`,
    command: () => shellCommand('transfer-link', 'callback', 'remove', client.id, url),
    act: ({ reason }) => api.delete(pathOf(client, 'callback-urls'), { url, reason }),
  }
}

export function setLimitAction({ api, client }: ClientActionContext, limit: ClientLimit): ScreenAction {
  return {
    heading: `Set the limit ${limit.name}`,
    description:
      'Replaces the limit of all clients for this client. A transfer over the limit is refused before anything is sent.',
    submitLabel: 'Set limit',
    fields: [{ name: 'value', label: 'Value', type: 'text', hint: valueHints[limit.name], isRequired: true }],
    values: { value: limit.own ?? '' },
    command: ({ value = '' }) =>
      shellCommand('transfer-link', 'limit', 'set', limit.name, value, '--client', client.id),
    act: ({ value, reason }) => api.post(pathOf(client, 'limits'), { name: limit.name, value, reason }),
  }
}

const off = 'or off for no limit'

const valueHints: Record<ClientLimit['name'], string> = {
  'transfers-per-client': `A number of transfers in a UTC day, ${off}.`,
  'usd-per-client': `US dollars in a UTC day, ${off}.`,
  'transfers-per-user': `A number of transfers in a UTC day, ${off}.`,
  'usd-per-user': `US dollars in a UTC day, ${off}.`,
  'cool-down': `A time of up to 30d, such as 90m, 24h or 7d, ${off}.`,
  'allow-list': 'on or off.',
}

export function removeLimitAction({ api, client }: ClientActionContext, limit: ClientLimit): ScreenAction {
  const next = limit.ofAll === null ? 'Then there is no limit.' : 'Then the limit of all clients applies.'
  return {
    heading: `Remove the limit ${limit.name}`,
    description: `Ends the limit of this client. ${next}`,
    submitLabel: 'Remove limit',
    isDangerous: true,
    command: () => shellCommand('transfer-link', 'limit', 'remove', limit.name, '--client', client.id),
    act: ({ reason }) => api.delete(pathOf(client, 'limits'), { name: limit.name, reason }),
  }
}

export function allowPlaceAction({ api, client }: ClientActionContext): ScreenAction {
  return {
    heading: 'Allow a destination',
    description: client.allowList.isUsed
      ? 'This client can then send to this destination.'
      : 'The allow-list is not in use for this client: every destination is allowed until the limit allow-list is on.',
    submitLabel: 'Allow destination',
    fields: [
      {
        name: 'place',
        label: 'Destination',
        type: 'text',
        placeholder: 'base:0x… or xrp:r…:123',
        hint: 'The network, the address and its tag if it has one. It covers every asset on the network.',
        isRequired: true,
      },
    ],
    command: ({ place = '' }) => shellCommand('transfer-link', 'destination', 'allow', place, '--client', client.id),
    act: ({ place, reason }) => api.post(pathOf(client, 'destinations'), { place, reason }),
  }
}

export function disallowPlaceAction({ api, client }: ClientActionContext, { place }: AllowedPlace): ScreenAction {
  return {
    heading: 'Remove a destination',
    description: 'While the allow-list is in use, this client can no longer send to it.',
    submitLabel: 'Remove destination',
    isDangerous: true,
    content: html`<p class="mono">${place}</p>`,
    command: () => shellCommand('transfer-link', 'destination', 'remove', place, '--client', client.id),
    act: ({ reason }) => api.delete(pathOf(client, 'destinations'), { place, reason }),
  }
}
