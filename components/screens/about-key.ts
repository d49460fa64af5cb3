import { html, nothing } from 'lit'
import type { Integration } from '../flow/link-responses.ts'
import { isWebAddress } from '../protocol/link-messages.ts'
import { texts } from '../texts/texts.ts'
import { outsideIcon } from '../ui/icons.ts'
import type { Screen } from './screen.ts'
import { copyable } from './templates.ts'

/** The page for creating a key, and the permissions that the key needs. Some exchanges also require an allowlist of addresses. */
export function aboutKey({ name, auth: { keysUrl, serverAddresses } }: Integration, screen: Screen) {
  const words = texts.handOff
  return [
    isWebAddress(keysUrl)
      ? html`<p class="hint">${words.keyRights}<br /><a class="link" href=${keysUrl} target="_blank" rel="noopener noreferrer">${words.makeKey(name)}${outsideIcon}<span
          class="sr">${texts.common.opensNewWindow}</span></a></p>`
      : nothing,
    serverAddresses
      ? html`<div class="alert" role="note"><span>${words.allowAddresses(name)}${serverAddresses.map(
          (address) => html`<br />${copyable(screen, { text: address, what: address })}`,
        )}</span></div>`
      : nothing,
  ]
}
