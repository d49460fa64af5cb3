import type { LinkEnded } from '../flow/flow-state.ts'
import { clockIcon } from '../parts/icons.ts'
import { texts } from '../texts/texts.ts'
import { button } from './pieces.ts'
import { hero } from './rare-pieces.ts'
import { page, type Screen } from './screen.ts'

/** The link is expired or used, or its session is over. */
export function linkEnded(flow: LinkEnded, screen: Screen) {
  const [title, lead] = sentences(flow)
  return page(hero('wait', clockIcon, title, lead), button(screen, texts.common.close, { type: 'leaveAsked' }))
}

function sentences({ reason, mayBeSent }: LinkEnded): [string, string] {
  const words = texts.linkEnded
  if (reason === 'linkExpired') return [words.expiredTitle, words.expired]
  if (reason === 'unavailable') return [words.unavailableTitle, words.unavailable]
  return [words.sessionTitle, mayBeSent ? words.sessionPending : words.session]
}
