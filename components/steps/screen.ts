// What the screens are made of. A screen is a function: it gets its state and draws it, and answers with one event.

import { html, nothing } from 'lit'
import type { UserEvent } from '../flow/flow-event.ts'
import type { CodeKind, Problem } from '../flow/link-answers.ts'
import '../parts/copy-button.ts'
import { isWebAddress } from '../link-messages.ts'
import { alertIcon, lockIcon, outsideIcon } from '../parts/icons.ts'
import { explain } from '../texts/explain.ts'
import { formatCountdown } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'

/** What a screen remembers of itself while it is shown. Gone with the screen, unlike its state. */
export interface Own {
  query?: string
  /** The field that was left empty, or what is wrong with it. */
  missing?: string | null
  /** Secret fields that are shown as text. */
  shown?: string[]
  capsLock?: boolean
  isOpen?: boolean
  typedAtMs?: number
  changedAtMs?: number
  changedFrom?: unknown
}

/** What a screen gets besides its state. */
export interface Screen {
  /** The app's name. */
  app: string
  own: Own
  set(change: Own): void
  send(event: UserEvent): void
  /** Draws again after this time. A later wish takes the place of an earlier one. */
  later(ms: number): void
  inputs(): HTMLInputElement[]
  /** Once it is drawn. */
  focusOn(selector: string): void
}

export function page(content: unknown, footer: unknown = nothing, submit?: () => void) {
  const act = (event: Event) => {
    event.preventDefault()
    submit?.()
  }
  return html`<form novalidate @submit=${act}><div class="body">${content}</div><footer>${footer}</footer></form>`
}

export function heading(title: unknown, lead: unknown) {
  return html`<h1 tabindex="-1">${title}</h1><p class="lead">${lead}</p>`
}

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

export function alert(mood: 'warn' | 'danger' | '', content: unknown) {
  return html`<div class="alert ${mood}" role="alert">${alertIcon}<span>${content}</span></div>`
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
