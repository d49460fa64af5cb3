import { css, html, LitElement } from 'lit'
import { base } from '../../../components/ui/theme.ts'

const confirmedMs = 2_000

/** Copies a text: `<copy-button text="…" what="the command">`. */
export class CopyButton extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: inline-block }
      button { min-height: 24px; min-width: 24px; padding: 0 4px; border: 0; border-radius: 6px; background: none; color: var(--accent);
        font: 600 0.75rem/1 var(--sans); white-space: nowrap }
      button:hover { background: var(--surface-2) }
    `,
  ]
  static override properties = {
    text: {},
    what: {},
    label: {},
    result: { state: true },
  }

  declare text: string
  /** The name of the text, for screen readers. */
  declare what: string
  declare label: string
  declare private result: '' | 'Copied' | 'Not copied'
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.text = ''
    this.what = ''
    this.label = 'Copy'
    this.result = ''
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    clearTimeout(this.timer)
    this.result = ''
  }

  protected override render() {
    return html`<button type="button" @click=${this.copy}>${this.result || this.label}<span class="sr"> ${this.what}</span></button>
      <span class="sr" role="status">${this.result}</span>`
  }

  private async copy() {
    // The browser can refuse, and outside a secure context there is no clipboard.
    const isCopied = await Promise.resolve(this.text)
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => true,
        () => false,
      )
    this.result = isCopied ? 'Copied' : 'Not copied'
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.result = ''
    }, confirmedMs)
  }
}

customElements.define('copy-button', CopyButton)

declare global {
  interface HTMLElementTagNameMap {
    'copy-button': CopyButton
  }
}
