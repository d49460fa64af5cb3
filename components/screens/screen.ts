// A screen is a function that receives its state, renders it and emits one event. This file also has the templates of the first
// screen. Those of the others are in templates.ts.

import { html, nothing } from 'lit'
import type { UserEvent } from '../flow/flow-event.ts'
import type { SendGuard } from '../flow/send-guard.ts'
import { alertIcon } from '../ui/icons.ts'

/** UI state of one screen while it is shown. Discarded with the screen, unlike the state of the flow. */
export interface LocalState {
  query?: string
  /** The field that is empty, or its problem. */
  missing?: string | null
  /** Values of the selects that other fields depend on. */
  chosen?: Record<string, string>
  /** Secret fields that are shown as text. */
  shown?: string[]
  capsLock?: boolean
  /** The text that was just copied. */
  copied?: string
  wasOpen?: boolean | undefined
  typed?: string
  typedAtMs?: number
}

/** The context that a screen receives in addition to its state. */
export interface Screen {
  /** The app's name. */
  app: string
  /** Guards the buttons that move money. Set from the first screen that has one. */
  guard: SendGuard | null
  local: LocalState
  set(change: LocalState): void
  send(event: UserEvent): void
  /** Renders again after this time. Only the soonest call since the last render counts. */
  rerenderIn(ms: number): void
  inputs(): HTMLInputElement[]
  /** Moves the focus after the next render. */
  focusOn(selector: string): void
}

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
