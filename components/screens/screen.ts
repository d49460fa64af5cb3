import { ContextConsumer } from '@lit/context'
import { LitElement, type PropertyValues } from 'lit'
import type { UserEvent } from '../flow/flow-event.ts'
import type { At, FlowState, StateAt } from '../flow/flow-state.ts'
import type { Problem } from '../flow/link-responses.ts'
import type { SendGuard } from '../flow/send-guard.ts'
import { localeContext, textsContext } from '../texts/contexts.ts'
import type { Texts } from '../texts/texts.ts'
import { mayTakeFocus } from '../ui/may-take-focus.ts'
import { appContext, flowContext } from './contexts.ts'
import { screenStyles } from './screen-styles.ts'

/**
 * The base class of all screens. A screen shows one state of the flow, reports the user's actions, and holds what only it needs
 * as local state. It moves the focus to itself when it appears, and to its field when the field has a problem, unless the page is
 * inline in a site that has the focus.
 */
export abstract class Screen<A extends At> extends LitElement {
  static override properties: Record<string, object> = { state: { attribute: false } }
  static override styles = screenStyles

  declare state: StateAt<A>
  private readonly textsOfPage = new ContextConsumer(this, { context: textsContext, subscribe: true })
  private readonly localeOfPage = new ContextConsumer(this, { context: localeContext, subscribe: true })
  private readonly appOfPage = new ContextConsumer(this, { context: appContext, subscribe: true })
  private readonly flow = new ContextConsumer(this, { context: flowContext, subscribe: true })

  get texts(): Texts {
    return this.textsOfPage.value as Texts
  }

  /** The locale of numbers and times. */
  get locale(): string {
    return this.localeOfPage.value ?? 'en'
  }

  /** The app's name. */
  get app(): string {
    return this.appOfPage.value ?? ''
  }

  get guard(): SendGuard | null {
    return this.flow.value?.guard ?? null
  }

  send(event: UserEvent) {
    this.flow.value?.dispatch(event)
  }

  /** The fields of the screen, in order. */
  get inputs(): HTMLInputElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLInputElement>('input, select')]
  }

  /** Moves the focus after the next render. */
  async focusOn(selector: string) {
    await this.updateComplete
    if (mayTakeFocus()) this.renderRoot.querySelector<HTMLElement>(selector)?.focus()
  }

  /** The selector of what has the focus first. On a touch device a focused field opens the keyboard, which covers the screen. */
  protected firstFocus(_isTouch: boolean): string {
    return 'h1'
  }

  protected override willUpdate(_: PropertyValues) {
    // A removed screen may still render once.
    if (this.guard === null || !this.isConnected) return
    this.guard.onChange = () => this.requestUpdate()
    this.guard.show(this.state)
  }

  protected override updated(changed: PropertyValues) {
    if (!this.isConnected) return
    const rows = this.renderRoot.querySelectorAll('.hero.facts, .box.facts > div')
    this.guard?.watch([...rows], this.renderRoot.querySelector('footer'))
    if (!changed.has('state')) return
    const before: FlowState | undefined = changed.get('state')
    if (!mayTakeFocus()) return
    if (before === undefined) this.focusFirst()
    const problem = problemOf(this.state)
    if (problem !== null && problem !== problemOf(before) && isOfField(problem)) this.focusProblem()
  }

  private focusFirst() {
    // A field of the screen that the server rendered may already have the focus.
    if ((this.renderRoot as ShadowRoot).activeElement !== null) return
    const selector = this.firstFocus(matchMedia('(pointer: coarse)').matches)
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
  }

  private focusProblem() {
    const { inputs } = this
    // After a wrong sign-in, the secret is the more likely mistake.
    const input =
      inputs.find(({ value }) => value === '') ?? inputs.find(({ type }) => type === 'password') ?? inputs[0]
    input?.focus()
    input?.select?.()
  }
}

function problemOf(state: FlowState | undefined): Problem | null {
  return state !== undefined && 'problem' in state ? (state.problem ?? null) : null
}

/** Another entry can fix the problem. It cannot fix an outage or a locked account. */
export function isOfField({ errorType, httpStatus = 0 }: Problem): boolean {
  return errorType !== 'offline' && !/Locked$/.test(errorType) && httpStatus !== 429 && httpStatus < 500
}
