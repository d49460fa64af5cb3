// What a screen is: a function that gets its state and draws it, and answers with one event. With what the first screen
// is made of; what the others need besides is in pieces.ts.

import { html, nothing } from 'lit'
import type { UserEvent } from '../flow/flow-event.ts'
import { alertIcon } from '../parts/icons.ts'

/** What a screen remembers of itself while it is shown. Gone with the screen, unlike its state. */
export interface Own {
  query?: string
  /** The field that was left empty, or what is wrong with it. */
  missing?: string | null
  /** Secret fields that are shown as text. */
  shown?: string[]
  capsLock?: boolean
  /** What was copied a moment ago. */
  copied?: string
  wasOpen?: boolean | undefined
  typed?: string
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
  /** Draws again after this time. Of several wishes the soonest counts: whoever draws wishes anew. */
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

export function alert(mood: 'warn' | 'danger' | '', content: unknown) {
  return html`<div class="alert ${mood}" role="alert">${alertIcon}<span>${content}</span></div>`
}
