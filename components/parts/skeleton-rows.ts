import { css, html, LitElement } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { theme } from '../theme.ts'

/** Rows in the shape of what is being loaded. They wait a moment, so that a fast answer shows no flicker. */
@customElement('skeleton-rows')
export class SkeletonRows extends LitElement {
  static override styles = [
    theme,
    css`
      :host { display: block; animation: appear 0.2s 0.25s both }
      div { display: flex; align-items: center; gap: 12px; min-height: 60px }
      i { background: var(--surface-2); border-radius: 6px; height: 12px; flex: 0 1 var(--w, 40%) }
      i:first-child { --w: 40px; height: 40px; border-radius: 50%; flex: none; width: 40px }
      i:last-child { margin-inline-start: auto; flex-basis: 18% }
      @keyframes appear { from { opacity: 0 } }
    `,
  ]

  @property({ type: Number }) count = 5

  protected override render() {
    return html`${Array.from({ length: this.count }, () => html`<div aria-hidden="true"><i></i><i></i><i></i></div>`)}`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'skeleton-rows': SkeletonRows
  }
}
