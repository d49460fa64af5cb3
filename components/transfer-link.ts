import { html, LitElement, nothing, type PropertyValues } from 'lit'
import { type LinkChannel, openChannel } from './link-channel.ts'
import { type FrameMessage, isWebAddress, readFrameMessage, type SiteMessage } from './link-messages.ts'
import { stayAboveKeyboard } from './parts/above-keyboard.ts'
import { plainColor, readTokens } from './parts/looks.ts'
import { shellStyles } from './parts/shell-styles.ts'
import type {
  BrokerConnectedPayload,
  ExitDetail,
  IntegrationAccessToken,
  LinkEvent,
  SessionSummary,
  TransferFinishedPayload,
} from './payloads.ts'
import { shellTexts } from './texts/shell-texts.ts'

export interface TransferLinkEvents {
  brokerConnected: CustomEvent<BrokerConnectedPayload>
  transferFinished: CustomEvent<TransferFinishedPayload>
  linkEvent: CustomEvent<LinkEvent>
  exit: CustomEvent<ExitDetail>
}

/** Every event of the element: its own, and those of any element. */
export interface TransferLinkEventMap extends HTMLElementEventMap, TransferLinkEvents {}

/**
 * Opens a link: a dialog (a sheet on small screens) around the hosted page, so that what the user types never enters the
 * site's page. In the hosted page an element of the same name shows the steps.
 *
 * @fires {CustomEvent<BrokerConnectedPayload>} brokerConnected - an account was connected
 * @fires {CustomEvent<TransferFinishedPayload>} transferFinished - a transfer ended, well or not: once per transfer
 * @fires {CustomEvent<LinkEvent>} linkEvent - progress and errors
 * @fires {CustomEvent<ExitDetail>} exit - the link was closed: once per opening, last
 * @attr theme - light, dark or system (the default)
 * @attr locale - language and region of everything shown, as `fr-CA`; system is the default
 * @attr fiat-currency - the currency of what is shown in fiat, as `EUR`
 * @attr brand-color - any CSS colour: from it come buttons, links and focus that can be read on light and on dark
 * @csspart dialog - the dialog or sheet
 * @csspart frame - the frame of the hosted page
 * @csspart cover - what stands over the frame until it is there
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
export class TransferLink extends LitElement {
  static override styles = shellStyles

  // Written out, not as decorators: every site loads this file, and their helpers would be a tenth of it.
  static override properties = {
    url: { attribute: false },
    accessTokens: { attribute: false },
    theme: { reflect: true },
    locale: {},
    fiatCurrency: { attribute: 'fiat-currency' },
    brandColor: { attribute: 'brand-color' },
    texts: { state: true },
    frame: { state: true },
  }

  /** The `iFrameUrl` to open. Holds a one-time code, therefore never an attribute. Set it, or call `openPopup`. */
  url: string | null = null
  /** Accounts connected earlier. Only the first one is used. */
  accessTokens: IntegrationAccessToken[] = []
  theme: 'light' | 'dark' | 'system' = 'system'
  /** The language and region of what is shown, as in `fr-CA`. The browser's for `system`, or without one. */
  locale = ''
  /** The currency of what is shown in fiat, as in `EUR`. */
  fiatCurrency = ''
  /** Any CSS colour. Where it could not be read, it is moved as little as it takes. */
  brandColor = ''
  /** How long the hosted page may stay silent before that is said. */
  patienceMs = 12_000

  private texts = shellTexts
  private frame: 'closed' | 'loading' | 'silent' | 'ready' = 'closed'
  private source = ''
  private iframe: HTMLIFrameElement | null = null
  private channel: LinkChannel<SiteMessage> | null = null
  private patience: ReturnType<typeof setTimeout> | undefined
  private opener: Element | null = null
  private leaveKeyboard = () => {}
  private finished: string | undefined
  /** For the summary, when the page closes the link before the frame can. */
  private underWay: SessionSummary['transfer']

  /** Opens a link. A link that is still open is closed first. */
  openPopup(url: string) {
    this.closePopup()
    this.url = url
    this.open(url)
  }

  /** Closes at once, without asking. A transfer that was sent goes on. */
  closePopup() {
    if (this.frame !== 'closed') this.end(this.underWay ? { summary: { page: '', transfer: this.underWay } } : {})
  }

  /** Asks the user to leave, as Escape does: at once where nothing is at stake. */
  requestClose() {
    if (this.frame === 'ready') this.channel?.send({ type: 'closeRequested' })
    else this.closePopup()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.closePopup()
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (!changed.has('url') || this.url === this.source) return
    const next = this.url
    this.closePopup()
    if (next) {
      this.url = next
      this.open(next)
    }
  }

  protected override updated() {
    if (this.iframe) this.iframe.title = this.texts.title
    if (this.frame === 'loading' && !this.dialog?.open) this.dialog?.showModal()
  }

  protected override render() {
    const { texts } = this
    if (this.frame === 'closed') return html`<slot></slot>`
    return html`<slot></slot>
      <dialog part="dialog" lang=${texts.lang} dir="auto" aria-label=${texts.title} @cancel=${this.cancel} @close=${this.closed}
        @click=${this.clickBackdrop}>
        ${this.iframe} ${this.frame === 'ready' ? nothing : this.cover()}
      </dialog>`
  }

  private get dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog')
  }

  private cover() {
    const { texts } = this
    if (this.frame === 'loading')
      return html`<div class="cover" part="cover"><div class="wheel"></div><p role="status">${texts.loading}</p>
        <button @click=${this.closePopup}>${texts.close}</button></div>`
    return html`<div class="cover" part="cover" role="alert"><b>${texts.silentTitle}</b><p>${texts.silent}</p>
      <button @click=${this.wait}>${texts.retry}</button>
      <button @click=${() => this.end({ error: texts.silentTitle })}>${texts.close}</button></div>`
  }

  private open(url: string) {
    this.source = url
    if (!isWebAddress(url)) {
      this.frame = 'loading'
      this.end({ error: this.texts.invalidLink })
      return
    }
    this.opener = document.activeElement
    this.leaveKeyboard = stayAboveKeyboard(this)
    this.finished = this.underWay = undefined
    const address = new URL(url)
    const { theme, locale, fiatCurrency, brandColor } = this
    const looks = { brand: plainColor(brandColor), look: readTokens(this) }
    const wishes = { th: theme, lng: locale, fiatCur: fiatCurrency, ...looks }
    for (const [name, wish] of Object.entries(wishes))
      if (wish && wish !== 'system') address.searchParams.set(name, wish)
    this.source = this.url = address.href
    // A new frame for each opening: what an earlier one still says comes from another window.
    this.iframe = Object.assign(document.createElement('iframe'), {
      allow: 'clipboard-write',
      part: 'frame',
      referrerPolicy: 'no-referrer',
      sandbox: 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals',
    })
    this.channel = openChannel<FrameMessage, SiteMessage>({
      peer: () => this.iframe?.contentWindow,
      origin: address.origin,
      read: readFrameMessage,
      receive: (message) => this.receive(message),
    })
    this.wait()
    this.speak()
  }

  /** English is here at once; another language comes while the hosted page is loading. */
  private async speak() {
    const isEnglish = /^en/.test(this.locale || navigator.language)
    const loaded = isEnglish ? null : await import('./texts/shell-languages.ts').catch(() => null)
    this.texts = loaded?.shellTextsFor(this.locale) ?? shellTexts
  }

  private wait() {
    this.frame = 'loading'
    clearTimeout(this.patience)
    this.patience = setTimeout(() => {
      this.frame = 'silent'
    }, this.patienceMs)
    if (this.iframe) this.iframe.src = this.source
  }

  private receive(message: FrameMessage) {
    switch (message.type) {
      case 'loaded':
        return this.becomeReady()
      case 'brokerageAccountAccessToken':
        return this.emit('brokerConnected', message.payload)
      case 'transferFinished':
        if (this.finished && this.finished === message.payload.transferId) return
        this.finished = message.payload.transferId
        this.underWay = undefined
        return this.emit('transferFinished', { type: message.type, payload: message.payload })
      case 'oauthLinkOpen':
        window.open(message.link, '_blank', 'noopener,width=700,height=800')
        return
      case 'close':
      case 'done': {
        const { payload } = message
        return this.end({ ...(payload.errorMessage && { error: payload.errorMessage }), summary: payload })
      }
      default:
        if (message.type === 'transferExecuted') this.underWay = message.payload as SessionSummary['transfer']
        return this.emit('linkEvent', message)
    }
  }

  private becomeReady() {
    clearTimeout(this.patience)
    this.frame = 'ready'
    if (this.accessTokens.length > 0) this.channel?.send({ type: 'frontAccessTokens', payload: this.accessTokens })
    this.iframe?.focus()
  }

  private end(detail: ExitDetail) {
    if (this.frame === 'closed') return
    clearTimeout(this.patience)
    this.leaveKeyboard()
    this.channel?.close()
    this.channel = null
    this.frame = 'closed'
    this.url = null
    this.source = ''
    if (this.hasUpdated) this.dialog?.close()
    if (this.opener instanceof HTMLElement) this.opener.focus()
    this.opener = null
    this.emit('exit', detail)
  }

  private cancel(event: Event) {
    event.preventDefault()
    this.requestClose()
  }

  // The browser may close a dialog by itself. Its event comes late: by then another link may be open.
  private closed() {
    if (!this.dialog?.open) this.closePopup()
  }

  private clickBackdrop(event: MouseEvent) {
    if (event.target === this.dialog) this.requestClose()
  }

  private emit<Name extends keyof TransferLinkEvents>(name: Name, detail: TransferLinkEvents[Name]['detail']) {
    this.dispatchEvent(new CustomEvent(name, { detail: structuredClone(detail), bubbles: true, composed: true }))
  }
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
if (!customElements.get('transfer-link')) customElements.define('transfer-link', TransferLink)

declare global {
  interface HTMLElementTagNameMap {
    'transfer-link': TransferLink
  }
}
