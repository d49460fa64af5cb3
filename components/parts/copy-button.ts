import { css, html, LitElement } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { texts } from '../texts/texts.ts'
import { base, theme } from '../theme.ts'

/** Copies a text, and says so for two seconds. */
@customElement('copy-button')
export class CopyButton extends LitElement {
  static override styles = [
    theme,
    base,
    css`
      :host { display: inline-block }
      button { font: 600 13px/1 var(--sans); min-height: 24px; padding: 0 4px; border: 0; background: none;
        color: var(--accent); border-radius: 6px; position: relative }
      button::after { content: ''; position: absolute; inset: -10px -4px }
    `,
  ]

  @property() text = ''
  /** What is copied, for those who do not see what stands beside the button. */
  @property() what = ''
  @state() private copied = false

  protected override render() {
    return html`<button type="button" @click=${this.copy}>
      ${this.copied ? texts.common.copied : texts.common.copy}<span class="sr"> ${this.what}</span>
    </button><span class="sr" role="status">${this.copied ? texts.common.copied : ''}</span>`
  }

  private async copy() {
    await navigator.clipboard.writeText(this.text).catch(() => {})
    this.copied = true
    setTimeout(() => {
      this.copied = false
    }, 2000)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'copy-button': CopyButton
  }
}
