import type { SignInEnded } from '../flow/flow-state.ts'
import { texts } from '../texts/texts.ts'
import { lockIcon } from '../ui/icons.ts'
import { hero } from './on-demand-templates.ts'
import { page, type Screen } from './screen.ts'
import { button } from './templates.ts'

/** The account's sign-in has ended at the exchange. The user's entries are preserved. */
export function signInEnded({ name }: SignInEnded, screen: Screen) {
  const words = texts.signInEnded
  return page(hero('wait', { icon: lockIcon, title: words.title(name), lead: words.lead }), [
    button(screen, { label: words.cta, event: { type: 'signInRequested' } }),
    button(screen, { label: texts.common.anotherAccount, event: { type: 'otherAccountRequested' }, isQuiet: true }),
  ])
}
