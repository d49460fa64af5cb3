import { ContextConsumer } from '@lit/context'
import { css, html, LitElement, nothing } from 'lit'
import type { LeaveQuestion } from '../flow/flow-state.ts'
import { textsContext } from '../texts/contexts.ts'
import { base } from '../ui/theme.ts'
import { flowContext } from './contexts.ts'
import { controlStyles } from './screen-styles.ts'

/** The confirmation dialog before leaving, above the current step. The button to stay has the focus. */
export class LeaveDialog extends LitElement {
  static override styles = [
    base,
    controlStyles,
    css`
      dialog { width: min(340px, 100vw - 32px); border: 1px solid var(--border); border-radius: 18px; padding: 22px 20px 20px; background: var(--bg); color: var(--text);
        box-shadow: 0 24px 64px -16px rgb(0 0 0 / 0.5); text-align: center; font: inherit }
      dialog::backdrop { background: rgb(10 12 16 / 0.45) }
      h1 { font-size: 1.1875rem }
      .answers { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin-top: 18px }
      .lead { margin: 0 }
      @media (width < 18rem) { .answers { grid-template-columns: 1fr } }
    `,
  ]
  static override properties = { question: {} }

  declare question: LeaveQuestion
  private readonly texts = new ContextConsumer(this, { context: textsContext, subscribe: true })
  private readonly flow = new ContextConsumer(this, { context: flowContext, subscribe: true })

  constructor() {
    super()
    this.question = 'nothingSent'
  }

  protected override firstUpdated() {
    this.renderRoot.querySelector('dialog')?.showModal()
    this.renderRoot.querySelector('button')?.focus()
  }

  protected override render() {
    const words = this.texts.value?.leave
    if (words === undefined) return nothing
    const isSending = this.question === 'sending'
    return html`<dialog role="alertdialog" aria-labelledby="title" aria-describedby="lead" @close=${() => this.send('stayed')}>
      <h1 id="title">${isSending ? words.sendingTitle : words.nothingSentTitle}</h1>
      <p id="lead" class="lead">${isSending ? words.sending : words.nothingSent}</p>
      <div class="answers">
        <button class="button" @click=${this.close}>${words.stay}</button>
        <button class="button quiet" @click=${() => this.send('left')}>${isSending ? words.close : words.leave}</button>
      </div>
    </dialog>`
  }

  /** Closing returns the focus to where it was. Removing an open dialog would not. */
  private close() {
    this.renderRoot.querySelector('dialog')?.close()
  }

  private send(type: 'stayed' | 'left') {
    this.flow.value?.dispatch({ type })
  }
}

customElements.define('leave-dialog', LeaveDialog)

declare global {
  interface HTMLElementTagNameMap {
    'leave-dialog': LeaveDialog
  }
}
