// One delivery of a webhook: each request with its response, and the body that every request sends.

import { css, html, nothing } from 'lit'
import type { DeliveryDetail, DeliveryRow } from '../../../server/contract/console/webhooks.ts'
import '../elements/copy-button.ts'
import { exactTime } from '../elements/format-time.ts'
import { keyValues } from '../elements/key-values.ts'
import '../elements/short-id.ts'
import { stateBadge } from '../elements/state-badge.ts'
import { causeOf, deliveryBadge, deliveryMeaning } from '../elements/webhook-states.ts'

export const deliveryStyles = css`
  .shown { margin-bottom: 16px }
  .shown h3 { margin-top: 12px }
  .shown .top { display: flex; flex-wrap: wrap; gap: 8px; justify-content: space-between; align-items: center; margin-bottom: 8px }
  .shown .top h3 { margin: 0 }
  .shown .facts { margin-bottom: 8px }
  .shown pre { max-height: 18rem; overflow-y: auto }
  .attempt { border-top: 1px solid var(--border); padding: 8px 0 }
  .attempt summary { cursor: pointer }
  .attempt pre { margin: 6px 0 }
`

interface PanelOptions {
  /** Undefined if the operator may not replay. */
  replay: ((delivery: DeliveryRow) => void) | undefined
  closeHref: string
}

export function deliveryPanel(delivery: DeliveryDetail, { replay, closeHref }: PanelOptions) {
  const { id, type, transferId, attempts } = delivery
  const button = html`<button type="button" class="button" @click=${() => replay?.(delivery)}>Replay</button>`
  return html`<div class="top"><h3>${type}</h3><div class="actions">${replay === undefined ? nothing : button}
      <a class="button plain" href=${closeHref}>Close</a></div></div>
    ${keyValues([
      ['State', html`${deliveryBadge(delivery)} ${deliveryMeaning(delivery)}`],
      ['Delivery id', html`<short-id text=${id} what="the delivery id"></short-id>`],
      [
        'Transfer',
        transferId === null
          ? null
          : html`<short-id text=${transferId} what="the transfer id" href="/transfers/${transferId}"></short-id>`,
      ],
    ])}
    ${bodyPart(delivery)}
    <h3>Requests</h3>
    ${attempts.length === 0 ? html`<p class="muted">No request has been sent yet.</p>` : nothing}
    ${[...attempts].reverse().map((attempt) => attemptPart(delivery, attempt))}`
}

function bodyPart({ body }: DeliveryDetail) {
  if (body === null) return nothing
  return html`<h3>Body <copy-button text=${body} what="the body"></copy-button></h3>
    <pre tabindex="0" aria-label="Body">${indented(body)}</pre>`
}

function attemptPart({ url }: DeliveryDetail, attempt: DeliveryDetail['attempts'][number]) {
  const { n, at, durationMs, reason, headers, response } = attempt
  const lines = [`POST ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  return html`<details class="attempt" ?open=${false}>
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
