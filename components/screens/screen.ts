// What a screen is: a function that gets its state and draws it, and answers with one event. With what the first screen
// is made of; what the others need besides is in templates.ts.

import { html, nothing } from 'lit'
import type { UserEvent } from '../flow/flow-event.ts'
import type { SendGuard } from '../flow/send-guard.ts'
import { alertIcon } from '../ui/icons.ts'

/** UI state of one screen while it is shown. Discarded with the screen, unlike the state of the flow. */
export interface LocalState {
  query?: string
  /** The field that was left empty, or what is wrong with it. */
  missing?: string | null
  /** Values of the selects that other fields depend on. */
  chosen?: Record<string, string>
  /** Secret fields that are shown as text. */
  shown?: string[]
  capsLock?: boolean
  /** What was copied a moment ago. */
  copied?: string
  wasOpen?: boolean | undefined
  typed?: string
  typedAtMs?: number
}

/** What a screen gets besides its state. */
export interface Screen {
  /** The app's name. */
  app: string
  /** Of the buttons that move money; there from the first screen that has one. */
  guard: SendGuard | null
  local: LocalState
  set(change: LocalState): void
  send(event: UserEvent): void
  /** Renders again after this time. Only the soonest call since the last render counts. */
  rerenderIn(ms: number): void
  inputs(): HTMLInputElement[]
  /** Once it is drawn. */
  focusOn(selector: string): void
}

export function page(content: unknown, footer: unknown = nothing, submit?: () => void) {
  const act = (event: Event) => {
    event.preventDefault()
    submit?.()
  }
  return html`<form novalidate @submit=${act} @keydown=${ignoreHeldEnter}><div class="body">${content}</div><footer>${footer}</footer></form>`
}

/** Enter that is held down presses one button, not the next screen's too. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

export function heading(title: unknown, lead: unknown) {
  return html`<h1 tabindex="-1">${title}</h1><p class="lead">${lead}</p>`
}

export function alert(mood: 'warn' | 'danger' | '', content: unknown) {
  return html`<div class="alert ${mood}" role="alert">${alertIcon}<span>${content}</span></div>`
}
