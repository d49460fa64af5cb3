import type { Transfer } from '../flow/link-answers.ts'
import { texts } from '../texts/texts.ts'

/** Whoever paid by a link has no name but one that everybody has, which is said in the user's language. */
export function shownSender({ fromName, fromAddress }: Transfer): string {
  return fromName === 'Another wallet' && fromAddress === '' ? texts.wallets.another : fromName
}
