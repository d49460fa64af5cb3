import { css, html, LitElement, type PropertyValues } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { formatCountdown } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { base, theme } from '../theme.ts'

/**
 * How long a price is still held. Counts on the page's monotonic clock, never on the wall clock.
 *
 * @fires expire - the time is over; once per deadline
 */
@customElement('quote-clock')
export class QuoteClock extends LitElement {
  static override styles = [
    theme,
    base,
    css`
      :host { display: inline-flex; align-items: center; gap: 8px; font-variant-numeric: tabular-nums }
      i { width: 16px; height: 16px; border-radius: 50%; flex: none; mask: radial-gradient(circle 5px, transparent 98%, #000);
        background: conic-gradient(var(--accent) var(--left), var(--surface-2) 0) }
    `,
  ]

  /** On the clock of performance.now(). */
  @property({ type: Number }) deadlineMs = 0
  @property({ type: Number }) lifetimeSeconds = 1
  @state() private secondsLeft = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  override connectedCallback() {
    super.connectedCallback()
    if (this.hasUpdated) this.tick()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    clearTimeout(this.timer)
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has('deadlineMs')) this.tick()
  }

  protected override render() {
    const left = `${(100 * this.secondsLeft) / Math.max(1, this.lifetimeSeconds)}%`
    const isWarning = this.secondsLeft <= 30 && this.secondsLeft > 0
    const announced = this.secondsLeft > 10 ? 30 : 10
    return html`<i .style=${`--left:${left}`}></i>
      <span role="timer" aria-live="off">${texts.review.held(formatCountdown(this.secondsLeft))}</span>
      <span class="sr" role="status">${isWarning && this.lifetimeSeconds > 30 ? texts.review.secondsLeft(announced) : ''}</span>`
  }

  private tick() {
    clearTimeout(this.timer)
    const leftMs = this.deadlineMs - performance.now()
    this.secondsLeft = Math.max(0, Math.ceil(leftMs / 1000))
    if (leftMs > 0) this.timer = setTimeout(() => this.tick(), leftMs % 1000 || 1000)
    else queueMicrotask(() => this.dispatchEvent(new CustomEvent('expire')))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'quote-clock': QuoteClock
  }
}
