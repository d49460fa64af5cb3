import { css, html, LitElement, nothing } from 'lit'
import { formatCountdown } from '../texts/format.ts'
import { linkStyles } from './link-styles.ts'
import { RerenderTimer } from './rerender-timer.ts'
import { base, theme } from './theme.ts'

const pauseMs = 30_000

/**
 * A button that requests a code or a message again. Inactive for 30 seconds after each request.
 *
 * @fires resend - the user requests it
 */
export class ResendButton extends LitElement {
  static override styles = [
    theme,
    base,
    linkStyles,
    css`.link[aria-disabled='true'] { color: var(--muted); text-decoration: none; cursor: default }`,
  ]
  static override properties = { label: {}, sent: {}, resentAtMs: { attribute: false } }

  declare label: string
  /** What screen readers announce once it was sent. */
  declare sent: string
  /** The time of the last request on the page's clock, or null. */
  declare resentAtMs: number | null
  private readonly timer = new RerenderTimer(this)

  constructor() {
    super()
    this.label = ''
    this.sent = ''
    this.resentAtMs = null
  }

  protected override render() {
    const waitMs = this.resentAtMs === null ? 0 : this.resentAtMs + pauseMs - performance.now()
    const isWaiting = waitMs > 0
    if (isWaiting) this.timer.schedule(waitMs % 1000 || 1000)
    const seconds = Math.min(pauseMs / 1000, Math.ceil(waitMs / 1000))
    return html`<button type="button" class="link" aria-disabled=${isWaiting} @click=${isWaiting ? nothing : this.request}>
      ${this.label}${isWaiting ? ` (${formatCountdown(seconds)})` : ''}</button><span class="sr" role="status">${isWaiting ? this.sent : ''}</span>`
  }

  private request() {
    this.dispatchEvent(new CustomEvent('resend'))
  }
}

customElements.define('resend-button', ResendButton)

declare global {
  interface HTMLElementTagNameMap {
    'resend-button': ResendButton
  }
}
