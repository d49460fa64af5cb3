import { css, html, LitElement, nothing } from 'lit'
import './copy-button.ts'
import { splitId } from './split-id.ts'

/**
 * An id, hash or address, shortened in the middle: `<short-id text="0x8ba1…" what="the address" href="/transfers/…">`. The whole text
 * is in the page, so a selection copies it and the browser's search finds it.
 */
export class ShortId extends LitElement {
  static override styles = css`
    :host { white-space: nowrap }
    a { color: var(--accent); text-decoration: none }
    a:hover { text-decoration: underline; text-underline-offset: 3px }
    .id { font: 0.8125rem/1.5 var(--mono); direction: ltr; unicode-bidi: isolate; overflow-wrap: anywhere; white-space: normal }
    .id:has(.middle) { white-space: nowrap }
    copy-button { margin-inline-start: 2px }
    .middle { font-size: 0 }
    .middle::before { content: '…'; font-size: 0.8125rem }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px }
  `
  static override properties = {
    text: {},
    what: {},
    href: {},
    isCopyless: { type: Boolean, attribute: 'copyless' },
  }

  declare text: string
  /** The name of the text, for screen readers. */
  declare what: string
  /** Of the page about it. */
  declare href: string
  /** Without the button that copies it. */
  declare isCopyless: boolean

  constructor() {
    super()
    this.text = ''
    this.what = ''
    this.href = ''
    this.isCopyless = false
  }

  protected override render() {
    const { text, what, href } = this
    const [start, middle, end] = splitId(text)
    const id = html`<span class="id" title=${middle === '' ? nothing : text}>${start}${
      middle === '' ? nothing : html`<span class="middle">${middle}</span>`
    }${end}</span>`
    const copy = html`<copy-button text=${text} what=${what}></copy-button>`
    return html`${href === '' ? id : html`<a href=${href}>${id}</a>`}${this.isCopyless ? nothing : copy}`
  }
}

customElements.define('short-id', ShortId)

declare global {
  interface HTMLElementTagNameMap {
    'short-id': ShortId
  }
}
