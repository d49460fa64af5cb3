// What screens are made of, beyond the frame that all have (screen.ts).

import { html, nothing } from 'lit'
import type { UserEvent } from '../flow/flow-event.ts'
import type { CodeKind, Problem } from '../flow/link-answers.ts'
import { isWebAddress } from '../link-messages.ts'
import '../parts/copy-button.ts'
import { lockIcon, outsideIcon } from '../parts/icons.ts'
import { explain } from '../texts/explain.ts'
import { formatCountdown } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { alert, type Screen } from './screen.ts'

/** A sign in a circle, a title and a sentence: the screens that tell rather than ask. */
export function hero(mood: 'good' | 'bad' | 'wait', icon: unknown, title: unknown, lead: unknown = nothing) {
  return html`<div class="sign ${mood}">${icon}</div>
    <div class="hero"><h1 tabindex="-1" class="long">${title}</h1><p class="lead">${lead}</p></div>`
}

/** An amount as a title, smaller the longer it is. It is read out as the whole sentence. */
export function amountHero(amount: string, sentence: string, lead: unknown) {
  return html`<div class="hero"><h1 tabindex="-1" class=${amount.length > 26 ? 'longest' : amount.length > 16 ? 'long' : ''}><span
    class="sr">${sentence}</span><span aria-hidden="true">${amount}</span></h1><p class="lead">${lead}</p></div>`
}

export type Row = [term: unknown, value: unknown, kind?: string] | null | false

export function box(...rows: Row[]) {
  return html`<dl class="box">${rows.map((row) =>
    row ? html`<div class=${row[2] ?? ''}><dt>${row[0]}</dt><dd>${row[1]}</dd></div>` : nothing,
  )}</dl>`
}

/** A problem that belongs to the screen as a whole. */
export function problemAlert(problem: Problem | null) {
  return problem === null ? nothing : alert('danger', explain(problem))
}

export function button({ send }: Screen, label: unknown, event: UserEvent, isQuiet = false) {
  return html`<button type="button" class="button ${isQuiet ? 'quiet' : ''}" @click=${() => send(event)}>${label}</button>`
}

/** A button that waits for the server: it keeps its place and its focus, and says what it does. */
export function submitButton(label: string, busyLabel: string, isBusy: boolean, isIdle = isBusy) {
  return html`<button class="button" aria-busy=${isBusy} aria-disabled=${isIdle}>${isBusy ? busyLabel : label}</button>`
}

/** A page of the exchange's own, in a window of its own. Nothing where the address is none of the web. */
export function outsideLink(url: unknown, label: string, isQuiet = false) {
  return isWebAddress(url)
    ? html`<a class="button ${isQuiet ? 'quiet' : ''}" href=${url} target="_blank" rel="noopener noreferrer">${label}${outsideIcon}<span
        class="sr">${texts.common.opensNewWindow}</span></a>`
    : nothing
}

export function neverSees({ app }: Screen) {
  return html`<p class="note">${lockIcon}${texts.common.neverSees(app)}</p>`
}

export interface Choice {
  value: string
  label: string
}

/** A link that sends a code or a message again, at rest for half a minute after it did. */
export function resendLink(label: string, sent: string, resentAtMs: number | null, screen: Screen, kind?: CodeKind) {
  const waitMs = resentAtMs === null ? 0 : resentAtMs + 30_000 - performance.now()
  if (waitMs > 0) screen.later(waitMs % 1000 || 1000)
  const seconds = Math.min(30, Math.ceil(waitMs / 1000))
  const send = () => screen.send({ type: 'codeResendAsked', atMs: performance.now(), ...(kind && { kind }) })
  return html`<button type="button" class="link" aria-disabled=${waitMs > 0} @click=${waitMs > 0 ? nothing : send}>
      ${label}${waitMs > 0 ? ` (${formatCountdown(seconds)})` : ''}</button><span class="sr" role="status">${waitMs > 0 ? sent : ''}</span>`
}

/** A text with a button that copies it. */
export function copyable(text: string, what: string, shown: unknown = text) {
  return html`<span class="mono">${shown}</span> <copy-button .text=${text} .what=${what}></copy-button>`
}
