import { css, html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { alertIcon, checkIcon } from '../../../components/ui/icons.ts'
import { base } from '../../../components/ui/theme.ts'
import type { Attention, AttentionNotice, AttentionRow } from '../../../server/contract/console/attention.ts'
import { PagedRows } from '../api/paged-rows.ts'
import { consoleStyles } from '../elements/console-styles.ts'
import { formatAsset } from '../elements/format-amount.ts'
import '../elements/copy-button.ts'
import { endOfList } from '../elements/data-table.ts'
import { keyValueStyles, keyValues } from '../elements/key-values.ts'
import { errorNotice, noticeStyles, notUpdated, skeleton } from '../elements/notices.ts'
import '../elements/page-heading.ts'
import '../elements/relative-time.ts'
import '../elements/resolve-panel.ts'
import '../elements/seen-payments.ts'
import '../elements/short-id.ts'
import { ConsoleScreen } from '../console-screen.ts'
import { badgeStyles, stateBadge } from '../elements/state-badge.ts'
import { tableStyles } from '../elements/table-styles.ts'
import { recipientOf, searchOf } from '../elements/transfer-cells.ts'

export class AttentionScreen extends ConsoleScreen {
  static override styles = [
    base,
    consoleStyles,
    noticeStyles,
    keyValueStyles,
    badgeStyles,
    tableStyles,
    css`
      .lines { list-style: none; margin: 0 0 20px; padding: 0; border: 1px solid var(--border); border-radius: var(--radius-m) }
      .lines li { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 12px; padding: 10px 14px }
      .lines svg { color: var(--warn) }
      .lines li + li { border-top: 1px solid var(--border) }
      .lines p { margin: 0; max-width: 80ch }
      .lines div { grid-column: 2; display: flex; flex-wrap: wrap; gap: 2px 16px; align-items: baseline }
      .lines code { font: 0.8125rem/1.5 var(--mono); overflow-wrap: anywhere }
      article { border: 1px solid var(--border); border-radius: var(--radius-m); padding: 16px; margin-bottom: 16px }
      article header { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; margin-bottom: 8px }
      article h3 { margin: 0; font-size: 1rem }
      :is(article h3, .facts) a { text-decoration: underline; text-underline-offset: 3px }
      article .since { margin-inline-start: auto }
      .why { max-width: 80ch; margin-bottom: 12px }
      .why p { margin: 2px 0 }
      summary { cursor: pointer; font-weight: 600; color: var(--accent); padding: 4px 0 }
      details[open] summary { margin-bottom: 8px }
      .none { display: flex; gap: 12px; align-items: start; padding: 24px; border: 1px solid var(--border); border-radius: var(--radius-m) }
      .none svg { color: var(--success); flex: none }
      .none b { display: block; font-weight: 650 }
    `,
  ]

  static override properties = { searched: { state: true } }

  /** The transfers whose address the operator has opened. */
  declare private searched: ReadonlySet<string>
  private readonly list = new PagedRows<AttentionRow>(this, () => '/api/attention')

  constructor() {
    super()
    this.searched = new Set()
  }

  protected override render() {
    return html`<page-heading heading="Attention"></page-heading>${this.content()}`
  }

  private content() {
    const { rows, poll } = this.list
    if (rows === null) return poll.error === null ? skeleton() : errorNotice(poll.error, () => poll.refresh())
    const { notices, checkedAt } = poll.data as Attention
    const isClear = rows.length === 0 && notices.length === 0
    return html`${notUpdated(poll)}
      ${isClear ? nothingNeeded(checkedAt) : nothing}
      ${notices.length === 0 ? nothing : html`<ul class="lines" aria-label="Also needs a person">${notices.map(line)}</ul>`}
      ${rows.length === 0 ? nothing : html`<h2>${rows.length === 1 ? 'One transfer needs an operator' : 'Transfers that need an operator, oldest first'}</h2>`}
      ${rows.length === 0 && !isClear ? html`<p class="muted">No transfer needs an operator.</p>` : nothing}
      ${repeat(
        rows,
        ({ id }) => id,
        (row) => this.card(row),
      )}
      ${endOfList(this.list)}
      ${isClear ? nothing : html`<p class="muted">Checked <relative-time datetime=${checkedAt} exact></relative-time></p>`}`
  }

  private card(row: AttentionRow) {
    const { id, amount, symbol, network, from, state, needsAttention, resolutions, proposal, lastEvent } = row
    const { reason, since, meaning, check } = needsAttention
    return html`<article aria-labelledby="of-${id}">
      <header>
        <h3 id="of-${id}"><a href="/transfers/${id}">${formatAsset(amount, symbol)}</a> from ${from} on ${network}</h3>
        ${stateBadge(state.label, state.tone)}
        <span class="muted since">flagged <relative-time datetime=${since}></relative-time></span>
      </header>
      <div class="why">
        <p><b>${sentence(reason)}</b></p>
        <p>${meaning}</p>
        <p><span class="muted">Find out:</span> ${check}</p>
      </div>
      ${this.evidence(row)}
      ${this.seenPayments(row)}
      <details ?open=${proposal !== null}>
        <summary>${summaryOf(row)}</summary>
        <resolve-panel is-flagged transfer-id=${id} .resolutions=${resolutions} .proposal=${proposal} .lastEvent=${lastEvent} .session=${this.session} .api=${this.api}
          @resolved=${() => this.list.showNewest()}></resolve-panel>
      </details>
    </article>`
  }

  /** Searched once the operator opens it, because it calls the node. */
  private seenPayments({ id, mayHaveUnassigned }: AttentionRow) {
    if (!mayHaveUnassigned) return nothing
    const open = ({ currentTarget }: Event) => {
      if ((currentTarget as HTMLDetailsElement).open) this.searched = new Set([...this.searched, id])
    }
    return html`<details @toggle=${open}>
      <summary>Payments at the address</summary>
      ${this.searched.has(id) ? html`<seen-payments transfer-id=${id} .api=${this.api}></seen-payments>` : nothing}
    </details>`
  }

  private evidence(row: AttentionRow) {
    const { id, response, attempts, chain, hash, explorerUrl, user, client, createdAt } = row
    return keyValues([
      ['Transfer', html`<short-id text=${id} what="the transfer" href="/transfers/${id}"></short-id>`],
      ['Created', html`<relative-time datetime=${createdAt} exact></relative-time>`],
      ['Exchange', response === null ? null : `${response} (${attempts === 1 ? '1 attempt' : `${attempts} attempts`})`],
      ['Chain', html`${chain} ${hash === null ? nothing : transaction(hash, explorerUrl)}`],
      ['To', recipientOf(row)],
      [
        'User',
        html`${user === null ? 'erased' : html`<a href=${searchOf(user)}>${user}</a>`} of <a href="/clients/${client.id}">${client.name}</a>`,
      ],
    ])
  }
}

function transaction(hash: string, explorerUrl: string | null) {
  const link = html` <a href=${explorerUrl} target="_blank" rel="noreferrer">Explorer</a>`
  return html`<short-id text=${hash} what="the transaction"></short-id>${explorerUrl === null ? nothing : link}`
}

function summaryOf({ resolutions, proposal }: AttentionRow): string {
  if (proposal !== null) return 'A proposal waits for a second operator'
  if (resolutions.length === 0) return 'End the flag'
  return `Record an outcome (${possible(resolutions.filter(({ refusal }) => refusal === null).length)})`
}

function possible(count: number): string {
  if (count === 0) return 'none is possible now'
  return count === 1 ? '1 is possible now' : `${count} are possible now`
}

/** Reasons are stored as the ends of sentences. */
function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
}

function line({ text, since, href, linkText, command }: AttentionNotice) {
  return html`<li>
    ${alertIcon}<p>${text}${since === null ? nothing : html` <span class="muted">Since <relative-time datetime=${since} exact></relative-time></span>`}</p>
    <div>
      ${href === null ? nothing : html`<a href=${href}>${linkText}</a>`}
      ${command === null ? nothing : html`<span><code>${command}</code> <copy-button text=${command} what="the command"></copy-button></span>`}
    </div>
  </li>`
}

function nothingNeeded(checkedAt: string) {
  return html`<div class="none" role="status">${checkIcon}<div><b>Nothing needs a person</b>
    No transfer is flagged, nothing is paused, every exchange responds to this process, and no webhook endpoint fails or is turned off.
    <span class="muted">Checked <relative-time datetime=${checkedAt} exact></relative-time></span></div></div>`
}

customElements.define('attention-screen', AttentionScreen)

declare global {
  interface HTMLElementTagNameMap {
    'attention-screen': AttentionScreen
  }
}
