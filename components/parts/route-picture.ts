import { html } from 'lit'
import { markOfToken } from './asset-marks.ts'
import { letterDisc } from './letter-disc.ts'

/** From whom, what, to whom: three discs and a dashed line. */
export function routePicture(from: string, symbol: string, to: string, fromColor = '') {
  return html`<div class="route" aria-hidden="true">${letterDisc({ letter: from, color: fromColor }, 'square')}<hr />
    ${letterDisc(markOfToken(symbol))}<hr />${letterDisc({ letter: to, color: '#10365c' }, 'square')}</div>`
}
