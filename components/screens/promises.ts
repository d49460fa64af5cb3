import { html, nothing } from 'lit'
import type { Session } from '../flow/link-responses.ts'
import { texts } from '../texts/texts.ts'
import { checkIcon } from '../ui/icons.ts'
import { addressRow } from './address-row.ts'
import { box } from './templates.ts'

/** The details of what will happen and what will not. */
export function promises({ transfersEnabled, destinations }: Session, app: string) {
  const words = texts.chooseAccount
  const sentences = [words.reads(app), transfersEnabled ? words.acts : words.sendsNothing, words.keeps(app)]
  const receivers = new Map(destinations.map((each) => [each.address, { ...each, toAddress: each.address }]))
  return html`<ul>${sentences.map(
    (promise) => html`<li>${checkIcon}<span>${promise}</span></li>`,
  )}</ul>${receivers.size > 3 ? nothing : box(...[...receivers.values()].map((each) => addressRow(app, each)))}`
}
