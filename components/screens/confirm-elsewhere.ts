import { html, nothing } from 'lit'
import { clockIcon } from '../ui/icons.ts'
import '../ui/copy-text.ts'
import { moneyButton, outsideLink } from './controls.ts'
import { addressRow, alert, box, hero, page } from './layout.ts'
import { networkName } from './names.ts'
import { resendMessage } from './resend-message.ts'
import { Screen } from './screen.ts'
import { waitLead } from './wait-texts.ts'

/**
 * The exchange requires an approval elsewhere before it sends. The page polls, and the button checks at once. The preview stays
 * valid meanwhile.
 */
export class ConfirmElsewhereScreen extends Screen<'confirm-elsewhere'> {
  protected override render() {
    const { texts } = this
    const words = texts.confirmElsewhere
    const { kind, errorData, isNotYet, pending, quote } = this.state
    const { fromName } = quote.preview
    const isChecking = pending?.call === 'execute'
    return page(
      [
        hero('wait', { icon: clockIcon, title: words.titles[kind], lead: [this.lead(), ' ', words.nothingYet] }),
        isNotYet ? alert('warn', words.notYet(fromName)) : nothing,
        kind === 'addressWhitelistRequired' ? this.address() : resendMessage(this, this.state.resentAtMs),
      ],
      [
        outsideLink(texts, { url: errorData.url, label: texts.handOff.open(fromName), isQuiet: true }),
        moneyButton(this, { label: words.cta, busyLabel: texts.common.checking, isBusy: isChecking }),
      ],
      () => {
        if (!isChecking) this.send({ type: 'confirmedElsewhere' })
      },
    )
  }

  private lead(): string {
    const { kind, errorData, quote } = this.state
    const { fromName } = quote.preview
    if (kind === 'addressWhitelistRequired') return this.texts.confirmElsewhere.saveAddress(fromName)
    return kind === 'emailConfirmationRequired'
      ? waitLead(this.texts, fromName, { place: 'email', sentTo: errorData.sentTo })
      : waitLead(this.texts, fromName, { place: 'device', sentTo: errorData.device })
  }

  private address() {
    const words = this.texts.confirmElsewhere
    const { preview } = this.state.quote
    return box(
      addressRow(this, preview),
      [words.address, html`<copy-text button-only .text=${preview.toAddress} .what=${words.address}></copy-text>`],
      [words.network, networkName(this.texts, preview.networkName, preview.simulated)],
    )
  }
}

customElements.define('confirm-elsewhere-screen', ConfirmElsewhereScreen)
