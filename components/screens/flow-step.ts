import { adoptStyles, LitElement, nothing, type PropertyValues, render } from 'lit'
import type { UserEvent } from '../flow/flow-event.ts'
import type { FlowState } from '../flow/flow-state.ts'
import type { SendGuard } from '../flow/send-guard.ts'
import { base, theme } from '../ui/theme.ts'
import type { LocalState, Screen } from './screen.ts'
import { addedStyles, drawScreen } from './screens.ts'
import { stepStyles } from './step-styles.ts'

/**
 * Shows the screen of a state, holds the screen's local state, and moves the focus to a new screen or a new problem.
 *
 * @fires flow - an action of the user; detail: UserEvent
 */
export class FlowStep extends LitElement implements Screen {
  static override styles = [theme, base, stepStyles]

  static override properties = { flow: { attribute: false }, app: {}, guard: { attribute: false } }

  declare flow: FlowState
  declare app: string
  declare guard: SendGuard | null
  local: LocalState = {}
  private adopted = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private dueMs = Infinity

  constructor() {
    super()
    this.app = ''
    this.guard = null
  }

  readonly send = (event: UserEvent) => {
    this.dispatchEvent(new CustomEvent('flow', { detail: event, bubbles: true, composed: true }))
  }

  readonly set = (change: LocalState) => {
    Object.assign(this.local, change)
    this.requestUpdate()
  }

  readonly rerenderIn = (ms: number) => {
    const dueMs = performance.now() + ms
    if (dueMs >= this.dueMs) return
    this.forget()
    this.dueMs = dueMs
    this.timer = setTimeout(() => {
      this.forget()
      this.requestUpdate()
    }, ms)
  }

  private forget() {
    clearTimeout(this.timer)
    this.dueMs = Infinity
  }

  readonly inputs = () => [...this.renderRoot.querySelectorAll<HTMLInputElement>('input, select')]

  readonly focusOn = async (selector: string) => {
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.forget()
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    this.adoptAddedStyles()
    this.watchGuard(changed)
    if (!changed.has('flow') || changed.get('flow')?.at === this.flow.at) return
    // No DOM of one screen is reused for the next, even if both have the same structure.
    render(nothing, this.renderRoot as ShadowRoot, this.renderOptions)
    this.local = {}
    this.forget()
    this.dataset.at = this.flow.at
  }

  private watchGuard(changed: PropertyValues<this>) {
    if (this.guard === null) return
    if (changed.has('guard')) this.guard.onChange = () => this.requestUpdate()
    this.guard.show(this.flow)
  }

  private adoptAddedStyles() {
    if (this.adopted === addedStyles.length) return
    this.adopted = addedStyles.length
    adoptStyles(this.renderRoot as ShadowRoot, [...FlowStep.styles, ...addedStyles])
  }

  protected override render() {
    return drawScreen(this.flow, this)
  }

  protected override updated(changed: PropertyValues<this>) {
    const rows = this.renderRoot.querySelectorAll('.hero.facts, .box.facts > div')
    this.guard?.watch([...rows], this.renderRoot.querySelector('footer'))
    if (!changed.has('flow')) return
    const before = changed.get('flow')
    const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector)
    if (before?.at !== this.flow.at) (find('[data-focus]') ?? find('h1'))?.focus({ preventScroll: true })
    const problem = 'problem' in this.flow ? this.flow.problem : null
    if (problem === null || (before !== undefined && 'problem' in before && before.problem === problem)) return
    const inputs = this.inputs()
    const input = inputs.find(({ value }) => value === '') ?? inputs[0]
    input?.focus()
    input?.select?.()
  }
}

customElements.define('flow-step', FlowStep)

declare global {
  interface HTMLElementTagNameMap {
    'flow-step': FlowStep
  }
}
