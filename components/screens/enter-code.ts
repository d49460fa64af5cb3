import { html, nothing } from 'lit'
import type { EnterCode, TransferCode } from '../flow/flow-state.ts'
import type { CodeFacts } from '../flow/link-responses.ts'
import { explain } from '../texts/explain.ts'
import { formatToken } from '../texts/format.ts'
import type { CodeKind } from '../texts/text-values.ts'
import { texts } from '../texts/texts.ts'
import { sandboxHint } from '../ui/sandbox-hint.ts'
import { heading, page, type Screen } from './screen.ts'
import { templateSlots } from './template-slots.ts'
import { moneyButton, neverSees, plainLink, submitButton } from './templates.ts'

type CodeStep = EnterCode | TransferCode

/** One field for a code, during sign-in or before a transfer is sent. The user submits the code with the button. */
export function enterCode(flow: CodeStep, screen: Screen) {
  const words = texts.enterCode
  const { context, pending } = flow
  const kind = kindOf(flow)
  const isChecking = pending !== null && 'code' in pending
  const problem = screen.local.missing ?? (flow.problem && explain(flow.problem))
  const input = () => screen.inputs()[0] as HTMLInputElement
  const submit = () => {
    if (pending !== null) return
    const code = input().value.replace(/[\s-]/g, '')
    const { codeLength: length } = codeFactsOf(flow)
    const missing = code === '' ? words.missing : length && code.length !== length ? words.tooShort(length) : null
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
      context.session.sandbox ? sandboxHint(texts.sandbox.code, fill) : nothing,
    ],
    [
      flow.at === 'transfer-code'
        ? moneyButton(screen, { label: texts.common.continue, busyLabel: texts.common.checking, isBusy: isChecking })
        : submitButton({ label: texts.common.continue, busyLabel: texts.common.checking, isBusy: isChecking }),
      neverSees(screen),
    ],
    submit,
  )
}

function kindOf(flow: CodeStep): CodeKind {
  return flow.at === 'transfer-code' ? flow.mfaType : (flow.connection.codeKind ?? 'totp')
}

function codeFactsOf(flow: CodeStep): CodeFacts {
  return flow.at === 'transfer-code' ? flow.code : flow.connection
}

function lead(flow: CodeStep, kind: CodeKind, app: string): string {
  const words = texts.enterCode
  const { codeSentTo } = codeFactsOf(flow)
  const where = codeSentTo ? words.sentTo(codeSentTo) : words.leads[kind]
  if (flow.at === 'enter-code') return `${where} ${words.toSignIn(flow.integration.name)}`
  const { amount, symbol } = flow.quote.preview
  return `${where} ${words.toSend(formatToken(amount, symbol), app)}`
}

function ways(flow: CodeStep, kind: CodeKind, screen: Screen) {
  if (templateSlots.codeOptions) return templateSlots.codeOptions(flow, kind, screen)
  return otherMethods(flow, kind).length === 0
    ? nothing
    : plainLink(texts.enterCode.otherMethod, () => screen.send({ type: 'detailsOpened' }))
}

export function otherMethods(flow: CodeStep, kind: CodeKind) {
  return (codeFactsOf(flow).codeMethods ?? []).filter((method) => method.kind !== kind)
}
