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
  fromBrand?: Pick<Disc, 'color' | 'logo'> | undefined
  /** How many of the two lines a transfer has passed. */
  progress?: number
}

/** Sender, asset and recipient: three discs and a dashed line, which fills as the transfer proceeds. */
export function routePicture({ from, token: { symbol, mark }, to, fromBrand, progress = 0 }: Picture) {
  const line = (index: number) => html`<hr class=${index < progress ? 'done' : ''} />`
  return html`<div class="route" aria-hidden="true">${letterDisc({ letter: from, color: '', ...fromBrand }, 'square')}${line(0)}
    ${letterDisc(markOf(mark, symbol))}${line(1)}${letterDisc({ letter: to, color: '#10365c' }, 'square')}</div>`
}
