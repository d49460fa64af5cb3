import { css, html, LitElement, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { theme } from '../theme.ts'
import { cssValues } from './css-values.ts'

/** A letter on a colour, in place of a logo: nothing is loaded from anywhere. Pure decoration, its name stands beside it. */
@customElement('letter-disc')
export class LetterDisc extends LitElement {
  static override styles = [
    theme,
    css`
      :host { position: relative; display: inline-block; flex: none; width: 40px; height: 40px }
      span { position: absolute; display: grid; place-items: center; border-radius: 50%; color: #fff; line-height: 1 }
      .disc { inset: 0; font-weight: 700; font-size: 16px; box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--text) 14%, transparent) }
      .badge { inset-inline-end: -4px; bottom: -4px; width: 20px; height: 20px; border: 2px solid var(--bg); font-size: 9px; font-weight: 700 }
      :host([square]) .disc { border-radius: 11px }
      .dark { color: #10151c }
    `,
  ]

  @property() letter = ''
  @property() color = ''
  @property({ type: Boolean, reflect: true }) square = false
  @property() badge = ''
  @property() badgeColor = ''

  protected override render() {
    return html`${this.disc('disc', this.letter, this.color)}
      ${this.badge === '' ? nothing : this.disc('badge', this.badge, this.badgeColor)}`
  }

  private disc(part: string, letter: string, color: string) {
    const background = /^#[0-9a-f]{6}$/i.test(color) ? color : colorOf(letter)
    return html`<span class="${part} ${isLight(background) ? 'dark' : ''}" ${cssValues({ background })}
      aria-hidden="true">${[...letter][0] ?? ''}</span>`
  }
}

const palette = ['#10365c', '#4338ca', '#0f766e', '#155e75', '#6d28d9', '#1d4ed8', '#334155', '#166534']

function colorOf(text: string): string {
  return palette[(text.codePointAt(0) ?? 0) % palette.length] ?? '#10365c'
}

function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[0-9a-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16))
  return red * 0.299 + green * 0.587 + blue * 0.114 > 160
}

declare global {
  interface HTMLElementTagNameMap {
    'letter-disc': LetterDisc
  }
}
