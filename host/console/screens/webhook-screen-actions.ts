// The actions of a webhook endpoint's page, each with its command. None of them moves money.

import type { DeliveryRow, Replayed, SentTestEvent, WebhookRow } from '../../../server/contract/console/webhooks.ts'
import type { ConsoleApi } from '../api/console-api.ts'
import { shellCommand } from '../elements/quote-shell.ts'
import type { ScreenAction } from './action-screen.ts'

export interface WebhookActionContext {
  api: ConsoleApi
  endpoint: WebhookRow
}

const pathOf = ({ id }: WebhookRow, action: string) => `/api/webhooks/${id}/${action}`
const sameIds = 'Events keep their ids, so a receiver that ignores ids it has seen stays correct.'

export function testWebhookAction({ api, endpoint }: WebhookActionContext): ScreenAction {
  const when = endpoint.state === 'on' ? 'It is sent at once.' : 'It is sent once the endpoint is on.'
  return {
    heading: 'Send a test',
    description: `Sends an event of the type test to this endpoint. ${when} It is no transfer, and the app must not credit anything for it.`,
    submitLabel: 'Send test',
    command: () => shellCommand('transfer-link', 'webhook', 'test', endpoint.id),
    act: ({ reason }) => api.post<SentTestEvent>(pathOf(endpoint, 'test'), { reason }),
  }
}

export function pauseWebhookAction({ api, endpoint }: WebhookActionContext): ScreenAction {
  return {
    heading: 'Pause the endpoint',
    description: 'Its events wait until it is resumed. Transfers go on, and the event list has their events.',
    submitLabel: 'Pause',
    isDangerous: true,
    command: () => shellCommand('transfer-link', 'webhook', 'pause', endpoint.id),
    act: ({ reason }) => api.post(pathOf(endpoint, 'pause'), { reason }),
  }
}

export function resumeWebhookAction({ api, endpoint }: WebhookActionContext): ScreenAction {
  const missed = endpoint.state === 'off' ? ' What it missed while it was off can be replayed.' : ''
  return {
    heading: 'Resume the endpoint',
    description: `Turns the endpoint on, and sends its waiting events.${missed}`,
    submitLabel: 'Resume',
    command: () => shellCommand('transfer-link', 'webhook', 'resume', endpoint.id),
    act: ({ reason }) => api.post(pathOf(endpoint, 'resume'), { reason }),
  }
}

export function replayDeliveryAction({ api, endpoint }: WebhookActionContext, { id, type }: DeliveryRow): ScreenAction {
  return {
    heading: `Replay ${type}`,
    description: `Sends this event again. ${sameIds}`,
    submitLabel: 'Replay',
    command: () => shellCommand('transfer-link', 'webhook', 'replay', endpoint.id, '--delivery', id),
    act: ({ reason }) => api.post<Replayed>(pathOf(endpoint, 'replay'), { deliveryId: id, reason }),
  }
}

export function replayFailedAction({ api, endpoint }: WebhookActionContext): ScreenAction {
  return {
    heading: 'Replay all failed deliveries',
    description: `Sends every failed delivery of this endpoint again. ${sameIds}`,
    submitLabel: 'Replay failed',
    command: () => shellCommand('transfer-link', 'webhook', 'replay', endpoint.id, '--failed'),
    act: ({ reason }) => api.post<Replayed>(pathOf(endpoint, 'replay'), { failed: true, reason }),
  }
}

export function replaySinceAction({ api, endpoint }: WebhookActionContext): ScreenAction {
  return {
    heading: 'Replay since a time',
    description: `Sends every event since then again, also those that the endpoint missed while it was off. ${sameIds}`,
    submitLabel: 'Replay',
    fields: [{ name: 'since', label: 'Since (UTC)', type: 'utcTime', isRequired: true }],
    // Without fractions of a second, as the field has it.
    values: { since: endpoint.failingSince?.replace(/\.\d+Z$/, 'Z') ?? '' },
    command: ({ since = '' }) => shellCommand('transfer-link', 'webhook', 'replay', endpoint.id, '--since', since),
    act: ({ since, reason }) => api.post<Replayed>(pathOf(endpoint, 'replay'), { since, reason }),
  }
}
