import { html, nothing } from 'lit'
import { texts } from '../texts/texts.ts'
import { fullAddress } from '../ui/full-address.ts'
import type { Row } from './templates.ts'

interface Receiver {
  toAddress: string
  addressTag: string | null
}

/** The recipient: the full address, and the tag without which the funds would be lost. */
export function addressRow(app: string, { toAddress, addressTag }: Receiver): Row {
  const tag = addressTag
    ? html`<small class="tag">${texts.review.tag}: <b dir="ltr">${addressTag}</b></small>`
    : nothing
  return [texts.review.to(app), html`${fullAddress(toAddress)}${tag}`, 'wide']
}
