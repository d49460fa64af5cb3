import type { AccountConnected } from '../flow/flow-state.ts'
import { texts } from '../texts/texts.ts'
import { bigCheckIcon } from '../ui/icons.ts'
import { hero } from './on-demand-templates.ts'
import { page, type Screen } from './screen.ts'
import { button } from './templates.ts'

/** The end of a link that only connects an account. */
export function accountConnected({ context: { account, integration } }: AccountConnected, screen: Screen) {
  const words = texts.accountConnected
  const exchange = account?.integrationName ?? integration?.name ?? ''
  return page(
    hero('good', { icon: bigCheckIcon, title: words.title, lead: words.lead(exchange, screen.app) }),
    button(screen, { label: texts.common.done, event: { type: 'leaveRequested' } }),
  )
}
