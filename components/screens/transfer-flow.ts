// The whole flow in one element of the hosted page: header, the current screen, the dialog before leaving. It provides the texts,
// the locale, the app and the flow to the elements inside it.

import { ContextProvider } from '@lit/context'
import { html, LitElement, nothing, type PropertyValues } from 'lit'
import type { FlowEvent } from '../flow/flow-event.ts'
import type { FlowState } from '../flow/flow-state.ts'
import { leave } from '../flow/leave.ts'
import type { Session } from '../flow/link-responses.ts'
import { pageSurface } from '../flow/page-surface.ts'
import { type FlowRun, type FlowView, type OpenedLink, runFlow } from '../flow/run-flow.ts'
import { SendGuard } from '../flow/send-guard.ts'
import type { FrameMessage } from '../protocol/link-messages.ts'
import type { IntegrationAccessToken } from '../protocol/payloads.ts'
import { localeContext, textsContext } from '../texts/contexts.ts'
import { isolateNames } from '../texts/isolate-names.ts'
import { setLocale } from '../texts/notation.ts'
import type { Texts } from '../texts/texts.ts'
import { base, theme } from '../ui/theme.ts'
import { appContext, flowContext } from './contexts.ts'
import { firstScreen, type InitialData } from './first-screen.ts'
import { flowHeader, purposeOf } from './flow-header.ts'
import { isScreenLoaded, loadScreen, preloadNext, screenOf } from './screens.ts'
import { spoken } from './spoken.ts'
import { flowStyles } from './transfer-flow-styles.ts'
import { visibleState } from './visible-state.ts'

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
    texts: { attribute: false },
    locale: { attribute: false },
    current: { state: true },
    recent: { attribute: false },
    canGoBack: { state: true },
    isOffline: { state: true },
    isSlow: { state: true },
  }

  declare link: OpenedLink | null
  declare accessTokens: IntegrationAccessToken[]
  declare initialData: InitialData | null
  /** The integrations used in this browser, which the server does not know. */
  declare recent: string[]
  /** Set before the first render. */
  declare texts: Texts
  declare locale: string
  declare private current: FlowState
  declare private canGoBack: boolean
  declare private isOffline: boolean
  declare private isSlow: boolean
  /** The texts that are shown: names in sentences keep their writing direction. */
  private words!: Texts
  /** The newest state, whose screen may still be loading. */
  private newest: FlowState
  private run: FlowRun | null = null
  private guard: SendGuard | null = null
  /** Events before the link is open. */
  private early: FlowEvent[] = []
  private readonly textsProvider = new ContextProvider(this, { context: textsContext })
  private readonly localeProvider = new ContextProvider(this, { context: localeContext })
  private readonly appProvider = new ContextProvider(this, { context: appContext })
  private readonly flowProvider = new ContextProvider(this, { context: flowContext })

  constructor() {
    super()
    this.link = null
    this.accessTokens = []
    this.initialData = null
    this.locale = 'en'
    this.current = { at: 'opening', pending: null }
    this.recent = []
    this.newest = this.current
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

  /** Requests to leave, as the close button does. While the link is being opened, nothing can be lost. */
  requestClose() {
    if (this.run === null) this.leaveUnopened()
    else this.dispatch({ type: 'leaveRequested' })
  }

  private leaveUnopened() {
    const { at, ...left } = leave(this.current)
    if (this.current.at === at) return
    this.current = { at, ...left }
    this.fire('flowMessage', { type: 'close', payload: left.summary } satisfies FrameMessage)
    this.fire('flowLeft', left.callback)
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.run?.stop()
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has('locale')) setLocale(this.locale)
    if (changed.has('texts')) {
      this.words = isolateNames(this.texts)
      this.textsProvider.setValue(this.words)
    }
    if (changed.has('link') && this.link !== null) this.begin(this.link)
    if (changed.has('accessTokens') && this.accessTokens.length > 0)
      this.dispatch({ type: 'tokensReceived', tokens: this.accessTokens })
    this.localeProvider.setValue(this.locale)
    this.appProvider.setValue(this.appName)
    if (this.flowProvider.value?.guard !== this.guard || changed.has('link'))
      this.flowProvider.setValue({ dispatch: (event) => this.dispatch(event), guard: this.guard })
  }

  protected override updated() {
    const title =
      spoken(this.words, this.current) || (this.session && purposeOf(this.words, this.session)(this.appName))
    if (title) document.title = title
  }

  protected override render() {
    const visible = visibleState(this.shown)
    const { common } = this.words
    const notice = this.isOffline ? common.offline : this.isSlow ? this.words.track.slow : ''
    return html`<div class="card" @keydown=${this.escape}>
      ${flowHeader(this.words, this.shown, {
        back: this.canGoBack ? () => this.goBack() : null,
        close: () => this.requestClose(),
      })}
      <main>${this.screen(visible)}</main>
      ${notice ? html`<p class="notice">${notice}</p>` : nothing}
      <p class="sr" role="status">${notice || spoken(this.words, visible)}</p>
      ${this.current.at === 'leaving' ? html`<leave-dialog .question=${this.current.question}></leave-dialog>` : nothing}
    </div>`
  }

  private screen(visible: ReturnType<typeof visibleState>) {
    const { opening, left } = this.words
    if (visible.at === 'opening')
      return html`<div class="still" role="status"><div class="wheel"></div><h1>${opening.title}</h1></div>`
    if (visible.at === 'left') return html`<div class="still" role="status"><h1>${left.title}</h1>${left.lead}</div>`
    return screenOf(visible)
  }

  private begin(link: OpenedLink) {
    // The user left meanwhile.
    if (this.current.at === 'left') {
      if ('api' in link) link.api.end()
      return
    }
    this.guard ??= new SendGuard(pageSurface())
    this.run?.stop()
    this.run = runFlow(link, this.view, {
      integrations: this.initialData?.integrations,
      unnamedWallet: this.words.wallets.unnamed,
    })
    for (const event of this.early.splice(0)) this.run.dispatch(event)
  }

  private readonly view: FlowView = {
    show: (state, canGoBack) => {
      this.newest = state
      const at = visibleState(state).at
      const isReady = (at === 'opening' || at === 'left' || isScreenLoaded(at)) && state.at !== 'leaving'
      if (isReady) this.show(state, canGoBack)
      else this.loadAndShow(state, canGoBack)
    },
    // While a screen or the dialog is loading, the user sees an older state.
    maySend: () => this.newest === this.current && (this.guard?.isActive ?? false),
    showOffline: (offline) => {
      this.isOffline = offline
    },
    showSlow: (slow) => {
      this.isSlow = slow
    },
    emit: (message: FrameMessage) => this.fire('flowMessage', message),
    leave: (callback) => this.fire('flowLeft', callback),
  }

  private async loadAndShow(state: FlowState, canGoBack: boolean) {
    try {
      if (state.at === 'leaving') await import('./leave-dialog.ts')
      const { at } = visibleState(state)
      if (at !== 'opening' && at !== 'left') await loadScreen(at)
      if (this.newest === state) this.show(state, canGoBack)
    } catch {
      if (this.newest !== state) return
      // Always lets the user leave, even if the dialog cannot be loaded.
      if (state.at === 'leaving') this.dispatch({ type: 'left' })
      else this.failScreen()
    }
  }

  private show(state: FlowState, canGoBack: boolean) {
    // A click in the dialog before leaving must not count for the button below it.
    if (this.current.at === 'leaving') this.guard?.restart()
    this.current = state
    this.canGoBack = canGoBack
    const { at } = visibleState(state)
    if (at === 'opening' || at === 'left') return
    preloadNext(at)
    // The dialog has to appear at once. The first screen needs none.
    if (at !== 'choose-account') import('./leave-dialog.ts').catch(() => {})
  }

  /** Nothing can be shown until the page is reloaded, which resumes the session. */
  private failScreen() {
    this.isOffline = true
    this.fire('screenMissing', null)
  }

  private dispatch(event: FlowEvent) {
    if (this.run === null) this.early.push(event)
    else this.run.dispatch(event)
  }

  private fire(name: string, detail: unknown) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  /** The state that is shown, without the dialog before leaving. */
  private get shown(): FlowState {
    if (this.current.at === 'opening' && this.initialData !== null) return firstScreen(this.initialData, this.recent)
    return this.current.at === 'leaving' ? this.current.from : this.current
  }

  private escape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || this.current.at === 'leaving') return
    event.preventDefault()
    this.requestClose()
  }

  /** The app's name, which the screen about an ended session shows, too. */
  private get appName(): string {
    return this.session?.client.name ?? this.initialData?.app ?? ''
  }

  private get session(): Session | null {
    return this.link !== null && 'session' in this.link ? this.link.session : null
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'transfer-flow': TransferFlow
  }
}
