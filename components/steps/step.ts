import { type CSSResultGroup, css, html, LitElement, nothing } from 'lit'
import { property } from 'lit/decorators.js'
import type { UserEvent } from '../flow/flow-event.ts'
import type { FlowState } from '../flow/flow-state.ts'
import type { Problem } from '../flow/link-answers.ts'
import { alertIcon } from '../parts/icons.ts'
import { texts } from '../texts/texts.ts'
import { base, theme } from '../theme.ts'

export const stepStyles = [
  theme,
  base,
  css`
    :host { display: flex; flex-direction: column; flex: 1; min-height: 0; animation: arrive 0.16s ease-out }
    form { display: contents }
    @keyframes arrive { from { opacity: 0; translate: 0 4px } }
    @media (prefers-reduced-motion) { :host { animation: none } }
  `,
]

/**
 * What every screen is: it gets the state and answers with events. Focus goes to its heading when it appears.
 *
 * @fires flow - what the user did; detail: UserEvent
 */
export abstract class Step<State extends FlowState> extends LitElement {
  static override styles: CSSResultGroup = stepStyles

  @property({ attribute: false }) flow!: State

  protected override firstUpdated() {
    this.renderRoot.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }

  protected send(event: UserEvent) {
    this.dispatchEvent(new CustomEvent('flow', { detail: event, bubbles: true, composed: true }))
  }

  protected focusOn(selector: string) {
    this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(selector)?.focus())
  }
}

/** A button that waits for the server: it keeps its place and its focus, and says what it does. */
export function submitButton(label: string, busyLabel: string, isBusy: boolean) {
  return html`<button class="button" aria-busy=${isBusy} aria-disabled=${isBusy}>${isBusy ? busyLabel : label}</button>`
}

/** A problem that belongs to the step as a whole. */
export function problemAlert(problem: Problem | null) {
  if (problem === null) return nothing
  return html`<div class="alert danger" role="alert">${alertIcon}<span>${problem.message}
    ${problem.httpStatus >= 500 && problem.requestId ? html`<small>${texts.common.requestId} ${problem.requestId}</small>` : nothing}</span></div>`
}
