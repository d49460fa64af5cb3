// The whole flow in one element: header, the step for the state, the question before leaving. Lives in the hosted page.

import { html, LitElement, nothing, type PropertyValues } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { announce } from './flow/announce.ts'
import { createEffects } from './flow/effects.ts'
import { advance, canGoBack } from './flow/flow.ts'
import type { FlowEvent } from './flow/flow-event.ts'
import type { FlowState } from './flow/flow-state.ts'
import type { Problem, Session } from './flow/link-answers.ts'
import type { LinkApi } from './flow/link-api.ts'
import { readRecent, rememberRecent } from './flow/recent-integrations.ts'
import { stepNumber, stepTotal } from './flow/step-number.ts'
import type { FrameMessage } from './link-messages.ts'
import { backIcon, closeIcon } from './parts/icons.ts'
import type { IntegrationAccessToken } from './payloads.ts'
import './steps/ask-leave.ts'
import { renderStep } from './steps/render-step.ts'
import { formatToken } from './texts/format.ts'
import { languageChanged, texts } from './texts/texts.ts'
import { base, theme } from './theme.ts'
import { flowStyles } from './transfer-flow-styles.ts'

/** A redeemed link, or why there is none. */
export type OpenedLink = { session: Session; api: LinkApi } | { problem: Problem }

/**
 * @fires flowMessage - what the site is told; detail: FrameMessage
 * @fires flowLeft - the user left; detail: where to go on in a full page, or null
 */
@customElement('transfer-flow')
export class TransferFlow extends LitElement {
  static override styles = [theme, base, flowStyles]

  @property({ attribute: false }) link: OpenedLink | null = null
  @property({ attribute: false }) accessTokens: IntegrationAccessToken[] = []

  @state() private current: FlowState = { at: 'opening', asking: null }
  @state() private isOffline = false
  private runEffects: (state: FlowState) => void = () => {}

  /** Asks to leave, as the close button does. */
  requestClose() {
    this.dispatch({ type: 'leaveAsked' })
  }

  override connectedCallback() {
    super.connectedCallback()
    languageChanged.addEventListener('change', this.renderAll)
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    languageChanged.removeEventListener('change', this.renderAll)
    this.runEffects({ at: 'opening', asking: null })
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has('link') && this.link !== null) this.begin(this.link)
    if (changed.has('accessTokens') && this.accessTokens.length > 0)
      this.dispatch({ type: 'tokensGiven', tokens: this.accessTokens })
  }

  protected override render() {
    const shown = this.current.at === 'leaving' ? this.current.from : this.current
    const session = 'known' in shown ? shown.known.session : null
    return html`<div class="card" @flow=${(event: CustomEvent<FlowEvent>) => this.dispatch(event.detail)} @keydown=${this.escape}>
      ${this.header(shown, session)}
      <main>${renderStep(shown, this.appName)}</main>
      ${this.isOffline ? html`<p class="offline">${texts.common.offline}</p>` : nothing}
      <p class="sr" role="status">${this.isOffline ? texts.common.offline : spoken(shown)}</p>
      ${this.current.at === 'leaving' ? html`<ask-leave .question=${this.current.question}></ask-leave>` : nothing}
    </div>`
  }

  private header(shown: FlowState, session: Session | null) {
    const number = stepNumber(shown)
    return html`<header>
        ${
          canGoBack(shown)
            ? html`<button class="icon" @click=${() => this.dispatch({ type: 'back' })} aria-label=${texts.header.back}>${backIcon}</button>`
            : html`<span class="icon"></span>`
        }
        <p class="who">${session === null ? nothing : html`${texts.header.before} <b>${session.client.name}</b>`}</p>
        ${
          shown.at === 'opening' || shown.at === 'left'
            ? html`<span class="icon"></span>`
            : html`<button class="icon" @click=${this.requestClose} aria-label=${texts.header.close}>${closeIcon}</button>`
        }
      </header>
      ${
        number === null
          ? html`<div class="bars"></div>`
          : html`<div class="bars" role="img" aria-label=${texts.header.step(number, stepTotal)}>${Array.from(
              { length: stepTotal },
              (_, index) => html`<i class=${index < number ? 'on' : ''}></i>`,
            )}</div>`
      }`
  }

  private begin(link: OpenedLink) {
    if ('problem' in link) {
      this.dispatch({ type: 'linkRefused', problem: link.problem })
      return
    }
    this.runEffects = createEffects({
      api: link.api,
      dispatch: (event) => this.dispatch(event),
      showOffline: (offline) => {
        this.isOffline = offline
      },
      now: () => performance.now(),
      wait,
    })
    this.dispatch({ type: 'sessionOpened', session: link.session, recent: readRecent() })
  }

  private dispatch(event: FlowEvent) {
    const before = this.current
    const after = advance(before, event)
    if (after === before) return
    this.current = after
    for (const message of announce(before, event, after)) this.tell(message)
    this.runEffects(after)
    if (event.type === 'connectionAnswered' && event.connection.state === 'connected' && 'known' in before)
      rememberRecent(before.known.integration?.type ?? '')
    if (after.at === 'left' && before.at !== 'left')
      this.dispatchEvent(new CustomEvent('flowLeft', { detail: after.callback, bubbles: true, composed: true }))
  }

  private tell(message: FrameMessage) {
    this.dispatchEvent(new CustomEvent('flowMessage', { detail: message, bubbles: true, composed: true }))
  }

  private readonly renderAll = () => renderAgain(this)

  private escape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || this.current.at === 'leaving') return
    event.preventDefault()
    this.requestClose()
  }

  /** The app's name outlives its session on the screen that says that it has ended. */
  private get appName(): string {
    return this.link !== null && 'session' in this.link ? this.link.session.client.name : ''
  }
}

/** What is said aloud when it changes: the progress of a transfer. */
function spoken(state: FlowState): string {
  if (state.at === 'track-transfer') {
    const { confirmations, requiredConfirmations, networkName } = state.transfer
    return confirmations === 0
      ? ''
      : `${texts.track.confirming(networkName)}, ${texts.track.confirmations(Math.min(confirmations, requiredConfirmations), requiredConfirmations)}`
  }
  if (state.at === 'transfer-receipt')
    return texts.receipt.title(
      formatToken(state.transfer.amount, state.transfer.symbol),
      state.known.session.client.name,
    )
  return ''
}

/** Everything shown, with what was typed left as it stands: only the texts around it change. */
function renderAgain(element: Element) {
  if (element instanceof LitElement) element.requestUpdate()
  for (const inner of element.shadowRoot?.querySelectorAll('*') ?? []) renderAgain(inner)
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

declare global {
  interface HTMLElementTagNameMap {
    'transfer-flow': TransferFlow
  }
}
