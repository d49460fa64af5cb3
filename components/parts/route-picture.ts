import { css, html, LitElement } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { theme } from '../theme.ts'
import { markOfToken } from './asset-marks.ts'
import './letter-disc.ts'

/** From whom, what, to whom: three discs and a dashed line. */
@customElement('route-picture')
export class RoutePicture extends LitElement {
  static override styles = [
    theme,
    css`
      :host { display: flex; align-items: center; justify-content: center; gap: 10px; margin-bottom: 10px }
      i { width: 48px; height: 2px; background: repeating-linear-gradient(90deg, var(--faint) 0 5px, transparent 5px 9px) }
    `,
  ]

  @property() from = ''
  @property() fromColor = ''
  @property() symbol = ''
  @property() to = ''

  protected override render() {
    const mark = markOfToken(this.symbol)
    return html`<letter-disc square letter=${this.from} color=${this.fromColor}></letter-disc><i></i>
      <letter-disc letter=${mark.letter} color=${mark.color}></letter-disc><i></i>
      <letter-disc square letter=${this.to} color="#10365c"></letter-disc>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'route-picture': RoutePicture
  }
}
