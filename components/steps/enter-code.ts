import { html, nothing } from 'lit'
import type { EnterCode, TransferCode } from '../flow/flow-state.ts'
import type { CodeKind } from '../flow/link-answers.ts'
import { sandboxHint } from '../parts/sandbox-hint.ts'
import { explain } from '../texts/explain.ts'
import { formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { heading, neverSees, page, type Screen, submitButton } from './screen.ts'

type CodeStep = EnterCode | TransferCode

const resendAfterMs = 30_000

/** One field for a code, while signing in or before a transfer is sent. Never sent by itself: the user presses the button. */
export function enterCode(flow: CodeStep, screen: Screen) {
  const words = texts.enterCode
  const { known, asking } = flow
  const kind = kindOf(flow)
  const problem = screen.own.missing ?? problemText(flow)
  const input = () => screen.inputs()[0] as HTMLInputElement
  const submit = () => {
    if (asking !== null) return
    const code = input().value.replace(/[\s-]/g, '')
    const length = flow.at === 'enter-code' ? flow.connection.codeLength : undefined
    const missing =
      code === '' ? words.missing : length !== undefined && code.length !== length ? words.tooShort(length) : null
    screen.set({ missing })
    if (missing === null) screen.send({ type: 'codeEntered', code })
    else screen.focusOn('#code')
  }
  const fill = () => {
    input().value = '123456'
    screen.set({ missing: null })
  }
  return page(
    [
      heading(words.title, lead(flow, kind, screen.app)),
      html`<label for="code">${words.labels[kind]}</label>
        <div class="field code"><input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code"
          maxlength="16" required enterkeyhint="done" autocapitalize="none" spellcheck="false" data-focus dir="ltr"
          aria-invalid=${problem !== null} aria-describedby="problem hint" @input=${() => screen.set({ missing: null })} /></div>
        <p class="error" id="problem" role="alert">${problem ?? nothing}</p>
        <p class="hint" id="hint">${words.hints[kind]}</p>
        <div class="ways">${ways(flow, kind, screen)}</div>`,
      known.session.sandbox ? sandboxHint(texts.sandbox.code, fill) : nothing,
    ],
    [
      submitButton(texts.common.continue, texts.common.checking, asking !== null && asking.call !== 'resend'),
      neverSees(screen),
    ],
    submit,
  )
}

function kindOf(flow: CodeStep): CodeKind {
  return flow.at === 'transfer-code' ? flow.mfaType : (flow.connection.codeKind ?? 'totp')
}

function lead(flow: CodeStep, kind: CodeKind, app: string): string {
  const words = texts.enterCode
  if (flow.at === 'transfer-code') {
    const { amount, symbol } = flow.quote.preview
    return `${words.leads[kind]} ${words.toSend(formatToken(amount, symbol), app)}`
  }
  const { codeSentTo } = flow.connection
  const where = codeSentTo ? words.sentTo(codeSentTo) : words.leads[kind]
  return `${where} ${words.toSignIn(flow.integration.name)}`
}

function problemText(flow: CodeStep): string | null {
  const { problem } = flow
  if (problem === null) return null
  const left = flow.at === 'transfer-code' ? flow.attemptsLeft : problem.errorData?.attemptsLeft
  return explain({ ...problem, errorData: { ...problem.errorData, attemptsLeft: left } })
}

function ways(flow: CodeStep, kind: CodeKind, screen: Screen) {
  const words = texts.enterCode
  const methods = flow.at === 'enter-code' ? (flow.connection.codeMethods ?? []) : []
  const others = methods.filter((method) => method.kind !== kind)
  const link = (label: string, run: () => void, isWaiting = false) =>
    html`<button type="button" class="link" aria-disabled=${isWaiting} @click=${isWaiting ? nothing : run}>${label}</button>`
  const ask = (wanted: CodeKind) => {
    // The code in the field is of the way before.
    if (wanted !== kind) for (const input of screen.inputs()) input.value = ''
    screen.set({ isOpen: false, missing: null })
    screen.send({ type: 'codeResendAsked', kind: wanted, atMs: performance.now() })
  }
  const resentAtMs = flow.at === 'enter-code' ? flow.resentAtMs : null
  const waitMs = resentAtMs === null ? 0 : resentAtMs + resendAfterMs - performance.now()
  if (waitMs > 0) screen.later(waitMs % 1000 || 1000)
  return [
    kind === 'totp'
      ? nothing
      : link(waitMs > 0 ? words.resendIn(Math.ceil(waitMs / 1000)) : words.resend, () => ask(kind), waitMs > 0),
    html`<span class="sr" role="status">${waitMs > 0 ? words.resent : ''}</span>`,
    others.length === 0
      ? nothing
      : screen.own.isOpen
        ? others.map((other) => link(words.methods[other.kind] + (other.to && ` · ${other.to}`), () => ask(other.kind)))
        : link(words.otherMethod, () => screen.set({ isOpen: true })),
  ]
}
