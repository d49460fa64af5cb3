import { html, nothing } from 'lit'
import { findIntegrations } from '../flow/find-integrations.ts'
import type { Session } from '../flow/link-answers.ts'
import { checkIcon } from '../parts/icons.ts'
import { texts } from '../texts/texts.ts'
import { addressRow } from './address-row.ts'
import type { AccountHelp } from './choose-account.ts'
import { box } from './pieces.ts'

/** What will happen and what will not, in full for those who ask. */
function promises({ transfersEnabled, destinations }: Session, app: string) {
  const words = texts.chooseAccount
  const sentences = [words.reads(app), transfersEnabled ? words.acts : words.sendsNothing, words.keeps(app)]
  const receivers = new Map(destinations.map((each) => [each.address, { ...each, toAddress: each.address }]))
  return html`<details class="promises"><summary>${words.how}</summary><ul>${sentences.map(
    (promise) => html`<li>${checkIcon}<span>${promise}</span></li>`,
  )}</ul>${receivers.size > 3 ? nothing : box(...[...receivers.values()].map((each) => addressRow(app, each)))}</details>`
}

/** Arrows, Home and End go from the search through the rows and back. */
function moveAmongRows(event: KeyboardEvent) {
  const stops = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('input, .row')]
  const at = stops.indexOf(event.composedPath()[0] as HTMLElement)
  const isTyping = at === 0
  const to =
    event.key === 'ArrowDown' || (isTyping && event.key === 'Enter')
      ? at + 1
      : event.key === 'ArrowUp'
        ? at - 1
        : isTyping
          ? -1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? stops.length - 1
              : -1
  if (at < 0 || !stops[to]) return
  event.preventDefault()
  stops[to].focus()
}

/** The forgiving search, the keys and the fine print of the first screen. */
export const accountHelp: AccountHelp = { find: findIntegrations, move: moveAmongRows, promises }
