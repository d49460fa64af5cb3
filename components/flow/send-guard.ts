// Protects every button that moves money from a click that was meant for something else. Such a button is inactive until
// what it sends has been in sight for a second without a break, and it never takes the second click of a double click.

import { mayHaveSentMoney } from './call-traits.ts'
import { costOf } from './compare-quotes.ts'
import type { FlowState } from './flow-state.ts'

const sightMs = 1000

/**
 * Whether the user sees the review. `away` is a tab in the background, `obstructed` a frame that is covered or too small,
 * `unprotected` a frame in a browser that cannot know whether it is covered, `unread` one in which the user has not scrolled
 * to every row.
 */
export type Sight = 'clear' | 'away' | 'obstructed' | 'unprotected' | 'unread'

/** The page around the screens. Tests pass their own clock and their own sight. */
export interface Surface {
  /** Milliseconds on a clock that never jumps. */
  now(): number
  /** Returns a function that cancels it. */
  after(ms: number, act: () => void): () => void
  sight(): Sight
  onSight(changed: () => void): void
  /** Sets what has to be in view: the rows of the review (the first two are amount and address) and the button. */
  watch(rows: Element[], footer: Element | null): void
  /** Scrolls to the next row that was not in view. */
  readOn(): void
}

export class SendGuard {
  /** Called when a button became active or inactive. */
  onChange: () => void = () => {}
  private readonly surface: Surface
  private subject: string | null = null
  /** A wallet shows each payment outside of the page, so a covered frame cannot make it pay. */
  private needsSight = true
  private visibleSinceMs: number | null = null
  private cancel: () => void = () => {}
  /** A click came too early: the screen says when the button is active. */
  private wasEarly = false

  constructor(surface: Surface) {
    this.surface = surface
    surface.onSight(() => {
      this.checkSight()
      this.onChange()
    })
  }

  /** A different asset, amount or recipient restarts the second. */
  show(flow: FlowState) {
    const subject = subjectOf(flow)
    const sent = flow.at === 'show-problem' ? flow.retry : flow
    this.needsSight = !('quote' in sent && sent.quote.preview.wallet) && sent.at !== 'pay-by-link'
    if (subject === this.subject) return
    this.subject = subject
    this.surface.watch([], null)
    this.restart()
  }

  /** Sets the elements that have to be visible. */
  watch(rows: Element[], footer: Element | null) {
    if (this.subject === null || !this.needsSight) this.surface.watch([], null)
    else this.surface.watch(rows, footer)
  }

  restart() {
    this.wasEarly = false
    this.visibleSinceMs = null
    this.checkSight()
  }

  /** Whether money may be sent now. Computed at each click, because a timer may be late. */
  get isActive(): boolean {
    this.checkSight()
    return this.leftMs() <= 0
  }

  get hint(): 'early' | 'active' | 'obstructed' | 'unprotected' | null {
    const sight = this.sight()
    if (sight === 'obstructed' || sight === 'unprotected') return sight
    return this.wasEarly ? (this.isActive ? 'active' : 'early') : null
  }

  /** The user has to scroll before the second begins. */
  get isUnread(): boolean {
    return this.sight() === 'unread'
  }

  /** Whether this click may move money. */
  accepts({ detail }: Pick<UIEvent, 'detail'>): boolean {
    if (this.isActive) return detail <= 1
    this.wasEarly = true
    if (this.sight() === 'unread') this.surface.readOn()
    this.onChange()
    return false
  }

  private checkSight() {
    this.cancel()
    if (this.subject === null || this.sight() !== 'clear') {
      this.visibleSinceMs = null
      return
    }
    this.visibleSinceMs ??= this.surface.now()
    const leftMs = this.leftMs()
    if (leftMs > 0) this.cancel = this.surface.after(leftMs, () => this.onChange())
  }

  private sight(): Sight {
    const sight = this.surface.sight()
    return sight !== 'away' && !this.needsSight ? 'clear' : sight
  }

  private leftMs(): number {
    return this.visibleSinceMs === null ? Infinity : this.visibleSinceMs + sightMs - this.surface.now()
  }
}

/** Identifies the transfer that a button of this screen would send; null if no button moves money. */
function subjectOf(flow: FlowState): string | null {
  if (flow.at === 'pay-by-link') return flow.at
  if (flow.at === 'show-problem') return mayHaveSentMoney(flow.retry.pending) ? flow.at : null
  if (!('quote' in flow)) return null
  const { preview } = flow.quote
  const { fromAddress, toAddress, addressTag, networkId, contractAddress, symbol, amount } = preview
  const problem = flow.at === 'review-transfer' ? flow.problem?.errorType : ''
  return JSON.stringify([
    flow.at,
    fromAddress,
    toAddress,
    addressTag,
    networkId,
    contractAddress,
    symbol,
    amount,
    costOf(preview),
    problem,
  ])
}
