import { html } from 'lit'
import type { Integration } from '../flow/link-answers.ts'
import { texts } from '../texts/texts.ts'
import { copyable } from './pieces.ts'
import type { Screen } from './screen.ts'

/** Keys of some exchanges are good from known addresses alone: those that the user allows there. */
export function keyAddresses({ name, auth: { serverAddresses } }: Integration, screen: Screen) {
  return (
    serverAddresses &&
    html`<div class="alert" role="note"><span>${texts.handOff.allowAddresses(name)}${serverAddresses.map(
      (address) => html`<br />${copyable(screen, address, address)}`,
    )}</span></div>`
  )
}
