import { html } from 'lit'
import type { Destination } from '../flow/link-responses.ts'
import { markOf } from '../ui/asset-marks.ts'
import { letterDisc } from '../ui/letter-disc.ts'

/** An asset that the app accepts, and its network. */
export function destinationRow({ symbol, tokenName, networkName, mark, networkMark }: Destination) {
  return html`${letterDisc(markOf(mark, symbol), '', markOf(networkMark, networkName))}
    <span class="mid"><b>${tokenName}</b><small><bdi>${symbol}</bdi> · <bdi>${networkName}</bdi></small></span>`
}
