import { html, nothing } from 'lit'
import type { HandOff } from '../flow/flow-state.ts'
import { clockIcon } from '../parts/icons.ts'
import { texts } from '../texts/texts.ts'
import { hero, outsideLink, resendLink } from './rare-pieces.ts'
import { page, type Screen } from './screen.ts'

/** The user says yes elsewhere: on the exchange's page, in an e-mail, on a device. This page goes on by itself. */
export function handOff({ integration: { name }, connection, resentAtMs }: HandOff, screen: Screen) {
  const words = texts.handOff
  const { redirectUrl, waitingFor, sentTo, url } = connection
  return page(
    [
      waitingFor === undefined
        ? hero('wait', clockIcon, words.title(name), words.lead)
        : hero('wait', clockIcon, waitTitle(waitingFor), waitLead(waitingFor, name, sentTo)),
      html`<p class="hint center" role="status">${words.waiting}</p>`,
      waitingFor === undefined
        ? nothing
        : html`<div class="ways center">${resendLink(words.resend, words.resent, resentAtMs, screen)}</div>`,
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
