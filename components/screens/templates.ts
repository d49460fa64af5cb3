// Templates that several screens share, in addition to screen.ts.

import { html, nothing } from 'lit'
import type { UserEvent } from '../flow/flow-event.ts'
import type { Problem } from '../flow/link-responses.ts'
import { explain } from '../texts/explain.ts'
import { texts } from '../texts/texts.ts'
import { lockIcon } from '../ui/icons.ts'
import { alert, type Screen } from './screen.ts'

/**
 * An amount as a title, smaller the longer it is. Screen readers read the whole sentence. `facts` uses the page's colours and
 * fonts, independent of the site's theme.
 */
export function amountHero(amount: string, sentence: string, lead: unknown) {
  return html`<div class="hero facts"><h1 tabindex="-1" class=${amount.length > 26 ? 'longest' : amount.length > 16 ? 'long' : ''}><span
    class="sr">${sentence}</span><span aria-hidden="true">${amount}</span></h1><p class="lead">${lead}</p></div>`
}

export type Row = [term: unknown, value: unknown, kind?: string] | null | false

export function box(...rows: Row[]) {
  return html`<dl class="box facts">${rows.map((row) =>
    row ? html`<div class=${row[2] ?? ''}><dt>${row[0]}</dt><dd>${row[1]}</dd></div>` : nothing,
  )}</dl>`
}

/** A problem that belongs to the screen as a whole. */
export function problemAlert(problem: Problem | null) {
  return problem === null ? nothing : alert('danger', explain(problem))
}

export function button(
  { send }: Screen,
  { label, event, isQuiet = false }: { label: unknown; event: UserEvent; isQuiet?: boolean },
) {
  return html`<button type="button" class="button ${isQuiet ? 'quiet' : ''}" @click=${() => send(event)}>${label}</button>`
}

interface SubmitButton {
  label: string
  busyLabel: string
  isBusy: boolean
  isIdle?: boolean
}

/** A button that keeps its place and focus while it waits for the server, and shows what it is doing. */
export function submitButton({ label, busyLabel, isBusy, isIdle = isBusy }: SubmitButton) {
  return html`<button class="button" aria-busy=${isBusy} aria-disabled=${isIdle}>${isBusy ? busyLabel : label}</button>`
}

/** Whether a button that moves money is inactive, and its click handler (send-guard.ts). */
export function guarded({ guard }: Screen) {
  return {
    isIdle: !guard?.isActive,
    click: (event: MouseEvent) => {
      if (!guard?.accepts(event)) event.preventDefault()
    },
  }
}

/** A button that moves money: inactive until the transfer has been visible. It keeps its focus meanwhile. */
export function moneyButton(
  screen: Screen,
  { label, busyLabel, isBusy, waits = isBusy }: { label: string; busyLabel: string; isBusy: boolean; waits?: boolean },
) {
  const { isIdle, click } = guarded(screen)
  // A transfer that is being sent continues, also in a frame that is covered by then.
  const hint = screen.guard?.hint
  if ((hint === 'obstructed' || hint === 'unprotected') && !isBusy)
    return [
      hint === 'obstructed' ? alert('warn', texts.review.notWhole) : nothing,
      button(screen, { label: texts.review.fullPage, event: { type: 'fullPageRequested' } }),
    ]
  return [
    html`<button class="button" aria-busy=${isBusy} aria-disabled=${waits || isIdle} @click=${click}>${isBusy ? busyLabel : label}</button>`,
    guardHint(screen),
  ]
}

/** A hint after a click that came too early. */
export function guardHint({ guard }: Screen) {
  const words = texts.review
  const hint = guard?.hint
  return html`<p class="sr" role="status">${hint === 'early' ? words.early : hint === 'active' ? words.active : nothing}</p>`
}

export function neverSees({ app }: Screen) {
  return html`<p class="note">${lockIcon}${texts.common.neverSees(app)}</p>`
}

export function plainLink(label: string, follow: () => void) {
  return html`<button type="button" class="link" @click=${follow}>${label}</button>`
}

/** A text with a button that copies it and confirms for two seconds. `what` names the text for screen readers. */
export function copyable(
  screen: Screen,
  { text, what, shown = text }: { text: string; what: string; shown?: unknown },
) {
  const isCopied = screen.local.copied === text
  const copy = async () => {
    await navigator.clipboard.writeText(text).catch(() => {})
    screen.set({ copied: text })
    setTimeout(() => screen.set({ copied: '' }), 2000)
  }
  return html`<span class="mono">${shown}</span> <button type="button" class="copy" @click=${copy}>
      ${isCopied ? texts.common.copied : texts.common.copy}<span class="sr"> ${what}</span></button><span class="sr"
      role="status">${isCopied ? texts.common.copied : ''}</span>`
}
