import { css, html, LitElement, svg } from 'lit'
import { checkIcon, closeIcon } from '../../../components/ui/icons.ts'
import { base } from '../../../components/ui/theme.ts'

const confirmedMs = 2_000

const copyIcon = html`<svg viewBox="0 0 20 20" width="14" height="14" stroke-width="1.8" aria-hidden="true">${svg`<rect x="7" y="7" width="10" height="10" rx="2"/><path d="M4.5 13A1.5 1.5 0 0 1 3 11.5v-7A1.5 1.5 0 0 1 4.5 3h7A1.5 1.5 0 0 1 13 4.5"/>`}</svg>`

const iconOf = { '': copyIcon, Copied: checkIcon, 'Not copied': closeIcon }

/** Copies a text: `<copy-button text="…" what="the command">`. It shows an icon, or `label`. */
export class CopyButton extends LitElement {
  static override styles = [
    base,
    css`
      /* The line does not grow by the size of the target. */
      :host { display: inline-block; position: relative; vertical-align: middle; margin-block: -6px }
      button { display: grid; place-items: center; min-height: 24px; min-width: 24px; padding: 0 4px; border: 0; border-radius: 6px;
        background: none; color: var(--muted); font: 600 0.75rem/1 var(--sans); white-space: nowrap }
      button.text { color: var(--accent) }
      button:hover { background: var(--surface-2); color: var(--text) }
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
  declare private result: keyof typeof iconOf
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.text = ''
    this.what = ''
    this.label = ''
    this.result = ''
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    clearTimeout(this.timer)
    this.result = ''
  }

  protected override render() {
    const { label, what, result } = this
    const shown = label === '' ? iconOf[result] : result || label
    return html`<button type="button" class=${label === '' ? 'icon' : 'text'} aria-label="${label || 'Copy'} ${what}" title=${result || label || 'Copy'}
      @click=${this.copy}>${shown}</button><span class="sr" role="status">${result}</span>`
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
