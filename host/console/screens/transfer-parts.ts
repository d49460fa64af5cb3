// The parts of a transfer's page.

import { css, html, nothing } from 'lit'
import { alertIcon, checkIcon } from '../../../components/ui/icons.ts'
import type {
  AttemptView,
  DeliveryView,
  TimelineEntry,
  TransferView,
  WalletView,
} from '../../../server/contract/console/transfers.ts'
import { type Column, dataTable } from '../elements/data-table.ts'
import { formatAsset, formatDollars } from '../elements/format-amount.ts'
import { exactTime } from '../elements/format-time.ts'
import { keyValues } from '../elements/key-values.ts'
import { notice } from '../elements/notices.ts'
import '../elements/relative-time.ts'
import '../elements/short-id.ts'
import { stateBadge } from '../elements/state-badge.ts'
import { searchOf } from '../elements/transfer-cells.ts'

export const transferStyles = css`
  .figures { display: flex; flex-wrap: wrap; gap: 4px 14px; align-items: baseline; margin-bottom: 6px }
  .figures b { font-size: 1.375rem; font-weight: 650; letter-spacing: -0.01em; font-variant-numeric: tabular-nums }
  .state { max-width: 80ch; margin-bottom: 20px }
  .state p { margin: 2px 0 }
  .timeline { list-style: none; margin: 0; padding: 0 }
  .timeline li { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 2px 16px; padding-block: 8px; padding-inline-start: 18px;
    position: relative }
  .timeline li::before { content: ''; position: absolute; inset-inline-start: 4px; inset-block: 0; border-inline-start: 2px solid var(--border) }
  .timeline li::after { content: ''; position: absolute; inset-inline-start: 0; top: 13px; width: 10px; height: 10px; border-radius: 50%;
    background: var(--muted); box-shadow: 0 0 0 3px var(--bg) }
  .timeline li.ok::after { background: var(--success) }
  .timeline li.running::after { background: var(--accent) }
  .timeline li.warn::after { background: var(--warn); border-radius: 2px }
  .timeline li.danger::after { background: var(--danger); border-radius: 2px }
  .timeline p { margin: 0 }
  .timeline dl { margin: 2px 0 0; font-size: 0.8125rem }
  .timeline dl div { display: flex; flex-wrap: wrap; gap: 0 8px }
  .timeline dt { color: var(--muted) }
  .timeline dd { overflow-wrap: anywhere; white-space: pre-line; min-width: 0 }
  .unseen { max-width: 80ch; margin: 0 0 8px }
  .chain { display: flex; gap: 8px; align-items: center; margin: 10px 0 0 }
  .chain svg { color: var(--success); flex: none }
  .commands { display: grid; gap: 6px }
  .commands div { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline }
  code { font: 0.8125rem/1.5 var(--mono); overflow-wrap: anywhere }
  details { margin: 0 0 16px }
  .commands + details { margin-top: 16px }
  details[open] summary { margin-bottom: 8px }
  summary { cursor: pointer; font-weight: 600; color: var(--accent); padding: 4px 0 }
  @media (width < 48rem) { .timeline li { grid-template-columns: minmax(0, 1fr) } }
`

export function summary(transfer: TransferView) {
  const { amount, symbol, amountInFiat, network, from, state, money, next, nextPollAt, failure, needsAttention } =
    transfer
  const fiat = amountInFiat === null ? nothing : html`<span class="muted">${formatDollars(amountInFiat)}</span>`
  return html`<div class="figures"><b>${formatAsset(amount, symbol)}</b>${fiat}<span class="muted">from ${from} on ${network}</span>
      ${stateBadge(state.label, state.tone)}${needsAttention === null ? nothing : stateBadge('Needs an operator', 'warn')}</div>
    <div class="state">
      <p>${money}</p>
      ${failure === null ? nothing : html`<p>Reported to the app: “${failure}”</p>`}
      <p class="muted">${next} ${nextPollAt === null ? nothing : html`Next poll: <relative-time datetime=${nextPollAt} exact></relative-time>.`}</p>
    </div>
    ${attention(transfer)}${erased(transfer)}`
}

