import { ContextConsumer } from '@lit/context'
import { css, html, LitElement, nothing } from 'lit'
import { textsContext } from '../texts/contexts.ts'
import { base, theme } from './theme.ts'

const confirmedMs = 2000

/** A text and a button that copies it, with a confirmation for two seconds. The element's content replaces the shown text. */
export class CopyText extends LitElement {
  static override styles = [
    theme,
    base,
    css`
      .mono { font: 0.8125rem/1.55 var(--mono); direction: ltr; unicode-bidi: isolate; overflow-wrap: anywhere; margin-inline-end: 4px }
      .copy { font: 600 0.8125rem/1 var(--sans); min-height: 24px; padding: 0; border: 0; background: none; color: var(--accent);
        border-radius: 6px; position: relative; white-space: nowrap }
      .copy::after { content: ''; position: absolute; inset: -10px -8px }
    `,
  ]
  static override properties = {
    text: {},
    what: {},
    buttonOnly: { type: Boolean, attribute: 'button-only' },
    isCopied: { state: true },
  }

  declare text: string
  /** The name of the text, for screen readers. */
  declare what: string
  declare buttonOnly: boolean
  declare private isCopied: boolean
  private readonly texts = new ContextConsumer(this, { context: textsContext, subscribe: true })

  constructor() {
    super()
    this.text = ''
    this.what = ''
    this.buttonOnly = false
    this.isCopied = false
  }

  protected override render() {
    const common = this.texts.value?.common
    const shown = this.buttonOnly ? nothing : html`<span class="mono"><slot>${this.text}</slot></span> `
    return html`${shown}<button type="button" class="copy" @click=${this.copy}>
      ${this.isCopied ? common?.copied : common?.copy}<span class="sr"> ${this.what}</span></button><span class="sr"
      role="status">${this.isCopied ? common?.copied : ''}</span>`
  }

  private async copy() {
    await navigator.clipboard.writeText(this.text).catch(() => {})
    this.isCopied = true
    setTimeout(() => {
      this.isCopied = false
    }, confirmedMs)
  }
}

customElements.define('copy-text', CopyText)

declare global {
  interface HTMLElementTagNameMap {
    'copy-text': CopyText
  }
}
