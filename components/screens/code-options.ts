import { nothing } from 'lit'
import type { EnterCode, TransferCode } from '../flow/flow-state.ts'
import type { CodeKind } from '../texts/text-values.ts'
import { texts } from '../texts/texts.ts'
import { otherMethods } from './enter-code.ts'
import { resendLink } from './on-demand-templates.ts'
import type { Screen } from './screen.ts'
import { plainLink } from './templates.ts'

/** A new code by the same method, or by another one. */
export function codeOptions(flow: EnterCode | TransferCode, kind: CodeKind, screen: Screen) {
  const words = texts.enterCode
  const others = otherMethods(flow, kind)
  const requestCode = (method: CodeKind) => {
    // The code in the field belongs to the previous method.
    for (const input of screen.inputs()) input.value = ''
    screen.set({ missing: null })
    screen.send({ type: 'codeResendRequested', kind: method, atMs: performance.now() })
    screen.focusOn('#code')
  }
  // The button that opened them is no longer there.
  if (flow.isOpen && !screen.local.wasOpen) screen.focusOn('.ways .link')
  screen.local.wasOpen = flow.isOpen
  return [
    kind === 'totp'
      ? nothing
      : resendLink(screen, { label: words.resend, sent: words.resent, resentAtMs: flow.resentAtMs, kind }),
    others.length === 0
      ? nothing
      : flow.isOpen
        ? others.map((each) =>
            plainLink(words.methods[each.kind] + (each.to && ` · ${each.to}`), () => requestCode(each.kind)),
          )
        : plainLink(words.otherMethod, () => screen.send({ type: 'detailsOpened' })),
  ]
}