function attention({ needsAttention }: TransferView) {
  if (needsAttention === null) return nothing
  const { reason, since, meaning, check } = needsAttention
  return notice(
    'warn',
    html`<b>Needs an operator: ${reason}</b> ${meaning} Find out: ${check}
      Flagged <relative-time datetime=${since} exact></relative-time>.`,
  )
}

function erased({ erasedAt, erasureRequestedAt }: TransferView) {
  if (erasureRequestedAt !== null) {
    return notice(
      'neutral',
      html`<b>The erasure of the user was requested</b> Credentials and links are erased. The user and the addresses of this
        transfer are erased once it has ended and been kept for the configured time. Requested
        <relative-time datetime=${erasureRequestedAt} exact></relative-time>.`,
    )
  }
  if (erasedAt === null) return nothing
  return notice(
    'neutral',
    html`<b>The user was erased</b> User, addresses and the details of the timeline were removed
      <relative-time datetime=${erasedAt} exact></relative-time>. Amounts, ids and hashes stay.`,
  )
}

export function facts(transfer: TransferView) {
  const { id, previewId, accountId, linkId, transactionId, client, user, to, addressTag, fromAddress, contract } =
    transfer
  const idOf = (text: string | null, what: string, href = '') =>
    text === null ? null : html`<short-id text=${text} what=${what} href=${href}></short-id>`
  const isErased = transfer.erasedAt !== null
  return keyValues([
    ['Transfer', idOf(id, 'the transfer')],
    ['Client', html`<a href="/clients/${client.id}">${client.name}</a>`],
    ['User', user === null ? 'erased' : idOf(user, 'the user', searchOf(user))],
    [
      'Order of the app (transactionId)',
      transactionId === null ? null : idOf(transactionId, 'the order', searchOf(transactionId)),
    ],
    ['To', isErased ? 'erased' : idOf(to, 'the address', searchOf(to))],
    ['Address tag', addressTag],
    ['From address', idOf(fromAddress, 'the address')],
    ['Token contract', idOf(contract, 'the contract')],
    ...transfer.fees,
    ['Withdrawal at the exchange', idOf(transfer.withdrawalId, 'the withdrawal')],
    ['Account', idOf(accountId, 'the account', searchOf(accountId))],
    ['Link', linkId === null ? null : idOf(linkId, 'the link', searchOf(linkId))],
    ['Preview', idOf(previewId, 'the preview')],
    ['Created', html`<relative-time datetime=${transfer.createdAt} exact></relative-time>`],
    ['Last change', html`<relative-time datetime=${transfer.updatedAt} exact></relative-time>`],
  ])
}

export function chainProof(transfer: TransferView) {
  const { hash, explorerUrl, confirmations, requiredConfirmations, state, isWallet, wallet } = transfer
  if (wallet !== null) return unseenPayment(wallet)
  if (hash === null) {
    const ended =
      state.tone === 'ok'
        ? 'The exchange paid inside its own books, without a transaction.'
        : 'No transaction is known.'
    return html`<p class="muted">${isWallet || state.tone !== 'ok' ? 'No transaction is known.' : ended}</p>`
  }
  // They are counted once the payment is assigned, and not if an operator or the exchange has stated that it arrived.
  const isCounted = state.name !== 'Ambiguous' && !(state.name === 'Succeeded' && confirmations < requiredConfirmations)
  return keyValues([
    ['Transaction', transaction(hash, explorerUrl, searchOf(hash))],
    ['Confirmations', isCounted ? `${confirmations} of ${requiredConfirmations}` : null],
  ])
}

function unseenPayment({ reported, declinedAt, searchEndsAt }: WalletView) {
  const text =
    reported.length > 0
      ? 'The wallet reported a transaction that the chain does not show. It may still be pending, or the wallet or its node has dropped it.'
      : declinedAt === null
        ? 'The wallet has reported no transaction. The user may not have confirmed, or the page was closed before the report.'
        : 'The user has declined the request, or closed it. The wallet has reported no transaction.'
  return html`<p class="unseen">${text}</p>${keyValues([
    ...reported.map(({ hash, explorerUrl }): [string, unknown] => [
      'Reported by the wallet',
      transaction(hash, explorerUrl),
    ]),
    ['Declined', declinedAt === null ? null : html`<relative-time datetime=${declinedAt} exact></relative-time>`],
    ['Search ends', html`<relative-time datetime=${searchEndsAt} exact></relative-time>`],
  ])}`
}

