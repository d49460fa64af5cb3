import { css, html, LitElement } from 'lit'
import type { UserEvent } from '../flow/flow-event.ts'
import type { LeaveQuestion } from '../flow/flow-state.ts'
import { texts } from '../texts/texts.ts'
import { base, theme } from '../ui/theme.ts'
import { coreStyles } from './core-styles.ts'

const words = texts.leave

/**
 * The confirmation dialog before leaving, above the current step. The button to stay has the focus.
 *
 * @fires flow - `stayed` or `left`
 */
export class LeaveDialog extends LitElement {
  static override styles = [
    theme,
    base,
    coreStyles,
    css`
      dialog { width: min(340px, 100vw - 32px); border: 1px solid var(--border); border-radius: 18px; padding: 22px 20px 20px; background: var(--bg); color: var(--text);
        box-shadow: 0 24px 64px -16px rgb(0 0 0 / 0.5); text-align: center; font: inherit }
      dialog::backdrop { background: rgb(10 12 16 / 0.45) }
      h1 { font-size: 19px }
      .answers { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin-top: 18px }
      .lead { margin: 0 }
    `,
  ]

  static override properties = { question: {} }

  declare question: LeaveQuestion

  constructor() {
    super()
    this.question = 'nothingSent'
  }

  protected override firstUpdated() {
    this.renderRoot.querySelector('dialog')?.showModal()
    this.renderRoot.querySelector('button')?.focus()
  }

  protected override render() {
    const isSending = this.question === 'sending'
    return html`<dialog role="alertdialog" aria-labelledby="title" aria-describedby="lead" @close=${() => this.send({ type: 'stayed' })}>
      <h1 id="title">${isSending ? words.sendingTitle : words.nothingSentTitle}</h1>
      <p id="lead" class="lead">${isSending ? words.sending : words.nothingSent}</p>
      <div class="answers">
        <button class="button" @click=${this.close}>${words.stay}</button>
        <button class="button quiet" @click=${() => this.send({ type: 'left' })}>${isSending ? words.close : words.leave}</button>
      </div>
    </dialog>`
  }

  /** Closing returns the focus to where it was. Removing an open dialog would not. */
  private close() {
    this.renderRoot.querySelector('dialog')?.close()
  }

  private send(detail: UserEvent) {
    this.dispatchEvent(new CustomEvent('flow', { detail, bubbles: true, composed: true }))
  }
}

customElements.define('leave-dialog', LeaveDialog)

declare global {
  interface HTMLElementTagNameMap {
    'leave-dialog': LeaveDialog
  }
}
