import { nothing } from 'lit'
import type { EnterCode, TransferCode } from '../flow/flow-state.ts'
import type { CodeKind } from '../flow/link-answers.ts'
import { texts } from '../texts/texts.ts'
import { otherMethods } from './enter-code.ts'
import { resendLink } from './rare-templates.ts'
import type { Screen } from './screen.ts'
import { plainLink } from './templates.ts'

/** A new code the same way, or another way. */
export function codeWays(flow: EnterCode | TransferCode, kind: CodeKind, screen: Screen) {
  const words = texts.enterCode
  const others = otherMethods(flow, kind)
  const ask = (wanted: CodeKind) => {
    // The code in the field is of the way before.
    for (const input of screen.inputs()) input.value = ''
    screen.set({ missing: null })
    screen.send({ type: 'codeResendAsked', kind: wanted, atMs: performance.now() })
    screen.focusOn('#code')
  }
  // What was pressed to open them is gone with that.
  if (flow.isOpen && !screen.local.wasOpen) screen.focusOn('.ways .link')
  screen.local.wasOpen = flow.isOpen
  return [
    kind === 'totp' ? nothing : resendLink(words.resend, words.resent, flow.resentAtMs, screen, kind),
    others.length === 0
      ? nothing
      : flow.isOpen
        ? others.map((each) => plainLink(words.methods[each.kind] + (each.to && ` · ${each.to}`), () => ask(each.kind)))
        : plainLink(words.otherMethod, () => screen.send({ type: 'moreAsked' })),
  ]
}
