import { html } from 'lit'
import '../ui/resend-button.ts'
import type { AnyScreen } from './controls.ts'

/** A button that requests the e-mail or the message to the device again. */
export function resendMessage(screen: AnyScreen, resentAtMs: number | null) {
  const words = screen.texts.handOff
  return html`<div class="ways center"><resend-button .label=${words.resend} .sent=${words.resent} .resentAtMs=${resentAtMs}
    @resend=${() => screen.send({ type: 'codeResendRequested', atMs: performance.now() })}></resend-button></div>`
}
