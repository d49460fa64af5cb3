import { css, html, nothing } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import type { EnterCode, TransferCode } from '../flow/flow-state.ts'
import type { CodeKind } from '../flow/link-answers.ts'
import { lockIcon } from '../parts/icons.ts'
import { sandboxHint } from '../parts/sandbox-hint.ts'
import { formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { Step, stepStyles, submitButton } from './step.ts'

const words = texts.enterCode
const resendAfterMs = 30_000

/**
 * One field for a code, while signing in or before a transfer is sent. Never sent by itself: the user presses the button.
 *
 * @fires flow - `codeEntered`
 * @fires flow - `codeResendAsked`
 */
@customElement('enter-code')
export class EnterCodeStep extends Step<EnterCode | TransferCode> {
  static override styles = [
    ...stepStyles,
    css`
      .field { min-height: 64px; border-radius: 14px; padding: 0 20px; margin: 0 0 8px }
      .field input { height: 62px; font-size: 30px; letter-spacing: 0.3em; font-weight: 600; font-variant-numeric: tabular-nums }
      .ways { display: flex; flex-direction: column; align-items: flex-start; margin-top: 10px }
    `,
  ]

  @state() private ownProblem: string | null = null
  @state() private now = performance.now()
  @state() private showsMethods = false
  private timer: ReturnType<typeof setInterval> | undefined
  private lastProblem: unknown = null

  override connectedCallback() {
    super.connectedCallback()
    this.timer = setInterval(() => {
      this.now = performance.now()
    }, 1000)
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    clearInterval(this.timer)
  }

  protected override willUpdate() {
    if (this.flow.problem !== null && this.flow.problem !== this.lastProblem) this.selectField()
    this.lastProblem = this.flow.problem
  }

  protected override render() {
    const { known, asking } = this.flow
    const problem = this.ownProblem ?? this.problemText()
    return html`
      <form novalidate @submit=${this.submit}>
        <div class="body">
          <h1 tabindex="-1">${words.title}</h1>
          <p class="lead">${this.lead()}</p>
          <label for="code">${words.labels[this.kind]}</label>
          <div class="field"><input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code"
            maxlength="16" required enterkeyhint="done" autocapitalize="none" spellcheck="false"
            aria-invalid=${problem !== null} aria-describedby="problem hint" @input=${this.type} /></div>
          <p class="error" id="problem" role="alert">${problem ?? nothing}</p>
          <p class="hint" id="hint">${words.hints[this.kind]}</p>
          <div class="ways">${this.ways()}</div>
          ${known.session.sandbox ? sandboxHint(texts.sandbox.code, this.fillSandbox) : nothing}
        </div>
        <footer>
          ${submitButton(texts.common.continue, texts.common.checking, asking !== null && asking.call !== 'resend')}
          <p class="note">${lockIcon}${texts.common.neverSees(known.session.client.name)}</p>
        </footer>
      </form>
    `
  }

  private get kind(): CodeKind {
    return this.flow.at === 'transfer-code' ? this.flow.mfaType : (this.flow.connection.codeKind ?? 'totp')
  }

  private get length(): number | undefined {
    return this.flow.at === 'enter-code' ? this.flow.connection.codeLength : undefined
  }

  private lead() {
    if (this.flow.at === 'transfer-code') {
      const { amount, symbol } = this.flow.quote.preview
      const purpose = words.toSend(formatToken(amount, symbol), this.flow.known.session.client.name)
      return words.lead(undefined, this.kind, undefined) + purpose
    }
    const { codeLength, codeSentTo } = this.flow.connection
    return words.lead(codeLength, this.kind, codeSentTo) + words.toSignIn(this.flow.integration.name)
  }

  private problemText(): string | null {
    const { problem } = this.flow
    if (problem === null) return null
    const left = this.flow.at === 'transfer-code' ? this.flow.attemptsLeft : problem.errorData?.attemptsLeft
    return typeof left === 'number' && !/left/.test(problem.message)
      ? `${problem.message} ${words.attemptsLeft(left)}`
      : problem.message
  }

  private ways() {
    const methods = this.flow.at === 'enter-code' ? (this.flow.connection.codeMethods ?? []) : []
    const others = methods.filter((method) => method.kind !== this.kind)
    const canResend = this.kind !== 'totp'
    return html`
      ${canResend ? this.resendButton() : nothing}
      ${
        others.length === 0
          ? nothing
          : this.showsMethods
            ? others.map(
                ({ kind, to }) => html`<button type="button" class="link" @click=${() => this.resend(kind)}>
              ${words.methods[kind]}${to ? ` · ${to}` : ''}</button>`,
              )
            : html`<button type="button" class="link" aria-expanded="false" @click=${() => {
                this.showsMethods = true
              }}>${words.otherMethod}</button>`
      }`
  }

  private resendButton() {
    const resentAtMs = this.flow.at === 'enter-code' ? this.flow.resentAtMs : null
    const waitMs = resentAtMs === null ? 0 : resentAtMs + resendAfterMs - this.now
    const isWaiting = waitMs > 0
    return html`<button type="button" class="link" aria-disabled=${isWaiting}
        @click=${() => (isWaiting ? undefined : this.resend(this.kind))}>
        ${isWaiting ? words.resendIn(Math.min(30, Math.ceil(waitMs / 1000))) : words.resend}</button>
      <span class="sr" role="status">${isWaiting ? words.resent : ''}</span>`
  }

  private resend(kind: CodeKind) {
    this.showsMethods = false
    // The code in the field is of the way before.
    const input = this.renderRoot.querySelector('input')
    if (input && kind !== this.kind) input.value = ''
    this.ownProblem = null
    this.send({ type: 'codeResendAsked', kind, atMs: performance.now() })
  }

  private type() {
    this.ownProblem = null
  }

  private readonly fillSandbox = () => {
    const input = this.renderRoot.querySelector('input')
    if (input) input.value = '123456'
    this.ownProblem = null
  }

  private selectField() {
    this.updateComplete.then(() => {
      const input = this.renderRoot.querySelector('input')
      input?.focus()
      input?.select()
    })
  }

  private submit(event: SubmitEvent) {
    event.preventDefault()
    if (this.flow.asking !== null) return
    const code = (this.renderRoot.querySelector('input')?.value ?? '').replace(/[\s-]/g, '')
    if (code === '') this.ownProblem = words.missing
    else if (this.length !== undefined && code.length !== this.length) this.ownProblem = words.tooShort(this.length)
    else this.ownProblem = null
    if (this.ownProblem === null) this.send({ type: 'codeEntered', code })
    else this.selectField()
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'enter-code': EnterCodeStep
  }
}
