import { css, html, LitElement } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { groupAddress } from '../texts/format.ts'
import { theme } from '../theme.ts'

/** A whole address in groups of four, its beginning and end in bold. What is copied is the address without gaps. */
@customElement('full-address')
export class FullAddress extends LitElement {
  static override styles = [
    theme,
    css`
      :host { display: block; font: 13px/1.55 var(--mono); color: var(--muted) }
      bdi { display: flex; flex-wrap: wrap; gap: 0 0.55em }
      b { color: var(--text); font-weight: 700 }
    `,
  ]

  @property() address = ''

  protected override render() {
    const groups = groupAddress(this.address)
    const isEdge = (index: number) => groups.length < 5 || index < 2 || index >= groups.length - 2
    return html`<bdi dir="ltr" @copy=${this.copy}>${groups.map((group, index) =>
      isEdge(index) ? html`<b>${group}</b>` : html`<span>${group}</span>`,
    )}</bdi>`
  }

  private copy(event: ClipboardEvent) {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', this.address)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'full-address': FullAddress
  }
}
