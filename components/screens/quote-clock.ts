import { ContextConsumer } from '@lit/context'
import { css, html, LitElement, nothing, type PropertyValues } from 'lit'
import type { Quote } from '../flow/flow-context.ts'
import { textsContext } from '../texts/contexts.ts'
import { formatCountdown } from '../texts/format.ts'
import { RerenderTimer } from '../ui/rerender-timer.ts'
import { base } from '../ui/theme.ts'

/**
 * The remaining time of a quote, by the page's monotonic clock.
 *
 * @fires expired - the quote is no longer valid
 */
export class QuoteClock extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: inline-flex; align-items: center; gap: 8px }
      i { width: 16px; height: 16px; border-radius: 50%; mask: radial-gradient(circle 5px, transparent 98%, #000);
        background: conic-gradient(var(--accent) var(--left), var(--surface-2) 0) }
    `,
  ]
  static override properties = { quote: { attribute: false } }

  declare quote: Quote
  private readonly timer = new RerenderTimer(this)
  private readonly texts = new ContextConsumer(this, { context: textsContext, subscribe: true })

  private get leftMs(): number {
    return this.quote.receivedAtMs + this.quote.preview.expiresIn * 1000 - performance.now()
  }

  protected override render() {
    const words = this.texts.value?.review
    if (words === undefined) return nothing
    const { expiresIn } = this.quote.preview
    const seconds = Math.max(0, Math.ceil(this.leftMs / 1000))
    const isWarning = expiresIn > 30 && seconds <= 30 && seconds > 0
    return html`<i .style=${`--left:${(100 * seconds) / Math.max(1, expiresIn)}%`}></i>
      <span role="timer" aria-live="off">${words.held(formatCountdown(seconds))}</span>
      <span class="sr" role="status">${isWarning ? words.secondsLeft(seconds > 10 ? 30 : 10) : ''}</span>`
  }

  protected override updated(_: PropertyValues) {
    const { leftMs } = this
    if (leftMs > 0) this.timer.schedule(leftMs % 1000 || 1000)
    else this.dispatchEvent(new CustomEvent('expired'))
  }
}

customElements.define('quote-clock', QuoteClock)

declare global {
  interface HTMLElementTagNameMap {
    'quote-clock': QuoteClock
  }
}
