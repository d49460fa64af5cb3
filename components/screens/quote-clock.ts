import { html } from 'lit'
import type { Quote } from '../flow/flow-context.ts'
import { formatCountdown } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import type { Screen } from './screen.ts'

/** The remaining time of a quote. Uses the page's monotonic clock, never the wall clock. */
export function quoteClock({ preview: { expiresIn }, receivedAtMs }: Quote, screen: Screen) {
  const words = texts.review
  const leftMs = receivedAtMs + expiresIn * 1000 - performance.now()
  if (leftMs > 0) screen.rerenderIn(leftMs % 1000 || 1000)
  else queueMicrotask(() => screen.send({ type: 'quoteExpired' }))
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const isWarning = expiresIn > 30 && seconds <= 30 && seconds > 0
  return html`<i .style=${`--left:${(100 * seconds) / Math.max(1, expiresIn)}%`}></i>
    <span role="timer" aria-live="off">${words.held(formatCountdown(seconds))}</span>
    <span class="sr" role="status">${isWarning ? words.secondsLeft(seconds > 10 ? 30 : 10) : ''}</span>`
}
