import { type PropertyValues, ReactiveElement } from 'lit'
import { type FlowMessage, freeze, isWebAddress } from '../protocol/link-messages.ts'
import type { ExitDetail, IntegrationAccessToken, TransferLinkEvents } from '../protocol/payloads.ts'
import { type ShellTexts, shellTexts } from '../texts/shell-texts.ts'
import { shellStyles } from '../ui/shell-styles.ts'
import { withThemeParams } from '../ui/theme-params.ts'
import { notifySite, type Site, type SiteNotifier } from './notify-site.ts'
import { type OpenFrame, openFrame } from './open-frame.ts'

export type { TransferLinkEvents, TransferLinkState } from '../protocol/payloads.ts'

/** Every event of the element: its own, and those of any element. */
export interface TransferLinkEventMap extends HTMLElementEventMap, TransferLinkEvents {}

/**
 * Opens a link: a dialog (a sheet on small screens) around the hosted page, so that what the user types never enters the
 * site's page. In the hosted page an element of the same name shows the steps.
 *
 * @fires {CustomEvent<BrokerConnectedPayload>} brokerConnected - an account was connected; carries tokens, therefore it
 *   neither bubbles nor leaves a shadow root
 * @fires {CustomEvent<TransferFinishedPayload>} transferFinished - a transfer ended, well or not: once per transfer
 * @fires {CustomEvent<LinkEvent>} linkEvent - progress and errors
 * @fires {CustomEvent<null>} closeRequest - the user wants to leave, by Escape or beside the window: cancelable
 * @fires {CustomEvent<ExitDetail>} exit - the link was closed: once per opening, last
 * @attr theme - light, dark or system (the default)
 * @attr layout - dialog, sheet, inline, or auto (the default): a dialog that is a sheet on small screens
 * @attr open - there while a link is open; taking it away closes, setting it opens what `url` holds
 * @attr locale - language and region of everything shown, as `fr-CA`; system is the default
 * @attr fiat-currency - the currency of what is shown in fiat, as `EUR`
 * @attr brand-color - any CSS colour: from it come buttons, links and focus that can be read on light and on dark
 * @attr server - origin of the one server whose links are opened; without it, of any
 * @attr client-id - the client's public identifier; links name theirs, so that it may be left out
 * @slot - a button that opens the link in `url`; with one in it, setting `url` opens nothing yet
 * @slot loading - in place of the wheel
 * @slot fallback - in place of the sentence under the title where the window could not be opened
 * @slot footer - under the frame
 * @csspart dialog - the dialog or sheet; what is behind it is `::part(dialog)::backdrop`
 * @csspart frame - the frame of the hosted page
 * @csspart cover - what stands over the frame until it is there
 * @csspart spinner - the wheel on the cover
 * @csspart error - the title on the cover where the window could not be opened
 * @csspart button - the buttons on the cover
 * @cssstate open - a link is open
 * @cssstate loading - it is, and its page is not there yet
 * @cssstate connected - an account was connected
 * @cssstate submitting - the transfer is being sent
 * @cssstate done - a transfer went through
 * @cssstate error - a transfer failed, or the window could not be opened
 * @cssprop --tl-backdrop - colour behind the dialog
 * @cssprop --tl-radius - corners of the dialog
 * @cssprop --tl-width - width of the dialog
 * @cssprop --tl-max-height - its height, where the window has room for it
 * @cssprop --tl-shadow - its shadow
 * @cssprop --tl-color-* - brand, on-brand, bg, surface, surface-2, text, text-muted, border, success, warning, danger, focus
 * @cssprop --tl-font-family - of the screens; also --tl-font-mono
 * @cssprop --tl-radius-m - of fields and rows; also --tl-radius-s and --tl-radius-l
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the interface below only types addEventListener
export class TransferLink extends ReactiveElement {
  /** Of this copy. The first copy on a page is the one that is used. */
  static readonly version = '0.1.0'
  static override styles = shellStyles

  // Written out, not as decorators: every site loads this file, and their helpers would be a tenth of it.
  static override properties = {
    url: { attribute: false },
    accessTokens: { attribute: false },
    messages: { attribute: false },
    theme: { reflect: true, useDefault: true },
    layout: { reflect: true, useDefault: true },
    open: { type: Boolean, reflect: true },
    locale: {},
    fiatCurrency: { attribute: 'fiat-currency' },
    brandColor: { attribute: 'brand-color' },
    server: {},
    clientId: { attribute: 'client-id' },
  }

  /** The `iFrameUrl` to open. Holds a one-time code, therefore never an attribute. Set it, or call `openPopup`. */
  url: string | null = null
  /** Accounts connected earlier. Only the first one is used. */
  accessTokens: IntegrationAccessToken[] = []
  /** Own words in place of the shell's. */
  messages: Partial<ShellTexts> = {}
  theme: 'light' | 'dark' | 'system' = 'system'
  layout: 'dialog' | 'sheet' | 'inline' | 'auto' = 'auto'
  /** Whether a link is open. */
  open = false
  /** The language and region of what is shown, as in `fr-CA`. The browser's for `system`, or without one. */
  locale = ''
  /** The currency of what is shown in fiat, as in `EUR`. */
  fiatCurrency = ''
  /** Any CSS colour. Where it could not be read, it is moved as little as it takes. */
  brandColor = ''
  /** The one origin whose links are opened, so that nobody else's link is. */
  server = ''
  clientId = ''
  /** How long the hosted page may stay silent before that is said. */
  patienceMs = 12_000

  private readonly internals = this.attachInternals()
  private texts = shellTexts
  private frame: OpenFrame | null = null
  /** What was asked to be opened. */
  private openedUrl: string | null = null
  private opener: Element | null = null
  private notifier: SiteNotifier | null = null

  /** Opens a link. A link that is still open is closed first. */
  openPopup(url: string) {
    this.closePopup()
    // Whoever heard of that end may have opened another one.
    if (this.frame) return
    this.url = url
    if (this.isConnected) this.begin(url)
    else this.open = true
  }

  /** Closes at once, without asking. A transfer that was sent goes on. */
  closePopup() {
    const error = this.frame?.problem()
    const transfer = this.notifier?.openTransfer()
    this.end({ ...(error && { error }), ...(transfer && { summary: { page: '', transfer } }) })
  }

  /** Asks the user to leave, as Escape does: at once where nothing is at stake. */
  requestClose() {
    if (!this.emit('closeRequest', null, true)) return
    if (this.frame?.isReady()) this.frame.send({ type: 'closeRequested' })
    else this.closePopup()
  }

  /** Puts the focus into the open window, or on the button that opens it. */
  override focus(options?: FocusOptions) {
    const inside = this.frame ?? this.querySelector<HTMLElement>('button')
    if (inside) inside.focus(options)
    else super.focus(options)
  }

  override connectedCallback() {
    super.connectedCallback()
    if (this.frame) this.frame.show()
    // What was set meanwhile could be opened nowhere.
    else this.requestUpdate('url', null)
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    queueMicrotask(() => {
      if (this.frame && !this.isConnected) this.closePopup()
    })
  }

  /** For browsers that move an element with all its state. */
  protected connectedMoveCallback() {}

  protected override createRenderRoot() {
    const root = super.createRenderRoot()
    const trigger = document.createElement('slot')
    trigger.onclick = () => {
      if (this.url) this.begin(this.url)
    }
    root.append(trigger)
    return root
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (!this.isConnected) return
    const { url, openedUrl } = this
    if (this.frame && (!this.open || url !== openedUrl)) {
      this.closePopup()
      this.url = url === openedUrl ? null : url
    }
    const hasTrigger = this.querySelector(':scope > :not([slot])') !== null
    if (this.url && (this.open || (changed.has('url') && !hasTrigger))) this.begin(this.url)
    this.open = this.frame !== null
  }

  private begin(url: string) {
    if (this.frame) return
    if (!isWebAddress(url) || (this.server && new URL(url).origin !== originOf(this.server))) {
      this.url = null
      this.open = false
      this.emit('exit', { error: this.words().invalidLink })
      return
    }
    this.openedUrl = url
    this.opener = focused()
    const notifier = notifySite({
      emit: this.emit,
      mark: this.mark,
      isOpen: () => this.notifier === notifier,
    })
    this.notifier = notifier
    this.mark('open')
    this.frame = openFrame(withThemeParams(url, this), {
      root: this.renderRoot,
      isInline: this.layout === 'inline',
      patienceMs: this.patienceMs,
      texts: () => this.words(),
      receive: (message) => this.receive(message),
      turned: (state) => {
        this.mark('loading', state === 'loading')
        this.mark('error', state === 'error')
      },
      leaveRequested: () => this.requestClose(),
      closed: () => this.closePopup(),
    })
    this.open = true
    this.speak()
  }

  private words(): ShellTexts {
    return { ...this.texts, ...this.messages }
  }

  /** English is here at once; another language comes while the hosted page is loading. */
  private async speak() {
    const isEnglish = /^en/.test(this.locale || navigator.language)
    const loaded = isEnglish ? null : await import('../texts/shell-languages.ts').catch(() => null)
    this.texts = loaded?.shellTextsFor(this.locale) ?? shellTexts
    this.frame?.draw()
  }

  private receive(message: FlowMessage) {
    switch (message.type) {
      case 'loaded':
        if (this.accessTokens.length > 0) this.frame?.send({ type: 'frontAccessTokens', payload: this.accessTokens })
        this.emit('linkEvent', { type: 'pageLoaded' })
        return
      case 'oauthLinkOpen':
        window.open(message.link, '_blank', 'noopener,width=700,height=800')
        return
      case 'close':
      case 'done': {
        const { payload } = message
        return this.end({ ...(payload.errorMessage && { error: payload.errorMessage }), summary: payload })
      }
      default:
        this.notifier?.notify(message)
    }
  }

  private end(detail: ExitDetail) {
    const { frame } = this
    if (!frame && !(this.open && this.url)) return
    frame?.close(detail.summary?.page)
    this.frame = this.notifier = this.url = this.openedUrl = null
    this.open = false
    this.internals.states?.clear()
    // Nobody is torn away from where they went meanwhile.
    if (document.activeElement === document.body && this.opener instanceof HTMLElement) this.opener.focus()
    this.opener = null
    this.emit('exit', detail)
  }

  /** An engine without states has no `:state()` to ask for them. */
  private readonly mark: Site['mark'] = (state, isOn = true) => {
    try {
      this.internals.states[isOn ? 'add' : 'delete'](state)
    } catch {}
  }

  /** Tokens reach listeners on the element alone. */
  private readonly emit: Site['emit'] = (name, detail, cancelable = false) => {
    const bubbles = name !== 'brokerConnected'
    return this.dispatchEvent(new CustomEvent(name, { detail: freeze(detail), bubbles, composed: bubbles, cancelable }))
  }
}

function originOf(text: string): string | null {
  return URL.canParse(text) ? new URL(text).origin : null
}

/** Also where it is in a shadow root of the site. */
function focused(): Element | null {
  let found = document.activeElement
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement
  return found
}

export interface TransferLink {
  addEventListener<Name extends keyof TransferLinkEventMap>(
    type: Name,
    listener: (this: TransferLink, event: TransferLinkEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
  removeEventListener<Name extends keyof TransferLinkEventMap>(
    type: Name,
    listener: (this: TransferLink, event: TransferLinkEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void
}

// Two copies on one page must not throw: the first one stays.
const present = customElements.get('transfer-link') as { version?: string } | undefined
if (!present) customElements.define('transfer-link', TransferLink)
else if (present.version !== TransferLink.version) console.warn(`<transfer-link> ${present.version} is already loaded.`)

declare global {
  interface HTMLElementTagNameMap {
    'transfer-link': TransferLink
  }
}
