import { html } from 'lit'
import { markOf } from './asset-marks.ts'
import { type Disc, letterDisc } from './letter-disc.ts'

interface Token {
  symbol: string
  mark?: Disc | null
}

interface Picture {
  from: string
  token: Token
  to: string
  fromColor?: string
}

/** Sender, asset and recipient: three discs and a dashed line. */
export function routePicture({ from, token: { symbol, mark }, to, fromColor = '' }: Picture) {
  return html`<div class="route" aria-hidden="true">${letterDisc({ letter: from, color: fromColor }, 'square')}<hr />
    ${letterDisc(markOf(mark, symbol))}<hr />${letterDisc({ letter: to, color: '#10365c' }, 'square')}</div>`
}
