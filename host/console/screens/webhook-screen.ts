import { html, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import type { DeliveryRow, WebhookRow } from '../../../server/contract/console/webhooks.ts'
import { PagedRows } from '../api/paged-rows.ts'
import { pathWithFilters } from '../api/path-with-filters.ts'
import { Poll } from '../api/poll.ts'
import { consoleStyles } from '../elements/console-styles.ts'
import { type Column, pagedTable } from '../elements/data-table.ts'
import '../elements/filter-form.ts'
import type { Field } from '../elements/form-field.ts'
import { formatCount } from '../elements/format-amount.ts'
import { keyValueStyles, keyValues } from '../elements/key-values.ts'
import { emptyState, noticeStyles, polled } from '../elements/notices.ts'
import '../elements/page-heading.ts'
import '../elements/relative-time.ts'
import '../elements/short-id.ts'
import { badgeStyles } from '../elements/state-badge.ts'
import { tableStyles } from '../elements/table-styles.ts'
import '../elements/webhook-delivery.ts'
import { causeOf, deliveryBadge, endpointBadge, endpointMeaning, outcomeOf } from '../elements/webhook-states.ts'
import { ActionScreen } from './action-screen.ts'
import {
  pauseWebhookAction,
  replayDeliveryAction,
  replayFailedAction,
  replaySinceAction,
  resumeWebhookAction,
  testWebhookAction,
  type WebhookActionContext,
} from './webhook-screen-actions.ts'

const fields: readonly Field[] = [
  {
    name: 'state',
    label: 'State',
    type: 'select',
    options: [
      { value: '', text: 'All, newest first' },
      { value: 'waiting', text: 'Waiting, next one first' },
      { value: 'failed', text: 'Failed' },
    ],
  },
  { name: 'transfer', label: 'Transfer', type: 'text', placeholder: 'id' },
  { name: 'since', label: 'Since (UTC)', type: 'utcTime' },
]

export class WebhookScreen extends ActionScreen {
  static override styles = [base, consoleStyles, noticeStyles, tableStyles, badgeStyles, keyValueStyles]

  private get path() {
    return `/api/webhooks/${this.parameters.id ?? ''}`
  }

  /** The address names the delivery that is shown, so that it can be shared. */
  private get deliveryId() {
    return this.query.get('delivery')
  }

  private readonly endpoint = new Poll<WebhookRow>(this, () => this.path)
  private readonly list = new PagedRows<DeliveryRow>(this, () =>
    pathWithFilters(`${this.path}/deliveries`, this.query, fields),
  )

  protected override render() {
    const { data } = this.endpoint
    return html`<page-heading heading="Webhook endpoint" parent="Webhooks" parent-href="/webhooks">${
      data === null || !this.mayAct('operator') ? nothing : this.headingActions(data)
    }</page-heading>
      ${polled(this.endpoint, (endpoint) => html`${facts(endpoint)}${this.deliveries(endpoint)}`)}
      ${this.renderAction()}`
  }

  protected override refresh() {
    this.endpoint.refresh()
    this.list.showNewest()
  }

  private headingActions(endpoint: WebhookRow) {
    const context = this.contextOf(endpoint)
    const button = (label: string, action: (context: WebhookActionContext) => Parameters<typeof this.start>[0]) =>
      html`<button type="button" class="button" @click=${() => this.start(action(context))}>${label}</button>`
    const isOn = endpoint.state === 'on'
    return html`${button('Send a test', testWebhookAction)}${button('Replay failed', replayFailedAction)}
      ${button('Replay since…', replaySinceAction)}
      ${isOn ? nothing : button('Resume', resumeWebhookAction)}
      ${endpoint.state === 'paused' || endpoint.state === 'off' ? nothing : button('Pause', pauseWebhookAction)}`
  }

  private deliveries(endpoint: WebhookRow) {
    const isFiltered = fields.some(({ name }) => this.query.has(name))
    const empty = isFiltered
      ? emptyState('No delivery matches these filters')
      : emptyState('No deliveries', 'Each event of the last 30 days that was sent, or waits, is listed here.')
    const { error } = this.list.poll
    return html`<h2>Deliveries</h2>
      ${this.shownDelivery(endpoint)}
      <filter-form .fields=${fields} .query=${this.query} .error=${error?.field === undefined ? null : error}></filter-form>
      ${
        error?.field === undefined
          ? pagedTable({ list: this.list, label: 'Deliveries', columns: this.columns, keyOf: ({ id }) => id, empty })
          : nothing
      }`
  }

  private shownDelivery(endpoint: WebhookRow) {
    const { deliveryId } = this
    if (deliveryId === null) return nothing
    const replay = ({ detail }: CustomEvent<DeliveryRow>) =>
      void this.start(replayDeliveryAction(this.contextOf(endpoint), detail))
    return html`<webhook-delivery .api=${this.api} .clock=${this.clock} path="${this.path}/deliveries/${encodeURIComponent(deliveryId)}"
      close-href=${this.hrefOf(null)} ?replayable=${this.mayAct('operator')} @replay=${replay}></webhook-delivery>`
  }

  private readonly columns: readonly Column<DeliveryRow>[] = [
    {
      heading: 'Event',
      cell: ({
        id,
        type,
      }) => html`<div class="two"><a href=${this.hrefOf(id)} aria-label="Show the delivery ${type} ${id}">${type}</a>
        <short-id text=${id} what="the delivery id"></short-id></div>`,
    },
    {
      heading: 'Transfer',
      cell: ({ transferId }) =>
        transferId === null
          ? nothing
          : html`<short-id text=${transferId} what="the transfer id" href="/transfers/${transferId}"></short-id>`,
    },
    { heading: 'Created', cell: ({ createdAt }) => html`<relative-time datetime=${createdAt}></relative-time>` },
    { heading: 'State', cell: deliveryBadge },
    { heading: 'Requests', isNumber: true, cell: ({ tries }) => formatCount(tries) },
    {
      heading: 'Last response',
      cell: ({ lastAttempt }) => (lastAttempt === null ? nothing : outcomeOf(lastAttempt)),
    },
    {
      heading: 'Next request',
      cell: ({ nextTryAt }) => this.nextTry(nextTryAt),
    },
  ]

  private nextTry(at: string | null) {
    if (at === null) return nothing
    return Date.parse(at) <= this.clock.now() ? 'due' : html`<relative-time datetime=${at}></relative-time>`
  }

  private hrefOf(deliveryId: string | null): string {
    const query = new URLSearchParams(this.query)
    if (deliveryId === null) query.delete('delivery')
    else query.set('delivery', deliveryId)
    return `/webhooks/${this.parameters.id ?? ''}${query.size === 0 ? '' : `?${query}`}`
  }

  private contextOf(endpoint: WebhookRow): WebhookActionContext {
    return { api: this.api, endpoint }
  }
}

function facts(endpoint: WebhookRow) {
  const {
    id,
    url,
    description,
    client,
    types,
    format,
    waiting,
    oldestWaitingAt,
    lastFailure,
    lastSuccessAt,
    createdAt,
  } = endpoint
  const time = (at: string | null) => (at === null ? null : html`<relative-time datetime=${at} exact></relative-time>`)
  return keyValues([
    ['URL', url],
    ['State', html`${endpointBadge(endpoint)} ${endpointMeaning(endpoint)}`],
    ['Client', html`<a href="/clients/${client.id}">${client.name}</a>`],
    ['Description', description === '' ? null : description],
    ['Backlog', waiting === 0 ? 'Nothing waits.' : html`${formatCount(waiting)} waiting`],
    ['Oldest waiting event', time(oldestWaitingAt)],
    ['Last error', lastFailure === null ? null : html`${causeOf(lastFailure)}, ${time(lastFailure.at)}`],
    ['Last success', time(lastSuccessAt) ?? 'never'],
    ['Events', html`${types.join(', ')} <span class="muted">(format ${format})</span>`],
    ['Created', time(createdAt)],
    ['Endpoint id', html`<short-id text=${id} what="the endpoint id"></short-id>`],
  ])
}

customElements.define('webhook-screen', WebhookScreen)

declare global {
  interface HTMLElementTagNameMap {
    'webhook-screen': WebhookScreen
  }
}
