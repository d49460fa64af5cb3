import type { Texts } from '../texts/texts.ts'

type Place = 'email' | 'device'

export function waitTitle({ confirmElsewhere: { titles } }: Texts, place: Place): string {
  return place === 'email' ? titles.emailConfirmationRequired : titles.deviceConfirmationRequired
}

/** `sentTo` is the masked address or the device, if the exchange names one. */
export function waitLead({ handOff }: Texts, exchange: string, { place, sentTo }: { place: Place; sentTo: unknown }) {
  const to = typeof sentTo === 'string' ? sentTo : ''
  return place === 'email'
    ? handOff.email(exchange, to || handOff.yourAddress)
    : handOff.device(exchange, to || handOff.yourDevice)
}
