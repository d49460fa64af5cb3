// The whole flow in one element of the hosted page: header, the current step, the dialog before leaving. The state machine is
// loaded separately (core-flow.ts), so that the first screen appears before it.

import { html, LitElement, nothing, type PropertyValues } from 'lit'
import type { FlowEvent } from '../flow/flow-event.ts'
import type { ChooseAccount, FlowState } from '../flow/flow-state.ts'
import type { Integration, Session } from '../flow/link-responses.ts'
import { readRecent } from '../flow/recent-integrations.ts'
import type { FlowRun, FlowView, OpenedLink } from '../flow/run-flow.ts'
import type { SendGuard } from '../flow/send-guard.ts'
import { stepNumber, stepTotal } from '../flow/step-number.ts'
import type { FrameMessage } from '../protocol/link-messages.ts'
import type { IntegrationAccessToken } from '../protocol/payloads.ts'
import { languageChanged, texts } from '../texts/texts.ts'
import { aroundName } from '../ui/around-name.ts'
import { backIcon, closeIcon } from '../ui/icons.ts'
import { base, theme } from '../ui/theme.ts'
import { renderStep } from './render-step.ts'
import { flowStyles } from './transfer-flow-styles.ts'

/** The data that the first screen shows before the link's code is redeemed. */
interface InitialData {
  app: string
  transfersEnabled: boolean
  integrations: Integration[]
}

const coreFlow = import('./core-flow.ts')

/**
 * @fires flowMessage - a message for the site; detail: FrameMessage
 * @fires flowLeft - the user left; detail: the callback of a full page, or null
 * @fires screenMissing - the code of a screen could not be loaded
 */
export class TransferFlow extends LitElement {
  static override styles = [theme, base, flowStyles]

  static override properties = {
    link: { attribute: false },
    accessTokens: { attribute: false },
    initialData: { attribute: false },
    current: { state: true },
    canGoBack: { state: true },
    isOffline: { state: true },
    isSlow: { state: true },
  }

  declare link: OpenedLink | null
  declare accessTokens: IntegrationAccessToken[]
  declare initialData: InitialData | null
  declare private current: FlowState
  declare private canGoBack: boolean
  declare private isOffline: boolean
  declare private isSlow: boolean
  /** The newest state, which shows once its screen is loaded. */
  private next: { state: FlowState; canGoBack: boolean } | null = null
  private core: typeof import('./core-flow.ts') | null = null
  private run: FlowRun | null = null
  private guard: SendGuard | null = null
  /** Events before the flow was loaded. */
  private early: FlowEvent[] = []

  constructor() {
    super()
    this.link = null
    this.accessTokens = []
    this.initialData = null
    this.current = { at: 'opening', pending: null }
    this.canGoBack = false
    this.isOffline = false
    this.isSlow = false
  }

  /** Goes one step back, or leaves from the first step. */
  goBack() {
    if (this.canGoBack) this.dispatch({ type: 'back' })
    else this.requestClose()
  }

  /** Ends the session: the site has closed the link. */
  end() {
    this.run?.end()
  }

  /** Requests to leave, as the close button does. */
  requestClose() {
    // A second request does not wait for the confirmation dialog to load.
    this.dispatch({ type: this.next?.state.at === 'leaving' ? 'left' : 'leaveRequested' })
  }

