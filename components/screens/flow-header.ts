import { html, nothing } from 'lit'
import type { FlowState } from '../flow/flow-state.ts'
import type { Session } from '../flow/link-responses.ts'
import type { Texts } from '../texts/texts.ts'
import { aroundName } from '../ui/around-name.ts'
import { backIcon, closeIcon } from '../ui/icons.ts'
import { stepOf, stepTotal } from './screens.ts'

interface HeaderActions {
  /** Null on a screen without a way back. */
  back: (() => void) | null
  close: () => void
}

/** The way back, what the link is for, the button that closes it, and the step. */
export function flowHeader(texts: Texts, shown: FlowState, { back, close }: HeaderActions) {
  const words = texts.header
  const session = 'context' in shown ? shown.context.session : null
  const number = stepOf(shown)
  const hasClose = shown.at !== 'opening' && shown.at !== 'left'
  return html`<header>
      ${
        back === null
          ? html`<span class="icon"></span>`
          : html`<button class="icon" @click=${back} aria-label=${words.back}>${backIcon}</button>`
      }
      <p class="who">${session === null ? nothing : aroundName(purposeOf(texts, session), session.client.name)}</p>
      ${
        hasClose
          ? html`<button class="icon" @click=${close} aria-label=${words.close}>${closeIcon}</button>`
          : html`<span class="icon"></span>`
      }
    ${
      number === null
        ? html`<div class="bars"></div>`
        : html`<div class="bars" role="img" aria-label=${words.step(number, stepTotal)}>${Array.from(
            { length: stepTotal },
            (_, index) => html`<i class=${index < number ? 'on' : ''}></i>`,
          )}</div>`
    }
    </header>`
}

/** The title names the app. A connect-only link adds no funds. */
export function purposeOf({ header }: Texts, { transfersEnabled }: Session): (app: string) => string {
  return transfersEnabled ? header.title : String
}
