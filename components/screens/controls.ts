// The buttons and links of the screens.

import { html, nothing } from 'lit'
import type { UserEvent } from '../flow/flow-event.ts'
import type { At } from '../flow/flow-state.ts'
import { isWebAddress } from '../protocol/link-messages.ts'
import type { Texts } from '../texts/texts.ts'
import { lockIcon, outsideIcon } from '../ui/icons.ts'
import { alert } from './layout.ts'
import type { Screen } from './screen.ts'

export type AnyScreen = Screen<At>

interface Button {
  label: unknown
  event: UserEvent
  isQuiet?: boolean
}

export function button(screen: AnyScreen, { label, event, isQuiet = false }: Button) {
  return html`<button type="button" class="button ${isQuiet ? 'quiet' : ''}" @click=${() => screen.send(event)}>${label}</button>`
}

export function leaveButton(screen: AnyScreen, label: string) {
  return button(screen, { label, event: { type: 'leaveRequested' }, isQuiet: true })
}

interface SubmitButton {
  label: string
  busyLabel: string
  isBusy: boolean
}

/** A button that keeps its place and focus while it waits for the server, and shows what it is doing. */
export function submitButton({ label, busyLabel, isBusy }: SubmitButton) {
  return html`<button class="button" aria-busy=${isBusy} aria-disabled=${isBusy}>${isBusy ? busyLabel : label}</button>`
}

/** Whether a button that moves money is inactive, and its click handler (send-guard.ts). */
export function guarded({ guard }: AnyScreen) {
  return {
    isIdle: !guard?.isActive,
    click: (event: MouseEvent) => {
      if (!guard?.accepts(event)) event.preventDefault()
    },
  }
}

/** A button that moves money: inactive until the transfer has been visible. It keeps its focus meanwhile. */
export function moneyButton(
  screen: AnyScreen,
  { label, busyLabel, isBusy, waits = isBusy }: SubmitButton & { waits?: boolean },
) {
  const { review } = screen.texts
  const { isIdle, click } = guarded(screen)
  // A transfer that is being sent continues, also in a frame that is covered by then.
  const hint = screen.guard?.hint
  if ((hint === 'obstructed' || hint === 'unprotected') && !isBusy)
    return [
      hint === 'obstructed' ? alert('warn', review.notWhole) : nothing,
      button(screen, { label: review.fullPage, event: { type: 'fullPageRequested' } }),
    ]
  return [
    html`<button class="button" aria-busy=${isBusy} aria-disabled=${waits || isIdle} @click=${click}>${isBusy ? busyLabel : label}</button>`,
    guardHint(screen),
  ]
}

/** A hint after a click that came too early. */
export function guardHint({ guard, texts: { review } }: AnyScreen) {
  const hint = guard?.hint
  return html`<p class="sr" role="status">${hint === 'early' ? review.early : hint === 'active' ? review.active : nothing}</p>`
}

export function neverSees({ app, texts: { common } }: AnyScreen) {
  return html`<p class="note">${lockIcon}${common.neverSees(app)}</p>`
}

export function plainLink(label: string, follow: () => void) {
  return html`<button type="button" class="link" @click=${follow}>${label}</button>`
}

interface OutsideLink {
  /** From outside: shown only if it is a web address. */
  url: unknown
  label: string
  isQuiet?: boolean
}

/** A link to another page, in a new window. */
export function outsideLink({ common }: Texts, { url, label, isQuiet = false }: OutsideLink) {
  return isWebAddress(url)
    ? html`<a class="button ${isQuiet ? 'quiet' : ''}" href=${url} target="_blank" rel="noopener noreferrer">${label}${outsideIcon}<span
        class="sr">${common.opensNewWindow}</span></a>`
    : nothing
}
