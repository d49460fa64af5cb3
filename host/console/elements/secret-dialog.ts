import { css, html, LitElement, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import { consoleStyles } from './console-styles.ts'
import './copy-button.ts'
import { keyValueStyles, keyValues } from './key-values.ts'

interface ShownSecret {
  clientId: string
  secret: string
}

/** A new secret, until the dialog is closed. It is in no other place of the page, and the server does not return it again. */
export class SecretDialog extends LitElement {
  static override styles = [
    base,
    consoleStyles,
    keyValueStyles,
    css`
      dialog { width: min(36rem, 100% - 24px); padding: 20px; border: 0; border-radius: var(--radius-l); background: var(--bg);
        color: var(--text); box-shadow: 0 24px 64px -16px rgb(16 21 28 / 0.4), 0 0 0 1px var(--border) }
      dialog::backdrop { background: rgb(10 12 16 / 0.5) }
      h2 { margin: 0 0 8px; font-size: 1.125rem }
      .facts > div { grid-template-columns: minmax(0, 1fr); gap: 2px }
      .actions { justify-content: flex-end }
      @media (forced-colors: active) { dialog { border: 1px solid } }
    `,
  ]
  static override properties = { shown: { state: true } }

  declare private shown: ShownSecret | null

  constructor() {
    super()
    this.shown = null
  }

  async open(secret: ShownSecret) {
    this.shown = secret
    await this.updateComplete
    this.renderRoot.querySelector('dialog')?.showModal()
  }

  protected override render() {
    return html`<dialog aria-labelledby="heading" @close=${this.forget} @cancel=${keepOpen}>
      ${this.shown === null ? nothing : this.content(this.shown)}
    </dialog>`
  }

  private content({ clientId, secret }: ShownSecret) {
    const value = (text: string, what: string) =>
      html`<span class="mono">${text}</span> <copy-button text=${text} what=${what}></copy-button>`
    return html`<h2 id="heading">Copy the secret now</h2>
      <p class="lead">Only its hash is stored, so it is not shown again. Pass it to the app’s backend by a secure channel.</p>
      ${keyValues([
        ['X-Client-Id', value(clientId, 'the client id')],
        ['X-Client-Secret', value(secret, 'the secret')],
      ])}
      <div class="actions"><button type="button" class="button primary" @click=${this.close}>I have copied the secret</button></div>`
  }

  private close() {
    this.renderRoot.querySelector('dialog')?.close()
  }

  private forget() {
    this.shown = null
  }
}

/** Escape must not lose the secret. */
function keepOpen(event: Event) {
  event.preventDefault()
}

customElements.define('secret-dialog', SecretDialog)

declare global {
  interface HTMLElementTagNameMap {
    'secret-dialog': SecretDialog
  }
}
