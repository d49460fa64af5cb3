// The parts that screens are laid out with.

import { html, nothing } from 'lit'
import type { Texts } from '../texts/texts.ts'
import { fullAddress } from '../ui/full-address.ts'
import { alertIcon } from '../ui/icons.ts'

/** A screen's content, which scrolls, above its buttons. Enter and the button without a type call `submit`. */
export function page(content: unknown, footer: unknown = nothing, submit?: () => void) {
  const act = (event: Event) => {
    event.preventDefault()
    submit?.()
  }
  return html`<form novalidate @submit=${act} @keydown=${ignoreHeldEnter}><div class="body">${content}</div><footer>${footer}</footer></form>`
}

/** A held Enter key must not press the next screen's button as well. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

export function heading(title: unknown, lead: unknown) {
  return html`<h1 tabindex="-1">${title}</h1><p class="lead">${lead}</p>`
}

export function alert(mood: 'warn' | 'danger' | '', content: unknown) {
  return html`<div class="alert ${mood}" role="alert">${alertIcon}<span>${content}</span></div>`
}

/** An icon in a circle, a title and a sentence, for screens without input. */
export function hero(
  mood: 'good' | 'bad' | 'wait',
  { icon, title, lead = nothing }: { icon: unknown; title: unknown; lead?: unknown },
) {
  return html`<div class="sign ${mood}">${icon}</div>
    <div class="hero"><h1 tabindex="-1" class="long">${title}</h1><p class="lead">${lead}</p></div>`
}

/**
 * An amount as a title, smaller the longer it is. Screen readers read the whole sentence. `facts` uses the page's colours and
 * fonts, independent of the site's theme.
 */
export function amountHero(amount: string, sentence: string, lead: unknown) {
  const size = amount.length > 26 ? 'longest' : amount.length > 16 ? 'long' : ''
  return html`<div class="hero facts"><h1 tabindex="-1" class=${size}><span
    class="sr">${sentence}</span><span aria-hidden="true">${amount}</span></h1><p class="lead">${lead}</p></div>`
}

/** A term and its value. `wide` puts the value below its term, `firm` breaks the value before the term, `total` emphasises it. */
export type Row = [term: unknown, value: unknown, kind?: 'wide' | 'firm' | 'total' | ''] | null | false

export function box(...rows: Row[]) {
  return html`<dl class="box facts">${rows.map((row) =>
    row ? html`<div class=${row[2] ?? ''}><dt>${row[0]}</dt><dd>${row[1]}</dd></div>` : nothing,
  )}</dl>`
}

interface Receiver {
  toAddress: string
  addressTag: string | null
}

/** The recipient: the full address, and the tag without which the funds would be lost. */
export function addressRow({ texts, app }: { texts: Texts; app: string }, { toAddress, addressTag }: Receiver): Row {
  const tag = addressTag
    ? html`<small class="tag">${texts.review.tag}: <b dir="ltr">${addressTag}</b></small>`
    : nothing
  return [texts.review.to(app), html`${fullAddress(toAddress)}${tag}`, 'wide']
}
