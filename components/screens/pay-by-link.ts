import { css, html, nothing } from 'lit'
import type { QrCode } from '../flow/transfer-responses.ts'
import { formatToken } from '../texts/format.ts'
import { fullAddress } from '../ui/full-address.ts'
import { outsideIcon } from '../ui/icons.ts'
import { scrollToOpened } from '../ui/scroll-to-opened.ts'
import '../ui/copy-text.ts'
import { button, guarded, guardHint, leaveButton } from './controls.ts'
import { alert, amountHero, box, page } from './layout.ts'
import { Screen } from './screen.ts'

/**
 * A payment from any wallet: on a phone a link that opens a wallet app, elsewhere a QR code for the phone's camera, and the data to
 * enter manually. If the server watches the chain, the page continues automatically.
 */
export class PayByLinkScreen extends Screen<'pay-by-link'> {
  static override properties = { ...Screen.properties, isOpen: { state: true } }
  static override styles = [
    ...Screen.styles,
    css`
      .qr { width: min(228px, 100%); margin: 4px auto 14px; border-radius: var(--radius-l); background: #fff; box-shadow: 0 0 0 1px var(--border) }
      .qr path { fill: #10151c; stroke: none }
      .by-hand { border-top: 1px solid var(--border) }
      .by-hand .qr { display: block }
    `,
  ]

  /** The data for a manual payment is open. Null until the user opens or closes it. */
  declare private isOpen: boolean | null

  constructor() {
    super()
    this.isOpen = null
  }

  protected override render() {
    const { payment } = this.state
    const words = this.texts.payLink
    const amount = formatToken(payment.amount, payment.symbol)
    const uri = safeUri(payment.paymentUri)
    // On the phone that has the wallet, a QR code cannot be scanned.
    const isPhone = matchMedia('(pointer: coarse)').matches
    const code = this.qrCode(payment.qr)
    return page(
      [
        amountHero(amount, words.title(amount), this.lead(isPhone && uri !== null)),
        // Coins sent on another network are lost, so the network comes first.
        alert('warn', words.only(payment.symbol, payment.networkName)),
        isPhone && uri !== null ? nothing : code,
        payment.watched
          ? html`<p class="waits" role="status"><i class="wheel"></i>${words.waiting}</p>`
          : alert('warn', words.unseen),
        isPhone && uri !== null
          ? html`<details class="by-hand" @toggle=${({ target }: Event) => scrollToOpened(target as HTMLDetailsElement)}><summary>${words.showCode}</summary>${code}</details>`
          : nothing,
        this.manualPayment(uri),
      ],
      [
        uri === null ? nothing : this.walletLink(uri, isPhone),
        payment.watched
          ? leaveButton(this, this.texts.common.close)
          : button(this, { label: words.paid, event: { type: 'paymentReported' }, isQuiet: isPhone && uri !== null }),
      ],
    )
  }

  private lead(opensWallet: boolean): string {
    const { payLink: words } = this.texts
    if (!this.state.payment.watched) return words.manualLead(this.app)
    return opensWallet ? words.phoneLead : words.lead
  }

  /** Opens a wallet app. On a computer the button below continues, if there is one. */
  private walletLink(uri: string, isPhone: boolean) {
    const { isIdle, click } = guarded(this)
    const isQuiet = !isPhone && !this.state.payment.watched
    return [
      html`<a class="button ${isQuiet ? 'quiet' : ''}" href=${uri} aria-disabled=${isIdle} @click=${click}>${this.texts.payLink.open}${outsideIcon}</a>`,
      guardHint(this),
    ]
  }

  private manualPayment(uri: string | null) {
    const { payLink } = this.texts
    const isOpen = this.isOpen ?? uri === null
    const toggle = async ({ target }: Event) => {
      const details = target as HTMLDetailsElement
      // A section that is open from the beginning reports that, too.
      if (details.open === isOpen) return
      this.isOpen = details.open
      await this.updateComplete
      scrollToOpened(details)
    }
    return html`<details class="by-hand" ?open=${isOpen} @toggle=${toggle}><summary>${payLink.manual}</summary>
      ${isOpen ? this.manualRows(uri) : nothing}</details>`
  }

  private manualRows(uri: string | null) {
    const { review, payLink, wallets, confirmElsewhere, track } = this.texts
    const { amount, address, addressTag, symbol, networkName, minimum, contractAddress } = this.state.payment
    return box(
      [
        track.amount,
        html`<copy-text .text=${amount} .what=${track.amount}>${formatToken(amount, symbol)}</copy-text>`,
        'firm',
      ],
      [
        confirmElsewhere.address,
        html`<copy-text .text=${address} .what=${confirmElsewhere.address}>${fullAddress(address)}</copy-text>`,
        'wide',
      ],
      addressTag !== '' && [review.tag, html`<copy-text .text=${addressTag} .what=${review.tag}></copy-text>`],
      [confirmElsewhere.network, networkName],
      contractAddress !== '' && [wallets.contract, fullAddress(contractAddress), 'wide'],
      minimum !== null && [payLink.minimum, formatToken(minimum, symbol)],
      uri !== null && [payLink.link, html`<copy-text button-only .text=${uri} .what=${payLink.link}></copy-text>`],
    )
  }

  /** Dark on light in every theme, as scanners require. */
  private qrCode({ size, path }: QrCode) {
    return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${this.texts.payLink.code}><path d=${path} /></svg>`
  }
}

customElements.define('pay-by-link-screen', PayByLinkScreen)

/** Only URIs that open a wallet app. */
function safeUri(uri: string | null): string | null {
  return uri !== null && /^(ethereum|bitcoin|solana|litecoin|dogecoin):/.test(uri) ? uri : null
}
