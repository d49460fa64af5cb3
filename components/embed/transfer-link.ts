import { type PropertyValues, ReactiveElement } from '@lit/reactive-element'
import { type FlowMessage, freeze, isWebAddress } from '../protocol/link-messages.ts'
import type { ExitDetail, IntegrationAccessToken, TransferLinkEvents } from '../protocol/payloads.ts'
import { type ShellTexts, shellTexts } from '../texts/shell-texts.ts'
import { shellStyles } from '../ui/shell-styles.ts'
import { withThemeParams } from '../ui/theme-params.ts'
import { notifySite, type Site, type SiteNotifier } from './notify-site.ts'
import { type OpenFrame, openFrame } from './open-frame.ts'

export type { TransferLinkEvents, TransferLinkState } from '../protocol/payloads.ts'

/** Every event of the element, the standard DOM events included. */
export interface TransferLinkEventMap extends HTMLElementEventMap, TransferLinkEvents {}

/**
 * Opens a link in a dialog (a sheet on small screens) around the hosted page. What the user types never enters the site's page.
 * In the hosted page an element of the same name shows the steps.
 *
 * @fires {CustomEvent<BrokerConnectedPayload>} brokerConnected - an account was connected; carries tokens, so it
 *   does not bubble and is not composed
 * @fires {CustomEvent<TransferFinishedPayload>} transferFinished - a transfer succeeded or failed; once per transfer
 * @fires {CustomEvent<LinkEvent>} linkEvent - progress and errors
 * @fires {CustomEvent<null>} closeRequest - the user pressed Escape or clicked the backdrop; cancelable
 * @fires {CustomEvent<ExitDetail>} exit - the link was closed; last, once per opening
 * @attr theme - light, dark or system (the default)
 * @attr layout - dialog, sheet, inline, or auto (the default): a dialog that is a sheet on small screens
 * @attr open - set while a link is open; removing it closes the link, setting it opens `url`
 * @attr locale - language and region of the UI, as `fr-CA`; system is the default
 * @attr fiat-currency - currency of fiat amounts, as `EUR`
 * @attr brand-color - any CSS colour for buttons, links and focus; adjusted where its contrast is too low
 * @attr server - origin of your server: links of other origins are not opened
 * @attr client-id - the client's public identifier; optional, since each link names its client
 * @slot - a button that opens `url`; with a button, setting `url` alone does not open the link
 * @slot loading - replaces the spinner
 * @slot fallback - replaces the sentence under the title of the error
 * @slot footer - below the frame
 * @csspart dialog - the dialog or sheet; its backdrop is `::part(dialog)::backdrop`
 * @csspart frame - the frame of the hosted page
 * @csspart cover - covers the frame until its first screen is visible
 * @csspart spinner - the spinner on the cover
 * @csspart error - the title of the error on the cover
 * @csspart button - the buttons on the cover
 * @cssstate open - a link is open
 * @cssstate loading - a link is open and its page is not ready
 * @cssstate connected - an account was connected
 * @cssstate submitting - the transfer is being sent
 * @cssstate done - a transfer succeeded
 * @cssstate error - a transfer failed, or the page could not be opened
 * @cssprop --tl-backdrop - colour behind the dialog
 * @cssprop --tl-radius - corner radius of the dialog
 * @cssprop --tl-width - width of the dialog
 * @cssprop --tl-max-height - maximum height of the dialog
 * @cssprop --tl-shadow - shadow of the dialog
 * @cssprop --tl-color-* - brand, on-brand, bg, surface, surface-2, text, text-muted, border, success, warning, danger, focus
 * @cssprop --tl-font-family - of the screens; also --tl-font-mono
 * @cssprop --tl-radius-m - of fields and rows; also --tl-radius-s and --tl-radius-l
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the interface below only types addEventListener
export class TransferLink extends ReactiveElement {
  /** The version of this copy. If a page loads several copies, the first one is used. */
  static readonly version = '0.1.0'
  static override styles = shellStyles

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

  /** The `iFrameUrl` to open. Contains a one-time code, so it is never an attribute. Set it, or call `openPopup`. */
  declare url: string | null
  /** Accounts connected earlier. Only the first one is used. */
  declare accessTokens: IntegrationAccessToken[]
  /** Replacements for the shell's texts. */
  declare messages: Partial<ShellTexts>
  declare theme: 'light' | 'dark' | 'system'
  declare layout: 'dialog' | 'sheet' | 'inline' | 'auto'
  /** Whether a link is open. */
  declare open: boolean
  /** Language and region of the UI, as in `fr-CA`. `system` and the default are the browser's. */
  declare locale: string
  /** Currency of fiat amounts, as in `EUR`. */
  declare fiatCurrency: string
  /** Any CSS colour. Adjusted as little as needed where its contrast is too low. */
  declare brandColor: string
  /** The origin of your server. Links of other origins are not opened. */
  declare server: string
  declare clientId: string
  /** After this time without a message from the hosted page, the dialog shows an error. */
  patienceMs = 12_000

  private readonly internals = this.attachInternals()
  private texts = shellTexts
  private frame: OpenFrame | null = null
  /** The URL of the open link. */
  private openedUrl: string | null = null
  private opener: Element | null = null
  private notifier: SiteNotifier | null = null

  constructor() {
    super()
    this.url = null
    this.accessTokens = []
    this.messages = {}
    this.theme = 'system'
    this.layout = 'auto'
    this.open = false
    this.locale = ''
    this.fiatCurrency = ''
    this.brandColor = ''
    this.server = ''
    this.clientId = ''
  }

  /** Opens a link. A link that is still open is closed first. */
  openPopup(url: string) {
    this.closePopup()
    // A listener of that exit may have opened another link.
    if (this.frame) return
    this.url = url
    if (this.isConnected) this.begin(url)
    else this.open = true
  }

  /** Closes at once, without a confirmation. A transfer that was sent continues. */
  closePopup() {
    const { notifier } = this
    notifier?.reportUnchosen()
    // A listener has closed the link, and may have opened another.
    if (this.notifier !== notifier) return
    const error = this.frame?.problem()
    const transfer = this.notifier?.openTransfer()
    this.end({ ...(error && { error }), ...(transfer && { summary: { page: '', transfer } }) })
  }

  /** Closes as Escape does: the user confirms first if something would be lost. */
  requestClose() {
    if (!this.emit('closeRequest', null, true)) return
    if (this.frame?.isReady()) this.frame.send({ type: 'closeRequested' })
    else this.closePopup()
  }

  /** Moves the focus into the open dialog, or to the button that opens it. */
  override focus(options?: FocusOptions) {
    const inside = this.frame ?? this.querySelector<HTMLElement>('button')
    if (inside) inside.focus(options)
    else super.focus(options)
  }

  override connectedCallback() {
    super.connectedCallback()
    if (this.frame) this.frame.show()
    // A URL that was set while disconnected could not be opened.
    else this.requestUpdate('url', null)
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    queueMicrotask(() => {
      if (this.frame && !this.isConnected) this.closePopup()
    })
  }

  /** Called by browsers that move an element without disconnecting it. */
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
      import('./warn-developer.ts').then(({ warnAboutLink }) => warnAboutLink(url))
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
    // An element that is part of the page opens in the midst of other work, unless the user has clicked to open it.
    if (this.layout === 'inline' && hasClicked(this.opener)) this.frame.focus()
    this.speak()
  }

  private words(): ShellTexts {
    return { ...this.texts, ...this.messages }
  }

  /** English is built in. Other languages load together with the hosted page. */
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
    // Restores the focus only if the user has not moved it meanwhile.
    if (document.activeElement === document.body && this.opener instanceof HTMLElement) this.opener.focus()
    this.opener = null
    this.emit('exit', detail)
  }

  /** Browsers without custom states have no `:state()` either. */
  private readonly mark: Site['mark'] = (state, isOn = true) => {
    try {
      this.internals.states[isOn ? 'add' : 'delete'](state)
    } catch {}
  }

  /** Only listeners on the element receive tokens. */
  private readonly emit: Site['emit'] = (name, detail, cancelable = false) => {
    const bubbles = name !== 'brokerConnected'
    return this.dispatchEvent(new CustomEvent(name, { detail: freeze(detail), bubbles, composed: bubbles, cancelable }))
  }
}

function originOf(text: string): string | null {
  return URL.canParse(text) ? new URL(text).origin : null
}

/** Also finds the focus inside a shadow root of the site. */
function focused(): Element | null {
  let found = document.activeElement
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement
  return found
}

/** Whether the user has just acted in the page, and not by typing in a field. */
function hasClicked(focus: Element | null): boolean {
  const isTyping = focus?.matches('textarea, select, input:not([type=button], [type=submit]), [contenteditable]')
  return navigator.userActivation?.isActive === true && !isTyping
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
