import { css, html, nothing } from 'lit'
import { clockIcon } from '../ui/icons.ts'
import { outsideLink } from './controls.ts'
import { hero, page } from './layout.ts'
import { resendMessage } from './resend-message.ts'
import { Screen } from './screen.ts'
import { waitLead, waitTitle } from './wait-texts.ts'

/** The user approves elsewhere: on the exchange's page, in an e-mail or on a device. The page polls. */
export class HandOffScreen extends Screen<'hand-off'> {
  static override styles = [
    ...Screen.styles,
    css`.number { font-size: 2.5rem; font-weight: 650; letter-spacing: 0.15em; font-variant-numeric: tabular-nums }`,
  ]

  protected override render() {
    const { integration, connection, confirmationNumber } = this.state
    const { name } = integration
    const { redirectUrl, waitingFor, sentTo, url } = connection
    const words = this.texts.handOff
    // The same element, so that a screen reader reads its new text.
    const status = (text: string, className: 'hint' | 'number') =>
      html`<p class="${className} center" role="status">${text}</p>`
    if (confirmationNumber !== null)
      return page([
        hero('wait', { icon: clockIcon, title: words.number, lead: words.numberLead(name) }),
        status(confirmationNumber, 'number'),
      ])
    const [title, lead] =
      waitingFor === undefined
        ? [words.title(name), words.lead]
        : [waitTitle(this.texts, waitingFor), waitLead(this.texts, name, { place: waitingFor, sentTo })]
    return page(
      [
        hero('wait', { icon: clockIcon, title, lead }),
        status(words.waiting, 'hint'),
        waitingFor === undefined ? nothing : resendMessage(this, this.state.resentAtMs),
      ],
      outsideLink(this.texts, { url: redirectUrl ?? url, label: words.open(name) }),
    )
  }
}

customElements.define('hand-off-screen', HandOffScreen)
