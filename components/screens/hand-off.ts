import { html, nothing } from 'lit'
import type { HandOff } from '../flow/flow-state.ts'
import { texts } from '../texts/texts.ts'
import { clockIcon } from '../ui/icons.ts'
import { hero, outsideLink, resendLink } from './on-demand-templates.ts'
import { page, type Screen } from './screen.ts'

/** The user approves elsewhere: on the exchange's page, in an e-mail or on a device. The page polls. */
export function handOff(state: HandOff, screen: Screen) {
  const { integration, connection, resentAtMs, confirmationNumber } = state
  const { name } = integration
  const words = texts.handOff
  const { redirectUrl, waitingFor, sentTo, url } = connection
  // The same element, so that a screen reader reads its new text.
  const status = (text: string, className: 'hint' | 'number') =>
    html`<p class="${className} center" role="status">${text}</p>`
  if (confirmationNumber !== null)
    return page([
      hero('wait', { icon: clockIcon, title: words.number, lead: words.numberLead(name) }),
      status(confirmationNumber, 'number'),
    ])
  return page(
    [
      waitingFor === undefined
        ? hero('wait', { icon: clockIcon, title: words.title(name), lead: words.lead })
        : hero('wait', { icon: clockIcon, title: waitTitle(waitingFor), lead: waitLead(waitingFor, name, sentTo) }),
      status(words.waiting, 'hint'),
      waitingFor === undefined
        ? nothing
        : html`<div class="ways center">${resendLink(screen, { label: words.resend, sent: words.resent, resentAtMs })}</div>`,
    ],
    outsideLink(redirectUrl ?? url, words.open(name)),
  )
}

function waitTitle(place: 'email' | 'device'): string {
  const { titles } = texts.confirmElsewhere
  return place === 'email' ? titles.emailConfirmationRequired : titles.deviceConfirmationRequired
}

export function waitLead(place: 'email' | 'device', exchange: string, sentTo: unknown): string {
  const words = texts.handOff
  const to = typeof sentTo === 'string' ? sentTo : ''
  return place === 'email'
    ? words.email(exchange, to || words.yourAddress)
    : words.device(exchange, to || words.yourDevice)
}
