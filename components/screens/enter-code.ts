import { css, html, nothing } from 'lit'
import type { CodeFacts } from '../flow/response-parts.ts'
import { explain } from '../texts/explain.ts'
import { formatToken } from '../texts/format.ts'
import { isolate } from '../texts/isolate.ts'
import type { CodeKind } from '../texts/text-values.ts'
import { sandboxHint } from '../ui/sandbox-hint.ts'
import '../ui/resend-button.ts'
import { moneyButton, neverSees, plainLink, submitButton } from './controls.ts'
import { heading, page } from './layout.ts'
import { Screen } from './screen.ts'

/** One field for a code, during sign-in or before a transfer is sent. The user submits the code with the button. */
export class EnterCodeScreen extends Screen<'enter-code' | 'transfer-code'> {
  static override properties = { ...Screen.properties, mistake: { state: true }, showsMethods: { state: true } }
  static override styles = [
    ...Screen.styles,
    css`
      .code { min-height: 64px; border-radius: var(--radius-l); padding: 0 20px; margin: 0 0 8px }
      .code input { min-height: 62px; font-size: 1.875rem; letter-spacing: 0.3em; font-weight: 600 }
    `,
  ]

  /** What is wrong with the typed code before it is sent. */
  declare private mistake: string | null
  /** The user has opened the other methods. */
  declare private showsMethods: boolean

  constructor() {
    super()
    this.mistake = null
    this.showsMethods = false
  }

  protected override firstFocus(): string {
    return '#code'
  }

  protected override render() {
    const words = this.texts.enterCode
    const { context, pending, at, problem } = this.state
    const { kind } = this
    const isChecking = pending !== null && 'code' in pending
    const error = this.mistake ?? (problem && explain(this.texts, problem))
    const label = { label: this.texts.common.continue, busyLabel: this.texts.common.checking, isBusy: isChecking }
    return page(
      [
        heading(words.title, this.lead()),
        html`<label for="code">${words.labels[kind]}</label>
          <div class="field code"><input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code"
            maxlength="16" required enterkeyhint="done" autocapitalize="none" spellcheck="false" dir="ltr"
            aria-invalid=${error !== null} aria-describedby="problem hint" @input=${this.clearMistake} /></div>
          <p class="error" id="problem" role="alert">${error ?? nothing}</p>
          <p class="hint" id="hint">${words.hints[kind]}</p>
          <div class="ways">${this.newCode()}${this.otherMethods()}</div>`,
        context.session.sandbox ? sandboxHint(this.texts.sandbox, 'code', () => this.fillSandbox()) : nothing,
      ],
      [at === 'transfer-code' ? moneyButton(this, label) : submitButton(label), neverSees(this)],
      () => this.submit(),
    )
  }

  private get kind(): CodeKind {
    return this.state.at === 'transfer-code' ? this.state.mfaType : (this.state.connection.codeKind ?? 'totp')
  }

  private get facts(): CodeFacts {
    return this.state.at === 'transfer-code' ? this.state.code : this.state.connection
  }

  private lead(): string {
    const { state } = this
    const words = this.texts.enterCode
    const { codeSentTo } = this.facts
    const where = codeSentTo ? words.sentTo(codeSentTo) : words.leads[this.kind]
    if (state.at === 'enter-code') return `${where} ${words.toSignIn(state.integration.name)}`
    const { amount, symbol } = state.quote.preview
    return `${where} ${words.toSend(formatToken(amount, symbol), this.app)}`
  }

  private newCode() {
    const words = this.texts.enterCode
    const { kind } = this
    if (kind === 'totp') return nothing
    return html`<resend-button .label=${words.resend} .sent=${words.resent} .resentAtMs=${this.state.resentAtMs}
      @resend=${() => this.send({ type: 'codeResendRequested', kind, atMs: performance.now() })}></resend-button>`
  }

  private otherMethods() {
    const words = this.texts.enterCode
    const others = (this.facts.codeMethods ?? []).filter((method) => method.kind !== this.kind)
    if (others.length === 0) return nothing
    if (!this.showsMethods) return plainLink(words.otherMethod, () => this.openMethods())
    return others.map((each) =>
      plainLink(words.methods[each.kind] + (each.to && ` · ${isolate(each.to)}`), () => this.requestCode(each.kind)),
    )
  }

  private openMethods() {
    if (this.state.pending !== null) return
    this.showsMethods = true
    // The button that opened them is no longer there.
    this.focusOn('.ways .link')
  }

  private requestCode(kind: CodeKind) {
    // The code in the field belongs to the previous method.
    for (const input of this.inputs) input.value = ''
    this.mistake = null
    this.showsMethods = false
    this.send({ type: 'codeResendRequested', kind, atMs: performance.now() })
    this.focusOn('#code')
  }

  private clearMistake() {
    this.mistake = null
  }

  private submit() {
    if (this.state.pending !== null) return
    const words = this.texts.enterCode
    const code = this.inputs[0]?.value.replace(/[\s-]/g, '') ?? ''
    const { codeLength: length } = this.facts
    this.mistake = code === '' ? words.missing : length && code.length !== length ? words.tooShort(length) : null
    if (this.mistake === null) this.send({ type: 'codeEntered', code })
    else this.focusOn('#code')
  }

  private fillSandbox() {
    const [input] = this.inputs
    if (input) input.value = '123456'
    this.mistake = null
  }
}

customElements.define('enter-code-screen', EnterCodeScreen)
