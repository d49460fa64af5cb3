import { html } from 'lit'
import { shorten } from '../texts/format.ts'
import type { Texts } from '../texts/texts.ts'
import { outsideIcon } from './icons.ts'

/** A link to the transaction in the network's explorer, or only the hash if there is no explorer page. */
export function explorerLink({ common }: Texts, hash: string, url: string | null) {
  const isSafe = url !== null && /^(https?:\/\/|\/)/.test(url)
  if (!isSafe) return html`<span class="mono" title=${hash}>${shorten(hash)}</span>`
  return html`<a class="mono explorer" href=${url} target="_blank" rel="noopener noreferrer">${shorten(hash)}${outsideIcon}<span
    class="sr">${common.opensNewWindow}</span></a>`
}
