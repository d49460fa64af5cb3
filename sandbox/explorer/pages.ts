// The explorer's pages and the sandbox's start page. They use the style of the sandbox exchange.

import { html } from 'hono/html'
import type { Network } from 'transfer-link-server'
import type { AddressView, Moved, TransactionSummary, TransactionView } from './views.ts'

type Html = ReturnType<typeof html>

/** A network of the sandbox, and the names of addresses that a reader knows, in lower case. */
export interface Place {
  network: Network
  names: ReadonlyMap<string, string>
}

export const explorerPath = '/sandbox/explorer'
const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

const states = {
  pending: ['Waiting to be mined', 'on'],
  done: ['Success', 'done'],
  failed: ['Reverted', 'failed'],
  simulated: ['Simulated', ''],
  notFound: ['Not found on this chain', ''],
} as const

function timeOf(seconds: number): Html {
  const date = new Date(seconds * 1000)
  return html`<time datetime="${date.toISOString()}">${timeFormat.format(date)} UTC</time>`
}

function short(text: string): string {
  return text.length <= 16 ? text : `${text.slice(0, 8)}…${text.slice(-6)}`
}

function addressLink({ network, names }: Place, address: string, isShort: boolean): Html {
  const name = names.get(address.toLowerCase())
  const shown = html`<code>${isShort ? short(address) : address}</code>`
  const linked = network.isEvm
    ? html`<a href="${explorerPath}/${network.id}/address/${address}" title="${address}">${shown}</a>`
    : shown
  return name === undefined ? linked : html`${linked} <span class="quiet">${name}</span>`
}

function movedText(place: Place, { amount, symbol, to }: Moved): Html {
  return html`<div><strong>${amount} ${symbol}</strong> to ${addressLink(place, to, true)}</div>`
}

function table(headings: string[], rows: Html[][]): Html {
  return html`<div class="scroll"><table><thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell, column) => html`<td data-label="${headings[column]}">${cell}</td>`)}</tr>`)}</tbody></table></div>`
}

function transactionList(place: Place, transactions: TransactionSummary[]): Html {
  if (transactions.length === 0) return html`<p class="empty">No transactions yet.</p>`
  const rows = transactions.map(({ hash, at, from, moved }) => [
    html`<a href="${explorerPath}/${place.network.id}/tx/${hash}"><code>${short(hash)}</code></a>`,
    timeOf(at),
    addressLink(place, from, true),
    moved.length === 0
      ? html`<span class="quiet">Contract call</span>`
      : html`${moved.map((each) => movedText(place, each))}`,
  ])
  return table(['Transaction', 'Time', 'From', 'Sent'], rows)
}

function searchForm(network: Network): Html {
  return html`<form action="${explorerPath}/${network.id}/search"><label>Transaction or address
<input name="q" size="44" required autocomplete="off" spellcheck="false"></label><button>Search</button></form>`
}

function chainName({ name, sandboxChainId }: Network): string {
  return `${name} · sandbox chain ${sandboxChainId}`
}

export function networksPage(networks: { network: Network; head: string }[]): Html {
  const cards = networks.map(
    ({ network, head }) =>
      html`<li><a href="${explorerPath}/${network.id}">${network.name}</a> Sandbox chain ${network.sandboxChainId}, ${head}</li>`,
  )
  return page(
    'Explorer',
    html`<p class="lead">The local chains of this sandbox. Transfers on other networks are simulated by the sandbox exchange and have no transactions.</p>
<ul class="cards">${cards}</ul>`,
  )
}

export function networkPage(place: Place, transactions: TransactionSummary[]): Html {
  const { network } = place
  return page(
    network.name,
    html`<p class="lead">${chainName(network)}. ${network.requiredConfirmations} confirmations are required.</p>
${searchForm(network)}
${network.isEvm ? html`<h2>Latest transactions</h2>${transactionList(place, transactions)}` : ''}`,
  )
}

export function addressPage(place: Place, { address, balances, transactions }: AddressView): Html {
  const name = place.names.get(address.toLowerCase())
  return page(
    'Address',
    html`<p class="lead">${chainName(place.network)}${name === undefined ? '' : ` · ${name}`}</p>
<dl class="box"><div><dt>Address</dt><dd><code>${address}</code></dd></div>
${balances.map((balance, index) => html`<div><dt>${index === 0 ? 'Balances' : ''}</dt><dd>${balance}</dd></div>`)}</dl>
<h2>Latest transactions</h2>${transactionList(place, transactions)}`,
  )
}

const simulatedSentence =
  'Simulated: this network has no local chain. The sandbox exchange settled the withdrawal in its ledger.'

export function transactionPage(place: Place, view: TransactionView): Html {
  const [label, kind] = states[view.state]
  const rows: [string, Html | string][] = [
    ['Transaction', html`<code>${view.hash}</code>`],
    ...(view.at === null ? [] : [['Time', timeOf(view.at)] as [string, Html]]),
    ...(view.from === '' ? [] : [['From', addressLink(place, view.from, false)] as [string, Html]]),
    ...view.moved.map(({ to }): [string, Html] => ['To', addressLink(place, to, false)]),
    ...view.details.map(([name, value]): [string, string] => [name, value]),
  ]
  return page(
    'Transaction',
    html`<p class="lead">${chainName(place.network)}</p>
${view.moved.map(({ amount, symbol }) => html`<p class="amount">${amount} <span>${symbol}</span></p>`)}
<p><span class="state ${kind}">${label}</span></p>
${view.state === 'simulated' ? html`<p>${simulatedSentence}</p>` : ''}
<dl class="box">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`,
  )
}

export function notFoundPage(place: Place, query: string): Html {
  return page(
    'Not found',
    html`<p class="lead">${chainName(place.network)}</p>
<p>There is no transaction or address <code>${query}</code> on this chain.</p>${searchForm(place.network)}`,
  )
}

export interface StartPageLink {
  name: string
  url: string
  about: string
}

export function startPage(links: StartPageLink[]): Html {
  return page(
    'Transfer Link sandbox',
    html`<p class="lead">This is the API server of your sandbox. Its endpoints are under <code>/api/v1</code>.</p>
<ul class="cards">${links.map(({ name, url, about }) => html`<li><a href="${url}">${name}</a> ${about}</li>`)}</ul>`,
  )
}

function page(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title} (sandbox)</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/style.css">
</head>
<body>
<header><a class="brand" data-mark="TL" href="/">Transfer Link sandbox</a>
<nav aria-label="Pages"><a href="${explorerPath}">Explorer</a><a href="/reference">API reference</a></nav></header>
<main><h1>${title}</h1>${content}</main>
</body>
</html>`
}