function transaction(hash: string, explorerUrl: string | null, href = '') {
  const link = html` <a href=${explorerUrl} target="_blank" rel="noreferrer">Explorer</a>`
  return html`<short-id text=${hash} what="the transaction" href=${href}></short-id>${explorerUrl === null ? nothing : link}`
}

export function timeline({ timeline: events, brokenAt }: TransferView) {
  return html`<ol class="timeline" aria-label="Timeline">${events.map(timelineItem)}</ol>
    ${
      brokenAt === null
        ? html`<p class="chain">${checkIcon} The hash chain is intact: no event was changed or removed.</p>`
        : notice(
            'danger',
            html`<b>The hash chain is broken at event ${brokenAt}</b> The event was changed or removed after it was
            written. Compare the database with a backup.`,
            alertIcon,
          )
    }`
}

function timelineItem({ at, kind, text, tone, details }: TimelineEntry) {
  const rows = details.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  return html`<li class=${tone}>
    <time class="muted" datetime=${at} title=${kind}>${exactTime(at)}</time>
    <div><p>${text}</p>${rows.length === 0 ? nothing : html`<dl>${rows}</dl>`}</div>
  </li>`
}

const attemptColumns: readonly Column<AttemptView>[] = [
  { heading: 'Attempt', cell: ({ n }) => n, isNumber: true },
  { heading: 'Sent', cell: ({ at }) => html`<relative-time datetime=${at} exact></relative-time>` },
  { heading: 'Response', cell: ({ outcome }) => outcome },
  {
    heading: 'Our reference',
    cell: ({ clientReference }) => html`<short-id text=${clientReference} what="the reference"></short-id>`,
  },
  {
    heading: 'Request valid until',
    cell: ({ validUntil }) => html`<relative-time datetime=${validUntil} exact></relative-time>`,
  },
]

export function attempts({ attempts: rows, isWallet }: TransferView) {
  if (rows.length === 0)
    return html`<p class="muted">${isWallet ? 'The user’s wallet sends. The server sends nothing.' : 'No request was sent.'}</p>`
  return dataTable({ label: 'Attempts', rows, columns: attemptColumns, keyOf: ({ n }) => n })
}

const deliveryTones = { waiting: 'running', delivered: 'ok', failed: 'danger' } as const

const deliveryColumns: readonly Column<DeliveryView>[] = [
  { heading: 'Event', cell: ({ type }) => html`<span class="nowrap">${type}</span>` },
  { heading: 'Time', cell: ({ at }) => html`<relative-time datetime=${at}></relative-time>` },
  { heading: 'Endpoint', cell: ({ origin, endpointId }) => html`<a href="/webhooks/${endpointId}">${origin}</a>` },
  { heading: 'Delivery', cell: ({ state }) => stateBadge(state, deliveryTones[state]) },
  {
    heading: 'Last response',
    cell: ({ response, tries }) => `${response ?? 'none'} (${tries === 1 ? '1 try' : `${tries} tries`})`,
  },
  {
    heading: 'Next try',
    cell: ({ nextTryAt }) => (nextTryAt === null ? null : html`<relative-time datetime=${nextTryAt}></relative-time>`),
  },
  { heading: 'Webhook id', cell: ({ eventId }) => html`<short-id text=${eventId} what="the webhook"></short-id>` },
]

export function deliveries({ deliveries: rows }: TransferView) {
  if (rows.length === 0) {
    return html`<p class="muted">There are no deliveries. Either the client has no endpoint for these events, or the deliveries ended
      more than 30 days ago and were deleted.</p>`
  }
  const keyOf = ({ eventId, endpointId }: DeliveryView) => `${eventId} ${endpointId}`
  return dataTable({ label: 'Webhook deliveries', rows, columns: deliveryColumns, keyOf })
}
