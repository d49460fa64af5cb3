import { css, html, LitElement, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import type { DeliveryDetail } from '../../../server/contract/console/webhooks.ts'
import type { ConsoleApi } from '../api/console-api.ts'
import { Poll } from '../api/poll.ts'
import { type Clock, systemClock } from '../clock.ts'
import { consoleStyles } from './console-styles.ts'
import './copy-button.ts'
import { exactTime } from './format-time.ts'
import { keyValueStyles, keyValues } from './key-values.ts'
import { noticeStyles, polled } from './notices.ts'
import './short-id.ts'
import { badgeStyles, stateBadge } from './state-badge.ts'
import { causeOf, deliveryBadge, deliveryMeaning } from './webhook-states.ts'

/**
 * One delivery of a webhook: the body that every request sends, and each request with its response.
 *
 * @fires replay - The operator wants to send it again. `detail` is the delivery.
 */
export class WebhookDelivery extends LitElement {
  static override styles = [
    base,
    consoleStyles,
    noticeStyles,
    badgeStyles,
    keyValueStyles,
    css`
      :host { margin-bottom: 16px }
      h3 { margin-top: 12px }
      .top { display: flex; flex-wrap: wrap; gap: 8px; justify-content: space-between; align-items: center; margin-bottom: 8px }
      .top h3 { margin: 0 }
      .facts { margin-bottom: 8px }
      pre { max-height: 18rem; overflow-y: auto }
      .attempt { border-top: 1px solid var(--border); padding: 8px 0 }
      .attempt summary { cursor: pointer }
      .attempt pre { margin: 6px 0 }
    `,
  ]
  static override properties = {
    api: { attribute: false },
    clock: { attribute: false },
    path: {},
    closeHref: { attribute: 'close-href' },
    isReplayable: { type: Boolean, attribute: 'replayable' },
  }

  declare api: ConsoleApi
  declare clock: Clock
  /** Of the delivery, at the server. */
  declare path: string
  /** The address of the page without it. */
  declare closeHref: string
  /** The operator may send it again. */
  declare isReplayable: boolean

  private readonly delivery = new Poll<DeliveryDetail>(this, () => this.path)

  constructor() {
    super()
    this.clock = systemClock
    this.path = ''
    this.closeHref = ''
    this.isReplayable = false
  }

  protected override render() {
    return html`<section class="card" aria-label="Delivery">${polled(this.delivery, (delivery) => this.content(delivery))}</section>`
  }

  private content(delivery: DeliveryDetail) {
    const { id, type, transferId, attempts, tries } = delivery
    const transfer = html`<short-id text=${transferId ?? ''} what="the transfer id" href="/transfers/${transferId}"></short-id>`
    const replay = () => this.dispatchEvent(new CustomEvent('replay', { detail: delivery }))
    const button = html`<button type="button" class="button" @click=${replay}>Replay</button>`
    return html`<div class="top"><h3>${type}</h3><div class="actions">${this.isReplayable ? button : nothing}
        <a class="button plain" href=${this.closeHref}>Close</a></div></div>
      ${keyValues([
        ['State', html`${deliveryBadge(delivery)} ${deliveryMeaning(delivery)}`],
        ['Delivery id', html`<short-id text=${id} what="the delivery id"></short-id>`],
        ['Transfer', transferId === null ? null : transfer],
      ])}
      ${bodyPart(delivery)}
      <h3>Requests</h3>
      ${tries > attempts.length && attempts.length > 0 ? html`<p class="muted">The last ${attempts.length} of ${tries} requests.</p>` : nothing}
      ${attempts.length === 0 ? html`<p class="muted">No request has been sent yet.</p>` : nothing}
      ${[...attempts].reverse().map((attempt) => attemptPart(delivery, attempt))}`
  }
}

function bodyPart({ body }: DeliveryDetail) {
  if (body === null) return nothing
  return html`<h3>Body <copy-button text=${body} what="the body"></copy-button></h3>
    <pre tabindex="0" aria-label="Body">${indented(body)}</pre>`
}

function attemptPart({ url }: DeliveryDetail, attempt: DeliveryDetail['attempts'][number]) {
  const { n, at, durationMs, reason, headers, response } = attempt
  const lines = [`POST ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  return html`<details class="attempt">
    <summary>Request ${n} ${stateBadge(causeOf(attempt), reason === null ? 'ok' : 'danger')}
      <span class="muted">${exactTime(at)}, ${durationMs} ms</span></summary>
    <pre tabindex="0" aria-label="Headers of request ${n}">${lines.join('\n')}</pre>
    <p class="muted">Signatures are not stored. Every request is signed again.</p>
    ${
      response === ''
        ? html`<p class="muted">The response had no body.</p>`
        : html`<p>Response, at most its first kilobyte:</p>
          <pre tabindex="0" aria-label="Response to request ${n}">${response}</pre>`
    }
  </details>`
}

/** Amounts keep their digits: the text is indented, not parsed and written again. */
function indented(json: string): string {
  let depth = 0
  return json.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (token) => {
    if (token === '{' || token === '[') return `${token}\n${'  '.repeat(++depth)}`
    if (token === '}' || token === ']') return `\n${'  '.repeat(Math.max(0, --depth))}${token}`
    if (token === ',') return `,\n${'  '.repeat(depth)}`
    return token === ':' ? ': ' : token
  })
}

customElements.define('webhook-delivery', WebhookDelivery)

declare global {
  interface HTMLElementTagNameMap {
    'webhook-delivery': WebhookDelivery
  }
}