  override connectedCallback() {
    super.connectedCallback()
    languageChanged.addEventListener('change', this.renderAll)
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    languageChanged.removeEventListener('change', this.renderAll)
    this.run?.stop()
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has('link') && this.link !== null) this.begin(this.link)
    if (changed.has('accessTokens') && this.accessTokens.length > 0)
      this.dispatch({ type: 'tokensReceived', tokens: this.accessTokens })
  }

  protected override updated() {
    const title = this.core?.spoken(this.current) || (this.session && purposeOf(this.session)(this.appName))
    if (title) document.title = title
  }

  protected override render() {
    const shown = this.current.at === 'leaving' ? this.current.from : (this.firstScreen ?? this.current)
    const session = 'context' in shown ? shown.context.session : null
    const notice = this.isOffline ? texts.common.offline : this.isSlow ? texts.track.slow : ''
    return html`<div class="card" @flow=${(event: CustomEvent<FlowEvent>) => this.dispatch(event.detail)} @keydown=${this.escape}>
      ${this.header(shown, session)}
      <main>${renderStep(shown, this.appName, this.guard)}</main>
      ${notice ? html`<p class="notice">${notice}</p>` : nothing}
      <p class="sr" role="status">${notice || this.core?.spoken(shown)}</p>
      ${this.current.at === 'leaving' ? html`<leave-dialog .question=${this.current.question}></leave-dialog>` : nothing}
    </div>`
  }

  private header(shown: FlowState, session: Session | null) {
    const number = stepNumber(shown)
    return html`<header>
        ${
          this.canGoBack
            ? html`<button class="icon" @click=${this.goBack} aria-label=${texts.header.back}>${backIcon}</button>`
            : html`<span class="icon"></span>`
        }
        <p class="who">${session === null ? nothing : aroundName(purposeOf(session), session.client.name)}</p>
        ${
          shown.at === 'opening' || shown.at === 'left'
            ? html`<span class="icon"></span>`
            : html`<button class="icon" @click=${this.requestClose} aria-label=${texts.header.close}>${closeIcon}</button>`
        }
      ${
        number === null
          ? html`<div class="bars"></div>`
          : html`<div class="bars" role="img" aria-label=${texts.header.step(number, stepTotal)}>${Array.from(
              { length: stepTotal },
              (_, index) => html`<i class=${index < number ? 'on' : ''}></i>`,
            )}</div>`
      }
      </header>`
  }

  private readonly renderAll = () => renderAgain(this)

  private async begin(link: OpenedLink) {
    const loaded = await coreFlow.catch(this.failScreen)
    if (loaded === undefined) return
    this.core = loaded
    this.guard ??= new loaded.SendGuard(loaded.pageSurface())
    this.run?.stop()
    this.run = loaded.runFlow(link, this.view, {
      integrations: this.initialData?.integrations,
      unnamedWallet: async () => texts.wallets.unnamed,
    })
    for (const event of this.early.splice(0)) this.dispatch(event)
  }

  private readonly view: FlowView = {
    show: (state, canGoBack) => {
      this.next = { state, canGoBack }
      if (this.core?.isLoaded(state)) this.showNext()
      else this.loadOnDemand().then(this.showNext, this.failOnDemand)
    },
    maySend: () => this.guard?.isActive ?? false,
    showOffline: (offline) => {
      this.isOffline = offline
    },
    showSlow: (slow) => {
      this.isSlow = slow
    },
    emit: (message: FrameMessage) => this.fire('flowMessage', message),
    leave: (callback) => this.fire('flowLeft', callback),
  }

  private readonly showNext = () => {
    if (this.next === null) return
    // A click in the dialog before leaving must not count for the button below it.
    if (this.current.at === 'leaving') this.guard?.restart()
    this.current = this.next.state
    this.canGoBack = this.next.canGoBack
    this.next = null
  }

  private async loadOnDemand() {
    await import('./on-demand-flow.ts')
    if (this.next && !this.core?.isLoaded(this.next.state)) await import('./wallet-screens.ts')
  }

  /** Always let the user leave, even if the confirmation dialog cannot be loaded. */
  private readonly failOnDemand = () => {
    if (this.next?.state.at === 'leaving') this.dispatch({ type: 'left' })
    else this.failScreen()
  }

  /** Nothing can be shown until the page is reloaded, which resumes the session. */
  private readonly failScreen = () => {
    this.isOffline = true
    this.fire('screenMissing', null)
  }

  private dispatch(event: FlowEvent) {
    if (this.run === null) {
      this.early.push(event)
      return
    }
    if (event.type === 'detailsOpened') this.loadOnDemand().then(this.renderAll, this.failOnDemand)
    this.run.dispatch(event)
  }

  private fire(name: string, detail: unknown) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  /** The first screen while the link is being opened. */
  private get firstScreen(): ChooseAccount | null {
    if (this.current.at !== 'opening' || this.initialData === null) return null
    const { app, transfersEnabled, integrations } = this.initialData
    const session = {
      client: { name: app, origin: '' },
      transfersEnabled,
      destinations: [],
    } as unknown as Session
    const context = { session, integrations, recent: readRecent() } as ChooseAccount['context']
    return { at: 'choose-account', pending: null, context }
  }

  private escape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || this.current.at === 'leaving') return
    event.preventDefault()
    this.requestClose()
  }

  /** The app's name, which the screen about an ended session shows, too. */
  private get appName(): string {
    return this.session?.client.name ?? ''
  }

  private get session(): Session | null {
    return this.link !== null && 'session' in this.link ? this.link.session : null
  }
}

/** The title in the header names the app. A connect-only link adds no funds. */
function purposeOf({ transfersEnabled }: Session): (app: string) => string {
  return transfersEnabled ? texts.header.title : String
}

/** Renders all elements again in the new language. Typed values stay. */
function renderAgain(element: Element) {
  if (element instanceof LitElement) element.requestUpdate()
  for (const inner of element.shadowRoot?.querySelectorAll('*') ?? []) renderAgain(inner)
}

customElements.define('transfer-flow', TransferFlow)

declare global {
  interface HTMLElementTagNameMap {
    'transfer-flow': TransferFlow
  }
}
