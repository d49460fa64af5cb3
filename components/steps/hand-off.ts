import { html, nothing } from 'lit'
import type { HandOff } from '../flow/flow-state.ts'
import { isWebAddress } from '../link-messages.ts'
import { clockIcon, outsideIcon } from '../parts/icons.ts'
import { texts } from '../texts/texts.ts'
import { hero, page } from './screen.ts'

/** The user approves on the exchange's own page; this one goes on by itself. The window opens from the click. */
export function handOff({ integration: { name }, connection: { redirectUrl } }: HandOff) {
  const words = texts.handOff
  return page(
    [
      hero('wait', clockIcon, words.title(name), words.lead),
      html`<p class="hint center" role="status">${words.waiting}</p>`,
    ],
    isWebAddress(redirectUrl)
      ? html`<a class="button" href=${redirectUrl} target="_blank" rel="noopener noreferrer">${words.open(name)}${outsideIcon}<span
          class="sr">${texts.common.opensNewWindow}</span></a><p class="note">${words.note}</p>`
      : nothing,
  )
}
