import { html, nothing } from 'lit'
import type { LinkEnded } from '../flow/flow-state.ts'
import { texts } from '../texts/texts.ts'
import { clockIcon } from '../ui/icons.ts'
import { hero } from './on-demand-templates.ts'
import { page, type Screen } from './screen.ts'
import { button } from './templates.ts'

/** The link is expired or used, or its session is over. */
export function linkEnded(flow: LinkEnded, screen: Screen) {
  const [title, lead] = sentences(flow)
  // There is no session. The page contains the app's name if the server knows the link.
  const app = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''
  const whose = screen.app === '' && app !== '' && html`<p class="note">${texts.header.title(app)}</p>`
  return page(
    [hero('wait', { icon: clockIcon, title, lead }), whose || nothing],
    button(screen, { label: texts.common.close, event: { type: 'leaveRequested' } }),
  )
}

function sentences({ reason, mayBeSent }: LinkEnded): [string, string] {
  const words = texts.linkEnded
  if (reason === 'linkExpired') return [words.expiredTitle, words.expired]
  if (reason === 'unavailable') return [words.unavailableTitle, words.unavailable]
  return [words.sessionTitle, mayBeSent ? words.sessionPending : words.session]
}
