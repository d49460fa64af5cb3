import { css, html, LitElement, nothing } from 'lit'
import { type Clock, systemClock } from '../clock.ts'
import { exactTime, relativeTime, relativeTimeLasts } from './format-time.ts'

/** How long ago a time is, with the exact time as tooltip: `<relative-time datetime="2026-11-28T14:02:11.000Z">`. */
export class RelativeTime extends LitElement {
  static override styles = css`
    time { white-space: nowrap }
    .ago { color: var(--muted) }
  `
  static override properties = {
    datetime: {},
    isExact: { type: Boolean, attribute: 'exact' },
    clock: { attribute: false },
  }

  declare datetime: string
  /** Also shows the exact time, where there is space for both. */
  declare isExact: boolean
  declare clock: Clock
  private cancelTimer = () => {}

  constructor() {
    super()
    this.datetime = ''
    this.isExact = false
    this.clock = systemClock
  }

  override connectedCallback() {
    super.connectedCallback()
    this.requestUpdate()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.cancelTimer()
  }

  protected override render() {
    if (Number.isNaN(Date.parse(this.datetime))) return nothing
    const ago = relativeTime(this.datetime, this.clock.now())
    const exact = exactTime(this.datetime)
    return this.isExact
      ? html`<time datetime=${this.datetime}>${exact}</time> <span class="ago">(${ago})</span>`
      : html`<time datetime=${this.datetime} title=${exact}>${ago}</time>`
  }

  protected override updated() {
    this.cancelTimer()
    if (!this.isConnected || Number.isNaN(Date.parse(this.datetime))) return
    const lasts = relativeTimeLasts(this.datetime, this.clock.now())
    this.cancelTimer = this.clock.after(lasts, () => this.requestUpdate())
  }
}

customElements.define('relative-time', RelativeTime)

declare global {
  interface HTMLElementTagNameMap {
    'relative-time': RelativeTime
  }
}
